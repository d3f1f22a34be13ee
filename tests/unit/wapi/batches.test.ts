import { describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { defineObjectType, type Definition } from "../../../server/catalogue/define.ts";
import { catalogueOf } from "../../../server/catalogue/load.ts";
import type { WritePlan } from "../../../server/wapi/plan.ts";
import { batchesOf } from "../../../server/wapi/write/batches.ts";
import { readWriteSetOf } from "../../../server/wapi/write/read-write-set-of.ts";

const text = { de: "x", en: "x" };
const common = {
  label: text,
  description: text,
  functions: { create: {}, update: {}, delete: {} },
  own: null,
  read: "all",
  write: {},
} as const;
const name = { type: "text_id", label: text } as const;

const box = defineObjectType({
  ...common,
  name: "t.box",
  gpk: "box",
  attributes: {
    name,
    note: { type: "text", label: text, nullable: true },
    seen: { type: "text", label: text, nullable: true, serverWritten: true },
  },
  key: ["name"],
  title: ["name"],
});
const item = defineObjectType({
  ...common,
  name: "t.item",
  gpk: "item",
  attributes: { name, box: { type: "text_id", label: text, ref: { to: "t.box" } } },
  key: ["name"],
  title: ["name"],
});
const link = defineObjectType({
  ...common,
  name: "t.link",
  gpk: "link",
  attributes: {
    name,
    note: { type: "text", label: text, nullable: true },
    seen: { type: "text", label: text, nullable: true, serverWritten: true },
  },
  key: ["name"],
  title: ["name"],
  givesRights: "objects",
});
const catalogue = catalogueOf(
  new Map<string, Definition>([
    ["t.box", box],
    ["t.item", item],
    ["t.link", link],
  ]),
);

type Sent = readonly [step: string, old: Params, values: Params];
const make = (type: string, of: string, more: Params = {}): Sent => [
  `${type}.create`,
  {},
  { name: of, ...more },
];
const change = (type: string, of: string, values: Params): Sent => [`${type}.update`, { name: of }, values];
/** An update that depends on a value which the server writes. */
const seen = (type: string, of: string, values: Params): Sent => [
  `${type}.update`,
  { name: of, seen: "x" },
  values,
];
const drop = (type: string, of: string): Sent => [`${type}.delete`, { name: of }, {}];

function grouped(sent: readonly Sent[]): string[] {
  const plans = sent.map(([step, old, values], position): WritePlan => {
    const type = step.slice(0, step.lastIndexOf("."));
    const kind = step.slice(step.lastIndexOf(".") + 1);
    if (kind !== "create" && kind !== "update" && kind !== "delete") throw new Error(kind);
    return { kind, type: catalogue.type(type), key: String(position), position, old, new: values };
  });
  return batchesOf(plans.map((plan) => ({ plan, set: readWriteSetOf(plan, new Map()) }))).map((batch) =>
    batch.plans.map((plan) => plan.position).join(" "),
  );
}

describe("steps that become batches", () => {
  it.each<readonly [string, readonly Sent[], readonly string[]]>([
    [
      "interleaved templates become one batch a function",
      [
        make("t.box", "a"),
        make("t.item", "1", { box: "a" }),
        make("t.box", "b"),
        make("t.item", "2", { box: "b" }),
      ],
      ["0 2", "1 3"],
    ],
    [
      "a step never moves before one that writes what it reads",
      [make("t.item", "1", { box: "z" }), make("t.box", "a"), make("t.item", "2", { box: "a" })],
      ["0", "1", "2"],
    ],
    [
      "a step never moves before one that reads what it writes",
      [make("t.box", "a"), make("t.item", "1", { box: "b" }), make("t.box", "b")],
      ["0", "1", "2"],
    ],
    [
      "an object that is deleted and made again keeps its order",
      [drop("t.box", "a"), make("t.box", "a"), drop("t.box", "b")],
      ["0 2", "1"],
    ],
    [
      "a parent is not deleted before a child that stands before it",
      [drop("t.item", "1"), drop("t.box", "a"), drop("t.item", "2")],
      ["0", "1", "2"],
    ],
    [
      "two changes of one object stay in order",
      [
        change("t.box", "a", { note: "1" }),
        change("t.box", "a", { note: "2" }),
        change("t.box", "b", { note: "3" }),
      ],
      ["0 2", "1"],
    ],
    [
      "a rename is a write of both names",
      [
        change("t.box", "a", { name: "b" }),
        make("t.item", "1", { box: "b" }),
        change("t.box", "b", { name: "c" }),
      ],
      ["0", "1", "2"],
    ],
    [
      "nothing moves past a step that gives rights",
      [make("t.box", "a"), make("t.link", "l"), make("t.box", "b")],
      ["0", "1", "2"],
    ],
    [
      "a step whose dependencies cannot be told joins none and is joined by none",
      [
        change("t.link", "a", { note: "x" }),
        seen("t.link", "b", { note: "x" }),
        change("t.link", "c", { note: "x" }),
        change("t.link", "d", { note: "x" }),
        seen("t.box", "a", { note: "x" }),
        seen("t.box", "b", { note: "x" }),
      ],
      ["0", "1", "2 3", "4", "5"],
    ],
    [
      "another function with the same parameters is another batch",
      [change("t.box", "a", { name: "b" }), make("t.box", "c"), change("t.box", "d", { name: "e" })],
      ["0 2", "1"],
    ],
    [
      "another type with the same parameters is another batch",
      [make("t.box", "a"), make("t.item", "1"), make("t.box", "b")],
      ["0 2", "1"],
    ],
    [
      "other parameters are another batch",
      [make("t.box", "a"), make("t.box", "b", { note: "x" }), make("t.box", "c")],
      ["0 2", "1"],
    ],
  ])("%s", (_, sent, expected) => {
    expect(grouped(sent)).toEqual(expected);
  });
});
