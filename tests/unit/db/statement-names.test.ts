import { describe, expect, it } from "vitest";
import { createStatementNames } from "../../../server/db/statement-names.ts";

describe("names of statements", () => {
  it("a text gets a name when it is sent the second time, and keeps it", () => {
    const names = createStatementNames(1000, () => 0);
    expect(names.of("select 1")).toBeUndefined();
    const name = names.of("select 1");
    expect(name).toBeDefined();
    expect(names.of("select 2")).toBeUndefined();
    expect(names.of("select 2")).not.toBe(name);
    expect(names.of("select 1")).toBe(name);
  });

  it("a name belongs to one text", () => {
    const names = createStatementNames(1000, () => 0);
    const give = (name: string, sql: string) => () => {
      names.given(name, sql);
    };
    expect(give("a", "select 1")).not.toThrow();
    expect(give("b", "select 2")).not.toThrow();
    expect(give("a", "select 1")).not.toThrow();
    expect(give("a", "select 2")).toThrow("the statement name a stands for two texts");
  });

  it("a connection names few texts in its lifetime, however many are sent, and later texts get names again", () => {
    let now = 0;
    const names = createStatementNames(1000, () => now);
    const given: { readonly name: string; readonly at: number }[] = [];
    for (let n = 0; n < 20_000; n++) {
      now += 1;
      names.of(`select ${String(n)}`);
      const name = names.of(`select ${String(n)}`);
      if (name !== undefined) given.push({ name, at: now });
    }
    expect(new Set(given.map(({ name }) => name)).size).toBe(given.length);
    expect(given.length).toBeGreaterThan(1000);
    for (const { at } of given)
      expect(given.filter((other) => other.at >= at && other.at < at + 1000).length).toBeLessThanOrEqual(200);
  });
});
