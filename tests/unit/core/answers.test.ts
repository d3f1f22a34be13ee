import { expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { answerGroups } from "#core/txlist/answers";

const row = (
  place: string | null,
  name: string,
  data: string | null,
  change: string,
  ttl: number | null = null,
): Row => ({
  service: place === null ? "radius" : "dns",
  place,
  name,
  type: "A",
  ttl,
  data,
  change,
});

it("changed answers are grouped by zone, and each name has its values before and after", () => {
  const rows = [
    row("a.", "x.a.", "1", "gone", 60),
    row("a.", "x.a.", "2", "new", 60),
    row("a.", "x.a.", "3", "new", 70),
    row("a.", "y.a.", "4", "new", 60),
    row("b.", "x.a.", "5", "gone", 60),
    row(null, "m", null, "new"),
  ];
  expect(answerGroups({ __services: rows })).toEqual([
    {
      service: "dns",
      place: "a.",
      changes: [
        {
          name: "x.a.",
          type: "A",
          gone: [{ ttl: 60, data: "1" }],
          new: [
            { ttl: 60, data: "2" },
            { ttl: 70, data: "3" },
          ],
        },
        { name: "y.a.", type: "A", gone: [], new: [{ ttl: 60, data: "4" }] },
      ],
    },
    {
      service: "dns",
      place: "b.",
      changes: [{ name: "x.a.", type: "A", gone: [{ ttl: 60, data: "5" }], new: [] }],
    },
    {
      service: "radius",
      place: null,
      changes: [{ name: "m", type: "A", gone: [], new: [{ ttl: null, data: null }] }],
    },
  ]);
});

it("a test without writing steps shows no answers", () => {
  expect(answerGroups({})).toEqual([]);
});
