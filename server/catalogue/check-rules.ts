import type { Definition } from "./define.ts";
import { isMembers, shown } from "./member-forms.ts";
import { foundAt, knownNames, type Found } from "./mistakes.ts";

type Members = Readonly<Record<string, unknown>>;

/** Kinds of a rule: the member that determines the kind, and its text in messages. */
type Kinds = Readonly<Record<string, string>>;

const COMMON: Kinds = {
  any: "any: [{ … }]",
  all: "all: [{ … }]",
  translated: "translated: { … }",
  sql: 'sql: "…"',
};
const OWN: Kinds = { column: 'column: "…", in: "accounts"', ...COMMON };
const GRANTS: Kinds = {
  isAccount: 'isAccount: "…"',
  isOtherAccount: 'isOtherAccount: "…"',
  isTrue: 'isTrue: "…"',
  reaches: 'reaches: …, by: "…"',
  ...COMMON,
};
/** Members of a rule with the name of a column of the row, or of a parameter of its create. */
const COLUMNS = ["column", "isAccount", "isOtherAccount", "isTrue", "by"];

/** What is wrong in the rules that say who has, reads and writes rows. Each rule has one kind and names columns that exist. */
export function* checkRules(definition: Definition): Iterable<Found> {
  const { own, read, write }: Members = { ...definition };
  const known = columnsOf(definition);
  if (isMembers(own)) yield* foundAt("own", checkRule(own, OWN, known));
  if (isMembers(read)) yield* foundAt("read.ownOr", checkRule(read["ownOr"], OWN, known));
  if (!isMembers(write)) return;
  for (const fn of ["create", "delete", "after"])
    if (write[fn] !== undefined) yield* foundAt(`write.${fn}`, checkRule(write[fn], GRANTS, known));
  if (write["update"] !== undefined) yield* foundAt("write.update", checkUpdate(write["update"], known));
  for (const [name, grant] of Object.entries(isMembers(write["more"]) ? write["more"] : {}))
    yield* foundAt(`write.more.${name}`, checkRule(grant, GRANTS, known));
}

function* checkUpdate(update: unknown, known: Columns): Iterable<string> {
  const { grant, attributes } = isMembers(update) ? update : {};
  if (!Array.isArray(attributes) || attributes.length === 0 || grant === undefined)
    yield `it is ${shown(update)}. Write { grant: { … }, attributes: ["…"] }, who may change which attributes.`;
  else yield* checkRule(grant, GRANTS, known);
}

function* checkRule(rule: unknown, kinds: Kinds, known: Columns): Iterable<string> {
  const given = isMembers(rule) ? rule : {};
  const [kind, ...others] = Object.keys(kinds).filter((name) => given[name] !== undefined);
  if (kind === undefined) {
    const wanted = Object.values(kinds).map((one) => `{ ${one} }`);
    yield `it is ${shown(rule)}, which is no rule. Write one of: ${wanted.join(", ")}.`;
  } else if (others.length > 0) {
    const both = Object.fromEntries([kind, ...others].map((name) => [name, given[name]]));
    yield `${shown(both)} has several rules. Write all: [{ … }, { … }] or any: [{ … }, { … }].`;
  } else if (kind === "any" || kind === "all") yield* checkEach(kind, given[kind], kinds, known);
  else yield* checkColumn(given, known);
}

function* checkEach(kind: string, rules: unknown, kinds: Kinds, known: Columns): Iterable<string> {
  if (Array.isArray(rules)) for (const rule of rules) yield* checkRule(rule, kinds, known);
  else yield `${kind} is ${shown(rules)}. Write a list of rules: ${kind}: [{ … }].`;
}

function* checkColumn(given: Members, known: Columns): Iterable<string> {
  const { column, sql } = given;
  if (column !== undefined && given["in"] === undefined)
    yield `no set says whose ${word(column)} counts. Write in: "accounts".`;
  if (sql !== undefined && typeof sql !== "string")
    yield `sql is ${shown(sql)}. Write it as a text: sql: "…".`;
  for (const member of COLUMNS) {
    const name = given[member];
    if (name !== undefined && known !== null && !known.includes(word(name)))
      yield `${member} is ${shown(name)}, which is no column. ${knownNames(word(name), known)}`;
  }
}

/** Null for a view, because only the database knows its columns. */
type Columns = readonly string[] | null;

function columnsOf({ attributes, storage, composite = [], functions, source }: Definition): Columns {
  if (source !== undefined && source !== "table") return null;
  return [
    "id",
    ...Object.keys(attributes),
    ...Object.keys(storage?.columns ?? {}),
    ...composite.map(({ column }) => column),
    ...Object.keys(functions?.create?.extra ?? {}),
  ];
}

function word(name: unknown): string {
  return typeof name === "string" ? name : shown(name);
}
