import { ACTOR_SETS, type WriteRule } from "./define-rights.ts";
import type { Definition } from "./define.ts";
import { isMembers } from "./member-forms.ts";
import { checkRules } from "./check-rules.ts";
import { misformedMembers } from "./members.ts";
import { foundAt, knownNames, type Found } from "./mistakes.ts";
import { LONGEST_NAME } from "./own-schemas.ts";

/** A member of a file that was not compiled. */
type Members = Readonly<Record<string, unknown>>;

const SETS = Object.keys(ACTOR_SETS);
const READ = ["meta", "all", "own"];
const SOURCES = ["table", "metadata", "objects", "literal", "generated"];
const WRITES = Object.keys({
  create: true,
  update: true,
  delete: true,
  more: true,
  ofOwnRows: true,
  after: true,
  byMainAccounts: true,
  permission: true,
} satisfies Readonly<Record<keyof Exclude<WriteRule, string>, true>>);
const FAULTS = ["unique", "check", "overlap"];
/** Parameters that every list has. */
const TAKEN = ["gpk_list", "fetch_limit", "fetch_offset", "sorting_params_list", "filter_params_dict"];
const REFERENCE = ["to", "by", "copied", "otherwise", "isApart"];

/** What is wrong in the shape of a definition. Nothing else can be checked before the shape is right. */
export function* checkShape(definition: Definition): Iterable<Found> {
  const spec: Members = { ...definition };
  const misformed = misformedMembers(definition);
  yield* misformed;
  // The contents of a member with a wrong form cannot be checked.
  if (misformed.some(({ at }) => at !== null && at in spec)) return;
  for (const at of ["label", "description"]) yield* foundAt(at, checkText(spec[at], "text"));
  if (isStored(spec))
    for (const at of ["key", "title"]) if (at in spec) yield* foundAt(at, checkList(at, spec[at]));
  const attributes = membersOf(spec["attributes"]);
  for (const [at, attribute] of Object.entries(attributes))
    if (isMembers(attribute)) yield* foundAt(at, checkAttribute(at, attribute));
  yield* checkChoices(spec);
  yield* checkRules(definition);
  const constraints = membersOf(membersOf(spec["storage"])["constraints"]);
  for (const [name, constraint] of Object.entries(constraints))
    yield* foundAt(`constraint ${name}`, checkConstraint(constraint, Object.keys(attributes)));
}

/** Whether the rows are in a table. Rows of other sources need no key. */
function isStored({ source = "table" }: Members): boolean {
  return source === "table";
}

function* checkAttribute(name: string, attribute: Members): Iterable<string> {
  const { label, ref, help, values } = attribute;
  if (TAKEN.includes(name)) yield `every list has a parameter ${name} already. Write another name.`;
  if (name.length > LONGEST_NAME)
    yield `the name is longer than ${String(LONGEST_NAME)} characters. Write a shorter one.`;
  if (label !== undefined || ref === undefined) yield* checkText(label, "label");
  if (help !== undefined) yield* checkText(help, "help");
  for (const [value, words] of Object.entries(membersOf(values))) yield* checkText(words, `value ${value}`);
  yield* checkKind(attribute);
}

function* checkKind({ ref, set, type, counted }: Members): Iterable<string> {
  if (ref !== undefined) yield* checkReference(ref);
  else if (type === undefined && counted === undefined)
    yield `it has no type. Write type: "…", as text_line.`;
  if (ref !== undefined && set === true && typeof type === "string" && !type.endsWith("_array"))
    yield `a set has many values. Write ${type}_array for ${type}.`;
}

function* checkReference(ref: unknown): Iterable<string> {
  const { to, by } = membersOf(ref);
  if (typeof to !== "string") yield `ref names no type. Write ref: { to: "system.object" }.`;
  else if (by !== undefined && by !== "gpk")
    yield `a reference is by key or by gpk. Write by: "gpk", or take it away.`;
  for (const name of Object.keys(membersOf(ref))) yield* checkWord(name, REFERENCE);
}

/** Members whose value is one of a few words. */
function* checkChoices(spec: Members): Iterable<Found> {
  const { read, source, own, write } = spec;
  if (typeof read === "string") yield* foundAt("read", checkWord(read, READ));
  if (typeof source === "string") yield* foundAt("source", checkWord(source, SOURCES));
  const set = membersOf(own)["in"];
  if (set !== undefined) yield* foundAt("own", checkWord(textOf(set), SETS));
  for (const name of Object.keys(membersOf(write))) yield* foundAt("write", checkWord(name, WRITES));
}

function* checkWord(word: string, known: readonly string[]): Iterable<string> {
  if (!known.includes(word)) yield `${word} is not known here. ${knownNames(word, known)}`;
}

function* checkConstraint(constraint: unknown, own: readonly string[]): Iterable<string> {
  const { kind, attribute, attributes } = membersOf(membersOf(constraint)["fault"]);
  if (typeof kind !== "string") {
    yield `nothing says what a refusal tells. Write fault: { kind: "check", … }.`;
    return;
  }
  yield* checkWord(kind, FAULTS);
  if ((kind === "check" || kind === "unique") && listOf(attributes).length === 0)
    yield `a refusal names no attribute. Write attributes: ["…"] in its fault.`;
  // Refusals of the other kinds may name parameters too.
  if (kind === "overlap" && !own.includes(textOf(attribute)))
    yield `${textOf(attribute)} is no attribute. ${knownNames(textOf(attribute), own)}`;
}

function* checkText(text: unknown, what: string): Iterable<string> {
  const { de, en } = membersOf(text);
  if (typeof de !== "string" || typeof en !== "string")
    yield `the ${what} is not in both languages. Write { de: "…", en: "…" }.`;
}

function* checkList(member: string, list: unknown): Iterable<string> {
  const names = listOf(list);
  if (names.length === 0) yield `it names no attribute. Write ${member}: ["…"].`;
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) yield `it names ${textOf(twice)} twice. Take one away.`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
