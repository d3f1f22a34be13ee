import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportStep, Rejected, SourceRow } from "#imports/shared/steps";
import { readIn, sumOf } from "#imports/shared/tally";

const row = (line: number, value = "x"): SourceRow => ({ file: null, line, value });
const why = (of: SourceRow, reason: string): Rejected => ({ ...of, reason });
const step = (of: SourceRow, idx = "s"): ImportStep => ({
  idx,
  name: "a.create",
  new: {},
  needs: [],
  row: of,
});

interface Given {
  readonly rows: readonly SourceRow[];
  readonly planned?: readonly SourceRow[];
  readonly present?: readonly SourceRow[];
  readonly left?: readonly SourceRow[];
  readonly rejected?: readonly Rejected[];
  readonly refused?: readonly Rejected[];
}

function sum({ rows, planned = [], present = [], left = [], rejected = [], refused = [] }: Given) {
  const draft = { rows, present, left, rejected, files: [] };
  return sumOf(draft, { steps: planned.map((one) => step(one)), rejected: refused });
}

describe("the sum of an import", () => {
  it("[IMP-13] counts a row as rejected if a part of it is rejected", () => {
    const [made, there, told] = [row(1), row(2), row(3)];
    const parts = [made, there, told].map((one) => why(one, "no passage"));
    const { tally } = sum({
      rows: [made, there, told],
      planned: [made],
      present: [there],
      left: [told],
      rejected: parts,
    });
    expect(tally).toEqual({ read: 3, planned: 0, present: 0, told: 0, rejected: 3, lost: 0 });
  });

  it("[IMP-13] reports a row once with all reasons, and equal rows of one line separately", () => {
    const [one, other] = [row(1), row(1)];
    const twice = sum({ rows: [one], rejected: [why(one, "A."), why(one, "B."), why(one, "A.")] });
    expect([twice.rejected, twice.tally.rejected]).toEqual([[why(one, "A. B.")], 1]);
    const alike = sum({ rows: [one, other], rejected: [why(one, "A.")] });
    expect([alike.rejected, alike.tally.rejected]).toEqual([[why(one, "A."), why(other, "A.")], 2]);
    const odd = sum({ rows: [], rejected: [why(one, "A."), why(one, "B.")] });
    expect([odd.rejected, odd.tally]).toMatchObject([[why(one, "A. B.")], { read: 1, rejected: 1 }]);
  });

  it("[IMP-13] has the rows of a plan and the rows that no reader knows, each once", () => {
    const [known, unread] = [row(1), row(2)];
    const draft = {
      steps: [step(known)],
      rows: [known, row(3)],
      present: [],
      left: [],
      rejected: [why(known, "A."), why(unread, "B.")],
    };
    expect(readIn(draft)).toBe(3);
  });

  it("[IMP-13] has as many rejected rows as messages, and the numbers add up", () => {
    const fate = fc.constantFrom("planned", "present", "left", "none");
    const rows = fc.array(fc.record({ line: fc.integer({ min: 1, max: 4 }), fate }), { maxLength: 12 });
    const message = fc.record({
      line: fc.integer({ min: 1, max: 5 }),
      reason: fc.constantFrom("A.", "B."),
      isServer: fc.boolean(),
    });
    fc.assert(
      fc.property(rows, fc.array(message, { maxLength: 12 }), (given, messages) => {
        const all = given.map((one) => ({ fate: one.fate, row: row(one.line) }));
        const of = (name: string) => all.filter((one) => one.fate === name).map((one) => one.row);
        const told = (isServer: boolean) =>
          messages.filter((one) => one.isServer === isServer).map((one) => why(row(one.line), one.reason));
        const { tally, rejected } = sum({
          rows: all.map((one) => one.row),
          planned: of("planned"),
          present: of("present"),
          left: of("left"),
          rejected: told(false),
          refused: told(true),
        });
        expect(tally.rejected).toBe(rejected.length);
        expect(tally.read).toBe(tally.planned + tally.present + tally.told + tally.rejected + tally.lost);
        const lines = new Set(messages.map((one) => one.line));
        expect(new Set(rejected.map((one) => one.line))).toEqual(lines);
        // A unit counts as reported if any message contains it.
        expect(tally.lost).toBe(all.filter((one) => one.fate === "none" && !lines.has(one.row.line)).length);
        const said = (line: number) =>
          rejected
            .filter((one) => one.line === line)
            .map((one) => one.reason)
            .join(" ");
        for (const { line, reason } of messages) expect(said(line)).toContain(reason);
      }),
    );
  });
});
