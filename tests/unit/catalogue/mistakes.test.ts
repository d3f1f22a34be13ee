import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";

const LABEL = '{ de: "Leihe", en: "Loan" }';
const ATTRIBUTES = `device: { type: "text_id", label: ${LABEL} },
  weeks: { type: "integer", label: ${LABEL}, default: 1, min: 1, max: 12 },
  state: { type: "text_id", label: ${LABEL}, default: "lent", values: { lent: ${LABEL}, back: ${LABEL} } },
  pin: { type: "text_line", label: ${LABEL}, nullable: true, secret: true },`;

interface Parts {
  readonly more?: string;
  readonly attributes?: string;
  readonly key?: string;
  readonly gpk?: string;
}

/** The file of a type as a site writes it: no compiler has seen it. */
function file(name: string, { more = "", attributes = "", key = "device", gpk = "loan" }: Parts): string {
  return `export default { name: "${name}", gpk: "${gpk}", label: ${LABEL}, description: ${LABEL},
  attributes: { ${ATTRIBUTES} ${attributes} }, key: ["${key}"], read: "all", ${more} };`;
}

async function refusal(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const message = await loadCatalogue([folder]).then(
    () => "",
    (fault: unknown) => String(fault),
  );
  rmSync(folder, { recursive: true });
  return message
    .split("\n")
    .slice(1)
    .map((line) => line.trim().replaceAll(`${folder}/`, ""));
}

it("the type without a mistake is accepted", async () => {
  expect(await refusal({ "loan.ts": file("lab.loan", {}) })).toEqual([]);
});

const attribute = (spec: string): Parts => ({ attributes: `extra: { label: ${LABEL}, ${spec} }` });

