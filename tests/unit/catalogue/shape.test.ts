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

it("a definition without a mistake is accepted", async () => {
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
    { service: '{ reader: "seen", views: [] }', storage: '{ schemas: ["seen"] }' },
    "service.reader: the schema seen holds other things than views. Write the name of a role that has a schema for itself.",
  ],
])("%s is told", async (_, members, sentence) => {
  expect(await refusal(members)).toEqual([sentence]);
});

const attributes = (more: string): Members => ({ attributes: `{ ${ATTRIBUTES} ${more} }` });
const named = (name: string, spec = 'type: "integer"'): Members =>
  attributes(`${name}: { label: ${LABEL}, ${spec} }`);
const KEYED = (spec: string): Members => ({ attributes: `{ device: { label: ${LABEL}, ${spec} } }` });

it.each<[string, Members, string]>([
  [
    "an attribute that is the key of every row",
    named("gpk", 'type: "text_id"'),
    "gpk: every row has gpk already. Write another name.",
  ],
  [
    "an attribute that every row has for its reader",
    named("is_own", 'type: "boolean"'),
    "is_own: every row has is_own already. Write another name.",
  ],
  [
    "an attribute that every table has",
    named("ctid"),
    "ctid: every table of the database has ctid already. Write another name.",
  ],
  [
    "an attribute with the name of a filter",
    named("weeks_list"),
    "weeks_list: lists have a parameter weeks_list for weeks already. Write another name.",
  ],
  [
    "an attribute with the name of all filters",
    named("filter_params_dict", 'type: "text_id"'),
    "filter_params_dict: every list has a parameter filter_params_dict already. Write another name.",
  ],
  [
    "null for what is never null",
    extra('type: "integer", default: null'),
    "extra: the default is null, and extra is never null. Write nullable: true, or take the default away.",
  ],
  [
    "a default that is no key",
    extra('ref: { to: "lab.loan" }, default: 5'),
    'extra: the default 5 is no value of text_id. Write a value as "…" (Letters from A to Z (without accents), digits, blanks and _ . : / ( ) + -, beginning with a letter or digit).',
  ],
  [
    "a unique set that is no set",
    { unique: '["weeks"]' },
    'unique: it is ["weeks"]. Write [["…", "…"]], a list of names for each set.',
  ],
  [
    "a mark that is false",
    extra('type: "integer", createOnly: false'),
    "extra: createOnly is false. Write true, or take it away.",
  ],
  ["a mark that is a word", { isUnlogged: '"yes"' }, 'isUnlogged: it is "yes". Write true, or take it away.'],
  ["a plural that is a word", { plural: '"Loans"' }, 'plural: it is "Loans". Write { de: "…", en: "…" }.'],
  [
    "a composite reference that is a word",
    { composite: '"rack"' },
    'composite: it is "rack". Write [{ name: "…", column: "…", attributes: ["…"], to: "system.object" }].',
  ],
  [
    "attributes as a list",
    { attributes: '["device"]' },
    'attributes: it is ["device"]. Write { device: { … } }.',
  ],
  [
    "an attribute that is only a type",
    attributes('extra: "integer"'),
    'extra: it is "integer". Write { … }.',
  ],
  ["a type that is none", extra("type: null"), 'extra: type is null. Write "…".'],
  ["a bound that is a text", extra('type: "integer", min: "3"'), 'extra: min is "3". Write a number.'],
  [
    "a look-up without a column",
    extra('type: "integer", lookup: { to: "lab.loan", attribute: "weeks" }'),
    'extra: lookup is {"to":"lab.loan","attribute":"weeks"}. Write { column: "…", to: "system.object", attribute: "…" }.',
  ],
  [
    "a reference with a member that none has",
    extra('ref: { to: "lab.loan", bye: "gpk" }'),
    "extra: bye is not known here. Write by, if that is meant.",
  ],
  [
    "functions as a list",
    { functions: '["create"]' },
    'functions: it is ["create"]. Write { create: {}, update: {}, delete: {} }.',
  ],
  ["a function that is true", { functions: "{ create: true }" }, "functions.create: it is true. Write {}."],
  [
    "a function without a label",
    { functions: "{ more: { prolong: { row: true } } }" },
    'more.prolong: it has no label. Write label: { de: "…", en: "…" }.',
  ],
  [
    "a function with a name that no address has",
    { functions: `{ more: { "prolong it": { label: ${LABEL} } } }` },
    "more.prolong it: the name must be small letters, digits and _, as prolong.",
  ],
  [
    "a function with the name of another",
    { functions: `{ more: { metadata: { label: ${LABEL} } } }` },
    "more.metadata: every type can have metadata already. Write another name.",
  ],
  [
    "a parameter without a type",
    { functions: `{ create: { extra: { copies: { label: ${LABEL} } } } }` },
    'copies: it has no type. Write type: "…".',
  ],
  [
    "a filter that compares nothing",
    { filters: `{ least: { type: "integer", label: ${LABEL} } }` },
    'least: it has no sql. Write sql: "…".',
  ],
  [
    "an update of what never changes",
    { ...KEYED('type: "text_id", createOnly: true'), functions: "{ update: {} }" },
    "functions.update: no attribute can be changed after its creation. Take update away.",
  ],
  [
    "a key that can be null",
    KEYED('type: "text_id", nullable: true'),
    "key: device can be null, so an object would have no name. Take its nullable away.",
  ],
  [
    "a key that is computed",
    KEYED(`type: "text_id", computed: "'x'"`),
    "key: device is computed, so nobody can name an object by it. Name an attribute that is stored.",
  ],
  [
    "a title that is a list",
    { ...extra('type: "text_id_array"'), title: '["extra"]' },
    "title: extra is a list or an object. Name an attribute with one value.",
  ],
  [
    "own rows as a word",
    { own: '"device"' },
    'own: it is "device". Write null, or { column: "…", in: "accounts" }.',
  ],
  [
    "own rows by an unknown column",
    { own: '{ column: "devise", in: "accounts" }' },
    'own: column is "devise", which is no column. Write device, if that is meant.',
  ],
  [
    "own rows of nobody",
    { own: '{ column: "device" }' },
    'own: no set says whose device counts. Write in: "accounts".',
  ],
  [
    "own rows by one of no rules",
    { own: '{ any: { sql: "true" } }' },
    'own: any is {"sql":"true"}. Write a list of rules: any: [{ … }].',
  ],
  ["a right by a word", { write: '"all"' }, 'write: it is "all". Write "nobody", or { create: { … } }.'],
  [
    "a right without a rule",
    { write: "{ delete: {} }" },
    'write.delete: it is {}, which is no rule. Write one of: { isAccount: "…" }, { isOtherAccount: "…" }, { isTrue: "…" }, { reaches: …, by: "…" }, { any: [{ … }] }, { all: [{ … }] }, { translated: { … } }, { sql: "…" }.',
  ],
  [
    "a right with two rules",
    { write: '{ delete: { isTrue: "weeks", sql: "false" } }' },
    'write.delete: {"isTrue":"weeks","sql":"false"} has several rules. Write all: [{ … }, { … }] or any: [{ … }, { … }].',
  ],
  [
    "a right of an unknown column",
    { write: '{ create: { isAccount: "devise" } }' },
    'write.create: isAccount is "devise", which is no column. Write device, if that is meant.',
  ],
  [
    "an update of no attributes",
    { write: '{ update: { grant: { sql: "true" } } }' },
    'write.update: it is {"grant":{"sql":"true"}}. Write { grant: { … }, attributes: ["…"] }, who may change which attributes.',
  ],
  ["a rule that is no text", { own: "{ sql: 5 }" }, 'own: sql is 5. Write it as a text: sql: "…".'],
  [
    "an offer by a number",
    extra('type: "integer", isOffered: true'),
    'extra: isOffered is for flags: type: "boolean". Write that, or take isOffered away.',
  ],
  [
    "a unit of a text",
    extra('type: "text", unit: "m"'),
    'extra: unit is for numbers: type: "integer". Write that, or take unit away.',
  ],
  [
    "other values besides none",
    extra('type: "text_id", hasOtherValues: true'),
    "extra: hasOtherValues is for attributes with values: { … }. Write that, or take hasOtherValues away.",
  ],
  [
    "a value of few rows that is stored",
    extra('type: "integer", upToRows: 3'),
    'extra: upToRows is for values with computed. Write computed: "…", or take it away.',
  ],
  [
    "a computed value that a create gives",
    extra('type: "integer", computed: "1", createOnly: true'),
    "extra: nobody writes a value that is computed. Take createOnly away.",
  ],
  [
    "a row that vanishes with a number",
    { vanishesWith: '"weeks"' },
    "vanishesWith: weeks refers to no object. Name an attribute with a ref.",
  ],
  [
    "a tree over a number",
    { hierarchy: '{ parent: "weeks" }' },
    'hierarchy: weeks refers to no object, and a tree has objects of one type. Write ref: { to: "lab.loan" }.',
  ],
  [
    "a condition without its rule",
    { vanishesWhile: '"true"' },
    'vanishesWhile: it is the condition for vanishesWith, which is missing. Write vanishesWith: "…", or take it away.',
  ],
  [
    "a ranking by no value",
    {
      ...extra(`type: "text_id", values: { late: ${LABEL} }`),
      ranking: '{ attribute: "extra", values: ["lte"] }',
    },
    "ranking: lte is none of the values. Write late, if that is meant.",
  ],
  [
    "a column twice",
    { storage: '{ columns: { weeks: "integer" } }' },
    "storage.columns: the table has a column weeks already. Write another name.",
  ],
  [
    "an index without a name",
    { storage: '{ indexes: ["weeks"] }' },
    'storage.indexes: it is ["weeks"]. Write { name: "(…)" }.',
  ],
  [
    "a constraint that names nothing",
    constraint('fault: { kind: "check", rule: "one" }'),
    'constraint one: a refusal names no attribute. Write attributes: ["…"] in its fault.',
  ],
])("%s has no effect unnoticed", async (_, members, sentence) => {
  expect(await refusal(members)).toEqual([sentence]);
});

it.each([
  ["public.loan", "the schema public holds other things than types."],
  ["netportal.loan", "the schema netportal holds other things than types."],
  [`lab.${"a".repeat(64)}`, "the name of the object is longer than 63 characters."],
])("the name %s is refused", async (name, sentence) => {
  const [line, ...others] = await refusal({ name: `"${name}"` });
  expect(line).toContain(`${name}, name: ${sentence}`);
  expect(others).toEqual([]);
});
