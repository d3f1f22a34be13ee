import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LongText, present } from "../../../server/wapi/call/present.ts";
import { afterOthers } from "../../../server/wapi/pieces.ts";
import { joined } from "../../support/small-world.ts";

const PIECE = 64 * 1024;
const result = (key: string, rows: string, translations: string | null = null) => ({
  key,
  rows: [rows],
  rowCount: 1,
  translations,
});

describe("a long answer", () => {
  it("[API-80] is sent in short pieces that together are the same text, whatever characters it has", async () => {
    const unit = fc.constantFrom("a", "ü", "–", "🛜", "\u0000");
    const text = fc
      .tuple(unit, fc.integer({ min: 0, max: 3 }), fc.integer({ min: -3, max: 3 }), unit)
      .map(([one, times, more, last]) => one.repeat(Math.max(0, times * PIECE + more)) + last);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 4 }), async (texts) => {
        const pieces: Buffer[] = [];
        for await (const piece of new LongText(texts)) pieces.push(piece);
        expect(Buffer.concat(pieces).equals(Buffer.from(texts.join("")))).toBe(true);
        expect(Math.max(0, ...pieces.map((piece) => piece.toString().length))).toBeLessThanOrEqual(PIECE);
        expect(pieces.length).toBeLessThanOrEqual(texts.join("").length / (PIECE - 1) + texts.length + 1);
      }),
      { numRuns: 50 },
    );
  });

  it("has the same members as a short one", async () => {
    const rows = `["${"x".repeat(PIECE)}"]`;
    for (const dictMode of [false, true]) {
      const results = (text: string) => [result("a", text, "{}"), result("b", "[]")];
      const [short, long] = [present(results("[]"), dictMode), present(results(rows), dictMode)];
      if (typeof short !== "string" || typeof long === "string") throw new Error("wrong form");
      expect(await joined(long)).toBe(short.replace("[]", rows));
      expect(long.whole()).toBe(short.replace("[]", rows));
    }
  });

  it("[API-80] lets other calls run while it is encoded", async () => {
    let isOver = false;
    let turns = 0;
    const others = (async () => {
      while (!isOver) {
        await afterOthers();
        turns++;
      }
    })();
    for await (const piece of new LongText(["–".repeat(16 * 1024 * 1024)]))
      expect(piece.length).toBeGreaterThan(0);
    isOver = true;
    await others;
    expect(turns).toBeGreaterThan(1);
  });
});