it.each<[string, Parts, string]>([
  [
    "a member that no definition has",
    { more: "langaugeAttributes: []" },
    "langaugeAttributes: no definition has a member langaugeAttributes. Write languageAttributes, if that is meant.",
  ],
  [
    "[SRCH-66] a filter of the search that the list does not have",
    { more: 'search: { by: ["devcie_regexp"] }' },
    "search.by: the list has no filter devcie_regexp. Write device, if that is meant.",
  ],
  [
    "[OBJ-69] an attribute in the head of a page that is missing",
    { more: 'page: { head: ["wekks"] }' },
    "page.head: wekks is no attribute of lab.loan. Write weeks, if that is meant.",
  ],
  [
    "[OBJ-68] a rule of reversal that names no attribute",
    { more: 'reverse: { oneOf: ["devcie"] }' },
    "reverse.oneOf: devcie is no attribute. Write device, if that is meant.",
  ],
  [
    "a member that no attribute has",
    attribute('type: "text_line", nullabel: true'),
    "extra: no attribute has a member nullabel. Write nullable, if that is meant.",
  ],
  [
    "a member that attributes had once",
    attribute('type: "integer", bounds: { min: 1, max: 3 }'),
    "extra: no attribute has a member bounds. Write its numbers as min and max of the attribute.",
  ],
  [
    "a member that no parameter has",
    {
      more: `functions: { create: { extra: { copies: { type: "integer", label: ${LABEL}, requird: true } } } }`,
    },
    "copies: no parameter has a member requird. Write required, if that is meant.",
  ],
  [
    "a function that is declared in the wrong place",
    { more: "functions: { create: {}, prolong: {} }" },
    "functions.prolong: no list of functions has a member prolong. Write one of: create, update, delete, metadata, execute, progress, more.",
  ],
  [
    "a member that no service has",
    { more: "service: { view: [] }" },
    "service.view: no service has a member view. Write views, if that is meant.",
  ],
  [
    "bounds of a parameter that no number is between",
    {
      more: `functions: { create: { extra: { copies: { type: "integer", label: ${LABEL}, min: 3, max: 1 } } } }`,
    },
    "copies: no number is between 3 and 1. Write the smaller one as min.",
  ],
  [
    "a default of a parameter outside of its bounds",
    { more: `filters: { least: { type: "integer", label: ${LABEL}, max: 3, default: 4, sql: "true" } }` },
    "least: the default 4 is not allowed by least itself. Write a value that is: at most 3.",
  ],
  ["an unknown key", { key: "devcie" }, "key: devcie is no attribute. Write device, if that is meant."],
  [
    "an unknown attribute of a unique set",
    { more: 'unique: [["wekes"]]' },
    "unique: wekes is no attribute. Write weeks, if that is meant.",
  ],
  [
    "an unknown data type",
    attribute('type: "integr"'),
    "extra: there is no data type integr. Write integer, if that is meant.",
  ],
  [
    "a reference to an unknown type",
    attribute('ref: { to: "lab.laon" }, nullable: true'),
    "extra: it refers to the unknown type lab.laon. Write lab.loan, if that is meant.",
  ],
  [
    "a count of an unknown attribute",
    attribute('counted: { of: "lab.loan", by: "devise" }'),
    "extra: counted names devise, which lab.loan does not have. Write device, if that is meant.",
  ],
  [
    "a look-up in an unknown attribute",
    attribute('type: "integer", lookup: { column: "id", to: "lab.loan", attribute: "week" }'),
    "extra: lookup names week, which lab.loan does not have. Write weeks, if that is meant.",
  ],
  [
    "a default of another type",
    attribute('type: "integer", default: "three"'),
    'extra: the default "three" is no value of integer. Write a value as 1 (',
  ],
  [
    "a default outside of the bounds",
    attribute('type: "integer", default: 30, min: 1, max: 12'),
    "extra: the default 30 is not allowed by extra itself. Write a value that is: 1 to 12.",
  ],
  [
    "a default that is none of the values",
    attribute(`type: "text_id", default: "bakc", values: { back: ${LABEL} }`),
    'extra: the default "bakc" is none of the values. Write back, if that is meant.',
  ],
  [
    "a default of a computed value",
    attribute('type: "integer", computed: "1", default: 2'),
    "extra: the default 2 is never used, because the value is computed. Take it away.",
  ],
  [
    "bounds that no number is between",
    attribute('type: "integer", min: 9, max: 3'),
    "extra: no number is between 9 and 3. Write the smaller one as min.",
  ],
  [
    "bounds of a text",
    attribute('type: "text_line", min: 9'),
    "extra: min and max are for numbers, and text_line is none. Take them away, or write textLength for a text.",
  ],
  [
    "bounds wider than the type",
    attribute('type: "vlan_id", max: 5000'),
    "extra: min and max are wider than vlan_id, which has 1 to 4094. Write numbers within it.",
  ],
  [
    "a length of a number",
    attribute('type: "integer", textLength: 3'),
    "extra: textLength is for texts, and integer is none. Take it away.",
  ],
  [
    "a length beyond the type",
    attribute('type: "text_line", textLength: 300'),
    "extra: textLength is 300. Write a whole number from 1 to 255, the length of text_line.",
  ],
  [
    "a pattern that is no regular expression",
    attribute(`type: "text_line", pattern: "^[A-Z$", help: ${LABEL}`),
    "extra: the pattern ^[A-Z$ is no regular expression that server, portal and database share.",
  ],
  [
    "a pattern that the database reads in another way",
    attribute(`type: "text_line", pattern: "^(?=A).*$", help: ${LABEL}`),
    "extra: the pattern ^(?=A).*$ is no regular expression that server, portal and database share.",
  ],
  [
    "a pattern of a part",
    attribute(`type: "text_line", pattern: "[A-Z]", help: ${LABEL}`),
    "extra: the pattern would accept more than whole values. Write it as ^…$.",
  ],
  [
    "a pattern without words",
    attribute('type: "text_line", pattern: "^[A-Z]$"'),
    "extra: nobody reads a pattern. Say it in words: help:",
  ],
  [
    "a default that the pattern refuses",
    attribute(
      `type: "text_line", pattern: "^[A-Z]$", help: { de: "Buchstabe", en: "one letter" }, default: "7"`,
    ),
    'extra: the default "7" is not allowed by extra itself. Write a value that is: one letter.',
  ],
  [
    "a bound of a computed value",
    attribute('type: "integer", computed: "1", max: 2'),
    "extra: max has no effect, because the value is computed. Take it away.",
  ],
  [
    "a value that its type does not have",
    attribute(`type: "mac_addr", values: { blue: ${LABEL} }`),
    "extra: values has blue, which is no value of mac_addr. Write a value as",
  ],
  [
    "a set that is no reference",
    attribute('type: "text_id_array", set: true'),
    "extra: set: true is for references only. Write a ref, or take it away.",
  ],
  [
    "an update of an unknown attribute",
    { more: 'write: { update: { grant: { sql: "true" }, attributes: ["wekes"] } }' },
    "write.update.attributes: wekes is no attribute. Write weeks, if that is meant.",
  ],
  [
    "an update of an attribute that only a create sets",
    {
      ...attribute('type: "text_id", createOnly: true'),
      more: 'write: { update: { grant: { sql: "true" }, attributes: ["extra"] } }',
    },
    "write.update.attributes: no update changes extra. Write one of: device, weeks, state, pin.",
  ],
  [
    "a right to a function that is missing",
    { more: 'functions: { create: {} }, write: { delete: { sql: "true" } }' },
    "write.delete: the type has no function delete. Write functions: { delete: {} }.",
  ],
  [
    "a right to an unknown function",
    { more: 'write: { more: { prolong: { sql: "true" } } }' },
    "write.more.prolong: functions.more has no prolong. Take it away.",
  ],
  [
    "a secret in the title",
    { more: 'title: ["pin"]' },
    "title: pin is secret, and everybody sees the title. Name another attribute.",
  ],
  [
    "translations of a number",
    { more: 'languageAttributes: ["weeks"]' },
    "languageAttributes: weeks is no text that is stored, so it has no translations. Name an attribute of type text or text_line.",
  ],
  [
    "a need of an unknown type",
    { more: 'needs: [{ to: "lab.laon", attributes: [], id: "t.id" }]' },
    "needs: it refers to the unknown type lab.laon. Write lab.loan, if that is meant.",
  ],
  [
    "a copy of an unknown attribute",
    { more: 'service: { copied: ["wekes"] }' },
    "service.copied: wekes is no attribute. Write weeks, if that is meant.",
  ],
  [
    "a copy of a computed value",
    { ...attribute('type: "integer", computed: "1"'), more: 'service: { copied: ["extra"] }' },
    "service.copied: extra has no column to copy. Take it away; the id is copied in any case.",
  ],
  [
    "answers of a service without a name",
    { more: 'service: { answers: { keys: "select 1", rows: "select 1" } }' },
    'service.answers: the service has no name. Write service: { name: "…", label',
  ],
  [
    "views that nobody reads",
    { more: "service: { views: [] }" },
    'service.views: nobody reads the views. Write reader: "…", the role of the service.',
  ],
  [
    "views where tables are",
    { more: 'service: { reader: "lab", views: [] }' },
    "service.reader: the schema lab holds other things than views. Write the name of a role",
  ],
])("%s is refused with file, type, place and what to write", async (_, parts, sentence) => {
  const lines = await refusal({ "loan.ts": file("lab.loan", parts) });
  expect(lines).toEqual([expect.stringContaining(`loan.ts: lab.loan, ${sentence}`)]);
});

