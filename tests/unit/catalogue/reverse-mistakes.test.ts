import { expect, it } from "vitest";
import { checkReverse } from "../../../server/catalogue/check-reverse.ts";
import type { ObjectTypeSpec } from "../../../server/catalogue/define.ts";
import type { ReverseSpec } from "../../../server/catalogue/define-reverse.ts";

const TEXT = { de: "Leihe", en: "Loan" };

function typeOf(name: ObjectTypeSpec["name"], attributes: readonly string[], reverse?: ReverseSpec) {
  return {
    name,
    gpk: "x",
    label: TEXT,
    description: TEXT,
    attributes: Object.fromEntries(attributes.map((one) => [one, { type: "text_id", label: TEXT } as const])),
    key: [],
    title: [],
    functions: { create: { extra: { place: { type: "text_id", label: TEXT } } } },
    own: null,
    read: "all",
    write: "nobody",
    ...(reverse === undefined ? {} : { reverse }),
  } as const satisfies ObjectTypeSpec;
}

const link = typeOf("lab.loan2place", ["device", "place"]);

function mistakesOf(reverse?: ReverseSpec): readonly string[] {
  const loan = typeOf("lab.loan", ["device", "weeks"], reverse);
  const specs = new Map<ObjectTypeSpec["name"], ObjectTypeSpec>([
    ["lab.loan", loan],
    ["lab.loan2place", link],
  ]);
  return [...checkReverse(loan, specs)].map(({ at, text }) => `${String(at)}: ${text}`);
}

const LINKED = {
  where: "device",
  link: "lab.loan2place",
  own: "device",
  other: "place",
  parameter: "place",
} as const;

it("[OBJ-68] rules of reversal without a mistake are accepted", () => {
  expect(mistakesOf()).toEqual([]);
  expect(mistakesOf({})).toEqual([]);
  const byServer = { flag: "weeks", why: TEXT };
  const given = { turn: 0, holder: "device" };
  const oneOf = ["device", "weeks"];
  const all = { oneOf, deletableWith: oneOf, byServer, given, linked: LINKED, renewed: TEXT };
  expect(mistakesOf(all)).toEqual([]);
  expect(mistakesOf({ linked: { ...LINKED, parameter: "weeks" } })).toEqual([]);
});

it.each<[string, ReverseSpec, string]>([
  ["what a create needs", { oneOf: ["weeks", "devise"] }, "oneOf: devise is"],
  ["what can be deleted", { deletableWith: ["devise"] }, "deletableWith: devise is"],
  ["what the server makes", { byServer: { flag: "devise", why: TEXT } }, "byServer: devise is"],
  ["who is given something", { given: { turn: 0, holder: "devise" } }, "given: devise is"],
  ["what has a link", { linked: { ...LINKED, where: "devise" } }, "linked: devise is"],
  ["an end of a link", { linked: { ...LINKED, own: "weeks" } }, "linked: weeks is"],
  ["the other end of a link", { linked: { ...LINKED, other: "weeks" } }, "linked: weeks is"],
  ["the parameter of a link", { linked: { ...LINKED, parameter: "devise" } }, "linked: devise is"],
])("[OBJ-68] an unknown attribute is told: %s", (_, reverse, expected) => {
  const [first, ...others] = mistakesOf(reverse);
  expect(first).toMatch(`reverse.${expected} no attribute. Write `);
  expect(others).toEqual([]);
});

it("[OBJ-68] a link of an unknown type is reported", () => {
  expect(mistakesOf({ linked: { ...LINKED, link: "lab.lone2place" } })).toEqual([
    expect.stringMatching(/^reverse\.linked: .*lab\.lone2place/),
  ]);
});
