import { expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import { barGroups } from "#core/bars/bars";

const OF = {
  bar: "room",
  titleOf: (row: Row) => textIn(row["room"]),
  group: "floor",
  whole: "ports",
  part: "used",
};

it("bars are grouped in natural order, rows without a group last, and an object has one bar", () => {
  const rows: readonly Row[] = [
    { gpk: "1", room: "r10", floor: "10", ports: 4, used: 1 },
    { gpk: "2", room: "r2", floor: null, ports: 2, used: 2 },
    { gpk: "3", room: "r12", floor: "2", ports: 8, used: 3 },
    { gpk: "4", room: "r9", floor: "2", ports: 1, used: 0 },
    { gpk: "5", room: "r12", floor: "2", ports: 2, used: 2 },
  ];
  expect(
    barGroups(rows, OF).map(({ value, whole, part, bars }) => [
      value,
      part,
      whole,
      bars.map((bar) => [bar.title, bar.part, bar.whole, bar.rows.length]),
    ]),
  ).toEqual([
    [
      "2",
      5,
      11,
      [
        ["r9", 0, 1, 1],
        ["r12", 5, 10, 2],
      ],
    ],
    ["10", 1, 4, [["r10", 1, 4, 1]]],
    [null, 2, 2, [["r2", 2, 2, 1]]],
  ]);
});