const FEED = `feed: { name: "things", list: "things", permission: "lab.feed:thing", label: ${LABEL}, attributes: ["device"], past: [], key: "device",
  merge: "select 1" }`;

it.each([
  ["the permission to write rows of another type", "lab.rw:desk", "lab.desk"],
  ["the permission to read rows of another type", "lab.ro:desk", "lab.desk"],
  ["the permission that another type has instead of its own", "lab.keeps", "lab.room"],
  ["the permission of a feed", "lab.feed:thing", "lab.desk"],
  ["the permission to read rows of the same type", "lab.ro:loan", "lab.loan"],
])("%s replaces no permission to write rows", async (_, permission, owner) => {
  const grant = `{ sql: "'${permission}' = any({permissions})" }`;
  const lines = await refusal({
    "loan.ts": file("lab.loan", { more: `write: { permission: "${permission}" }` }),
    "desk.ts": file("lab.desk", { gpk: "desk", more: FEED }),
    "room.ts": file("lab.room", { gpk: "room", more: 'write: { permission: "lab.keeps" }' }),
  });
  expect(lines).toContain(
    `loan.ts: lab.loan, write.permission: ${permission} is a permission of ${owner}. Take it away. If its holders write, write create: ${grant}, update: { grant: ${grant}, attributes: ["…"] }, delete: ${grant}.`,
  );
});

it("a permission that no other type has replaces the permission to write rows", async () => {
  const more = 'write: { permission: "lab.keeps" }';
  expect(await refusal({ "loan.ts": file("lab.loan", { more }) })).toEqual([]);
});

it("all mistakes of all files are reported at once", async () => {
  const lines = await refusal({
    "loan.ts": file("lab.loan", { key: "devcie", more: 'title: ["pin"]' }),
    "room.ts": file("lab.room", { gpk: "room", more: "nmae: 1" }),
    "shelf.ts": file("lab.shelf", {}),
  });
  expect(lines).toEqual([
    "room.ts: lab.room, nmae: no definition has a member nmae. Write name, if that is meant.",
    "shelf.ts: lab.shelf, gpk: the gpk prefix loan belongs to lab.loan. Write another word.",
    "loan.ts: lab.loan, key: devcie is no attribute. Write device, if that is meant.",
    "loan.ts: lab.loan, title: pin is secret, and everybody sees the title. Name another attribute.",
  ]);
});

it("files that cannot be read, have no definition, or repeat a name are reported together", async () => {
  const lines = await refusal({
    "a.ts": file("lab.loan", {}),
    "b.ts": file("lab.loan", {}),
    "c.ts": "export default 5;",
    "d.ts": 'export default { name: "lab.d" };',
  });
  expect(lines).toEqual([
    expect.stringMatching(/^b\.ts: lab\.loan is defined in a\.ts already\. Write another name\.$/),
    expect.stringMatching(/^c\.ts exports no object type/),
    "d.ts: the definition has no gpk, label, description, attributes, key, read. Write these members, as docs/objects.md shows.",
  ]);
});
