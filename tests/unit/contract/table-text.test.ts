import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedCell, partsOfCell } from "#contract/values/cell-text";
import { readTable } from "#contract/values/table-text";
import { cpuNow } from "../../support/machine.ts";

const cells = (text: string) => readTable(text).lines.map((line) => line.cells);

describe("what programs write before a table", () => {
  it.each([
    ["PowerShell", '#TYPE Selected.System\r\n"a","b"\r\n"1","2"'],
    [
      "PowerShell, with a type of several",
      '#TYPE System.Dictionary`2[[System.String, mscorlib]]\n"a","b"\n"1","2"',
    ],
    ["PowerShell in quotation marks", '"#TYPE System.String"\n"a","b"\n"1","2"'],
    ["Excel", "sep=;\na;b\n1;2"],
    ["both", "\n#TYPE X\n\nsep=;\na;b\n1;2"],
  ])("is left out: %s", (_, text) => {
    expect(cells(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  it("does not count for the separator, and the lines below keep their numbers", () => {
    const { separator, lines } = readTable("#TYPE A,B,C,D\n\na;b\n1;2");
    expect([separator, lines.map(({ line }) => line)]).toEqual([";", [3, 4]]);
  });

  it("is a row where it stands below the columns, and a column where it names a column", () => {
    expect(cells("a\n#TYPE X")).toEqual([["a"], ["#TYPE X"]]);
    expect(cells("#TYPE;b\n1;2")).toEqual([
      ["#TYPE", "b"],
      ["1", "2"],
    ]);
  });
});

describe("a faulty quotation mark", () => {
  const faults = (text: string) =>
    readTable(text).lines.map(({ line, fault }) =>
      fault === undefined ? line : [line, fault.kind, fault.line],
    );

  it("costs its line alone, and is told with its reason and line", () => {
    expect(faults('a,b\n1,2\n"3,4')).toEqual([1, 2, [3, "openQuote", 3]]);
    expect(faults('a,b\n1,"2\n3,4\n5,"6"\n7,8')).toEqual([1, [2, "openQuote", 2], 3, 4, 5]);
    expect(faults('a,b\n"1" x,2\n3,4')).toEqual([1, [2, "behindQuote", 2], 3]);
    expect(faults('a,b\n"1\n1","2"x\n3,4')).toEqual([1, [2, "behindQuote", 3], 4]);
    expect(faults('"a,b\n1,2')).toEqual([[1, "openQuote", 1], 2]);
    expect(cells('a,b\n"1" ,2')[1]).toEqual(["1", "2"]);
  });

  it("is read in linear time", () => {
    const texts = ['"a', '";', '"""x', ';"""', '"";"'];
    for (const text of texts)
      for (const lines of [`${text}\n`.repeat(60_000), text.repeat(60_000)]) {
        const start = cpuNow();
        readTable(`a;b\n${lines}`);
        expect(cpuNow() - start).toBeLessThan(5_000);
      }
  });

  it("good rows are kept, whatever the bad rows between them contain", () => {
    const bad = fc.constantFrom('"x', '1,"y', '"1" z,2', '"a""b');
    const row = fc.oneof(bad, fc.constant("good,row"));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const { lines } = readTable(["a,b", ...rows].join("\n"));
        const good = lines.filter(({ fault }) => fault === undefined).slice(1);
        expect(lines.length).toBe(rows.length + 1);
        expect(good.map((line) => line.cells.join())).toEqual(rows.filter((one) => one === "good,row"));
      }),
    );
  });
});

it("the elements of a list come back from their cell", () => {
  const element = fc.string({ unit: fc.constantFrom("a", ";", ",", " ", "\n", '"', "'", "="), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(element), (list) => {
      expect(partsOfCell(joinedCell(list))).toEqual(list.filter((one) => one !== ""));
    }),
    { numRuns: 2000 },
  );
  expect(partsOfCell(' a ;; b,c\r\nd\n"e;f", "g ""h"""')).toEqual(["a", "b", "c", "d", "e;f", 'g "h"']);
  expect(partsOfCell('"a" b; c')).toEqual(['"a" b', "c"]);
});
