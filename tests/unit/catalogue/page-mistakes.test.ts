import { expect, it } from "vitest";
import { checkPage } from "../../../server/catalogue/check-page.ts";
import { unknownMembers, misformedMembers } from "../../../server/catalogue/members.ts";
import type { ObjectTypeSpec } from "../../../server/catalogue/define.ts";
import type { PageSpec } from "../../../server/catalogue/define-page.ts";

const TEXT = { de: "Regal", en: "Shelf" };
const label = TEXT;

function typeOf(
  name: ObjectTypeSpec["name"],
  attributes: ObjectTypeSpec["attributes"],
  page?: PageSpec,
): ObjectTypeSpec {
  return {
    name,
    gpk: name.replace(/\W/g, ""),
    label,
    description: TEXT,
    attributes,
    key: ["code"],
    title: ["code"],
    functions: {},
    own: null,
    read: "all",
    write: "nobody",
    ...(page !== undefined && { page }),
  };
}

const code = { type: "text_id", label } as const;
const onShelf = { type: "text_id", label, ref: { to: "lab.shelf" } } as const;
const crate = typeOf("lab.crate", { code, shelf: onShelf, weight: { type: "integer", label } });
const key = typeOf("lab.key", { code, shelf: onShelf, spare_shelf: onShelf });
const loan = typeOf("lab.loan", { code });

function shelf(page: PageSpec): ObjectTypeSpec {
  return typeOf("lab.shelf", { code, room: { type: "text_line", label } }, page);
}

function mistakesOf(page: PageSpec): readonly string[] {
  const spec = shelf(page);
  const specs = new Map([spec, crate, key, loan].map((one) => [one.name, one]));
  return [...checkPage(spec, specs)].map(({ at, text }) => `${String(at)}: ${text}`);
}

it("[OBJ-69] a page without a mistake is taken", () => {
  const tabs = [
    { of: "lab.crate", columns: ["code", "weight"] },
    { of: "lab.key", by: "shelf", label },
    { of: "lab.key", by: "spare_shelf" },
  ] as const;
  expect(mistakesOf({ head: ["room", "code"], text: TEXT, tabs })).toEqual([]);
  expect(mistakesOf({})).toEqual([]);
});

it.each<[string, PageSpec, string]>([
  [
    "an attribute of the head that the type does not have",
    { head: ["rom"] },
    "page.head: rom is no attribute of lab.shelf. Write room, if that is meant.",
  ],
  [
    "a list of an unknown type",
    { tabs: [{ of: "lab.crat" }] },
    "page.tabs: it refers to the unknown type lab.crat. Write lab.crate, if that is meant.",
  ],
  [
    "a list of a type that does not refer to this one",
    { tabs: [{ of: "lab.loan" }] },
    "page.tabs: nothing in lab.loan refers to lab.shelf. Take it away.",
  ],
  [
    "an attribute that refers to something else",
    { tabs: [{ of: "lab.crate", by: "weight" }] },
    "page.tabs: weight of lab.crate does not refer to lab.shelf. Write one of: shelf.",
  ],
  [
    "several attributes that refer to this type, and none that is named",
    { tabs: [{ of: "lab.key" }] },
    "page.tabs: several attributes of lab.key refer to lab.shelf. Write by: one of shelf, spare_shelf.",
  ],
  [
    "a column that the listed type does not have",
    { tabs: [{ of: "lab.crate", columns: ["wieght"] }] },
    "page.tabs: wieght is no attribute of lab.crate. Write weight, if that is meant.",
  ],
  [
    "a list that stands there twice",
    { tabs: [{ of: "lab.crate" }, { of: "lab.crate", by: "shelf" }] },
    "page.tabs: lab.crate stands there twice. Take one away.",
  ],
])("[OBJ-69] tells %s", (_, page, expected) => {
  expect(mistakesOf(page)).toEqual([expected]);
});

it.each<[string, string, string]>([
  ["a text instead of names", '{ "head": "room" }', 'page.head: it is "room". Write ["…"].'],
  [
    "a sentence in one language",
    '{ "text": { "en": "Ask." } }',
    'page.text: it is {"en":"Ask."}. Write { de: "…", en: "…" }.',
  ],
  ["a list of no type", '{ "tabs": [{ "columns": ["code"] }] }', 'page.tabs: it has no of. Write of: "…".'],
  [
    "a member that no tab has",
    '{ "tabs": [{ "of": "lab.crate", "colums": ["code"] }] }',
    "page.tabs: no tab has a member colums. Write columns, if that is meant.",
  ],
])("[OBJ-69] tells %s, which no compiler sees in the file of a site", (_, page, expected) => {
  const spec = shelf(JSON.parse(page) as PageSpec);
  const found = [...misformedMembers(spec), ...unknownMembers(spec)];
  expect(found.map(({ at, text }) => `${String(at)}: ${text}`)).toEqual([expected]);
});
