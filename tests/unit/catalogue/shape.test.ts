import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";

const LABEL = '{ de: "Leihe", en: "Loan" }';
const ATTRIBUTES = `device: { type: "text_id", label: ${LABEL} }, weeks: { type: "integer", label: ${LABEL} },`;
const TEXTS = 'is not in both languages. Write { de: "…", en: "…" }.';

/** Members of a definition that replace those of a right one. */
type Members = Readonly<Record<string, string>>;

async function refusal(members: Members): Promise<readonly string[]> {
  const given = {
    name: '"lab.loan"',
    gpk: '"loan"',
    label: LABEL,
    description: LABEL,
    attributes: `{ ${ATTRIBUTES} }`,
    key: '["device"]',
    read: '"all"',
    ...members,
  };
  const text = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  writeFileSync(join(folder, "loan.ts"), `export default { ${text.join(", ")} };`);
  const message = await loadCatalogue([folder]).then(
    () => "",
    (fault: unknown) => String(fault),
  );
  rmSync(folder, { recursive: true });
  const lines = message.split("\n").slice(1);
  return lines.map((line) => line.replace(`  ${folder}/loan.ts: lab.loan, `, ""));
}

const extra = (spec: string): Members => ({
  attributes: `{ ${ATTRIBUTES} extra: { label: ${LABEL}, ${spec} } }`,
});
const constraint = (members: string): Members => ({
  storage: `{ constraints: { one: { sql: "check (true)", ${members} } } }`,
});

it("a definition without a mistake is taken", async () => {
  expect(await refusal({})).toEqual([]);
});

it.each<[string, Members, string]>([
  ["a label in one language", { label: '{ de: "Leihe" }' }, `label: the text ${TEXTS}`],
  ["a label that is a text", { label: '"Leihe"' }, `label: the text ${TEXTS}`],
  ["a description that is a text", { description: '"Leihe"' }, `description: the text ${TEXTS}`],
  [
    "an attribute without a label",
    { attributes: `{ ${ATTRIBUTES} extra: { type: "integer" } }` },
    `extra: the label ${TEXTS}`,
  ],
  ["help in one language", extra('type: "text_id", help: "x"'), `extra: the help ${TEXTS}`],
  ["a value without words", extra('type: "text_id", values: { a: "A" }'), `extra: the value a ${TEXTS}`],
  ["a key that is no list", { key: '"device"' }, 'key: it names no attribute. Write key: ["…"].'],
  ["a key without attributes", { key: "[]" }, 'key: it names no attribute. Write key: ["…"].'],
  [
    "an attribute twice in the key",
    { key: '["device", "device"]' },
    "key: it names device twice. Take one away.",
  ],
  ["a title that is no list", { title: '"device"' }, 'title: it names no attribute. Write title: ["…"].'],
  ["a title without attributes", { title: "[]" }, 'title: it names no attribute. Write title: ["…"].'],
  [
    "an attribute with the name of a parameter",
    { attributes: `{ ${ATTRIBUTES} fetch_limit: { type: "integer", label: ${LABEL} } }` },
    "fetch_limit: every list has a parameter fetch_limit already. Write another name.",
  ],
  [
    "a name that the database would cut",
    { attributes: `{ ${ATTRIBUTES} ${"a".repeat(64)}: { type: "integer", label: ${LABEL} } }` },
    `${"a".repeat(64)}: the name is longer than 63 characters. Write a shorter one.`,
  ],
  ["an attribute without a type", extra(""), 'extra: it has no type. Write type: "…", as text_line.'],
  [
    "a reference that is a text",
    extra('ref: "cntl.mgr"'),
    'extra: ref names no type. Write ref: { to: "system.object" }.',
  ],
  [
    "a reference by another attribute",
    extra('ref: { to: "lab.loan", by: "weeks" }'),
    'extra: a reference is by key or by gpk. Write by: "gpk", or take it away.',
  ],
  [
    "a set with the type of one value",
    extra('type: "text_id", ref: { to: "lab.loan" }, set: true'),
    "extra: a set has many values. Write text_id_array for text_id.",
  ],
  [
    "own rows of a set that nobody has",
    { own: '{ column: "device", in: "acounts" }' },
    "own: acounts is not known here. Write accounts, if that is meant.",
  ],
  [
    "readers that nobody is",
    { read: '"everybody"' },
    "read: everybody is not known here. Write one of: meta, all, own.",
  ],
  [
    "a right to a function that is none",
    { write: '{ updte: { sql: "true" } }' },
    "write: updte is not known here. Write update, if that is meant.",
  ],
  [
    "rows from nowhere",
    { source: '"tabel"' },
    "source: tabel is not known here. Write table, if that is meant.",
  ],
  [
    "a constraint that tells nothing",
    constraint(""),
    'constraint one: nothing says what a refusal tells. Write fault: { kind: "check", … }.',
  ],
  [
    "a constraint of an unknown kind",
    constraint('fault: { kind: "chek" }'),
    "constraint one: chek is not known here. Write check, if that is meant.",
  ],
  [
    "an overlap of an unknown attribute",
    constraint('fault: { kind: "overlap", attribute: "wekes", meets: "true", shown: "t.weeks" }'),
    "constraint one: wekes is no attribute. Write weeks, if that is meant.",
  ],
  [
    "a lookup that shares the join of no reference",
    extra(
      'type: "integer", lookup: { column: "device", to: "lab.loan", attribute: "weeks", shares: "weeks" }',
    ),
    "extra: lookup shares the join of weeks, which shows no key of lab.loan. Take it away.",
  ],
  [
    "views in a schema that is taken",
    { service: '{ reader: "macfinder", views: [] }' },
    "service.reader: the schema macfinder holds other things than views. Write the name of a role that has a schema for itself.",
  ],
])("%s is told", async (_, members, sentence) => {
  expect(await refusal(members)).toEqual([sentence]);
});
