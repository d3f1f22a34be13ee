import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";

const LABEL = '{ de: "Leihe", en: "Loan" }';
const ATTRIBUTES = `device: { type: "text_id", label: ${LABEL} },
  weeks: { type: "integer", label: ${LABEL}, default: 1, bounds: { min: 1, max: 12 } },
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

it("the type without a mistake is taken", async () => {
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
    "a member that no attribute has",
    attribute('type: "text_line", nullabel: true'),
    "extra: no attribute has a member nullabel. Write nullable, if that is meant.",
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
    attribute('type: "integer", default: 30, bounds: { min: 1, max: 12 }'),
    "extra: the default 30 is outside of the bounds. Write a number within them.",
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
    attribute('type: "integer", bounds: { min: 9, max: 3 }'),
    "extra: no number is between 9 and 3. Write the smaller one as min.",
  ],
  [
    "bounds of a text",
    attribute('type: "text_line", bounds: { min: 9 }'),
    "extra: bounds are for numbers, and text_line is none. Take bounds away.",
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
])("%s is refused with file, type, place and what to write", async (_, parts, sentence) => {
  const lines = await refusal({ "loan.ts": file("lab.loan", parts) });
  expect(lines).toEqual([expect.stringContaining(`loan.ts: lab.loan, ${sentence}`)]);
});

it("all mistakes of all files are told at once", async () => {
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

it("files that cannot be read, have no definition, or repeat a name are told together", async () => {
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
