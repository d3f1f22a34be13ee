import { ACTOR_SETS, type WriteRule } from "./define-rights.ts";
import type { Definition } from "./define.ts";
import { isMembers } from "./member-forms.ts";
import { checkRules } from "./check-rules.ts";
import { misformedMembers } from "./members.ts";
import { knownNames, type Found } from "./mistakes.ts";
import { LONGEST_NAME } from "./own-schemas.ts";

/** A member of a file that no compiler has seen. */
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
/** Parameters that every list has by itself. */
const TAKEN = ["gpk_list", "fetch_limit", "fetch_offset", "sorting_params_list", "filter_params_dict"];
const REFERENCE = ["to", "by", "copied", "otherwise", "isApart"];

/** What is not built as definitions are, so that nothing else could be checked. */
export function* checkShape(definition: Definition): Iterable<Found> {
  const spec: Members = { ...definition };
  const misformed = misformedMembers(definition);
  yield* misformed;
  // What is within a member of another form cannot be looked at.
  if (misformed.some(({ at }) => at !== null && at in spec)) return;
  for (const at of ["label", "description"]) yield* checkText(at, spec[at], at);
  if (isStored(spec)) for (const at of ["key", "title"]) if (at in spec) yield* checkList(at, spec[at]);
  const attributes = membersOf(spec["attributes"]);
  for (const [at, attribute] of Object.entries(attributes))
    if (isMembers(attribute)) yield* checkAttribute(at, attribute);
  yield* checkChoices(spec);
  yield* checkRules(definition);
  yield* checkConstraints(membersOf(membersOf(spec["storage"])["constraints"]), Object.keys(attributes));
}

/** What is no table may have rows without a key. */
function isStored({ source = "table" }: Members): boolean {
  return source === "table";
}

function* checkAttribute(at: string, attribute: Members): Iterable<Found> {
  const { label, ref } = attribute;
  if (TAKEN.includes(at)) yield { at, text: `every list has a parameter ${at} already. Write another name.` };
  if (at.length > LONGEST_NAME)
    yield { at, text: `the name is longer than ${String(LONGEST_NAME)} characters. Write a shorter one.` };
  if (label !== undefined || ref === undefined) yield* checkText(at, label);
  yield* checkWords(at, attribute);
  yield* checkKind(at, attribute);
}

/** Texts besides the label. */
function* checkWords(at: string, { help, values }: Members): Iterable<Found> {
  if (help !== undefined) yield* checkText(at, help, "help");
  for (const [value, words] of Object.entries(membersOf(values)))
    yield* checkText(at, words, `value ${value}`);
}

function* checkKind(at: string, { ref, set, type, counted }: Members): Iterable<Found> {
  if (ref !== undefined) yield* checkReference(at, ref);
  else if (type === undefined && counted === undefined)
    yield { at, text: `it has no type. Write type: "…", as text_line.` };
  if (ref !== undefined && set === true && typeof type === "string" && !type.endsWith("_array"))
    yield { at, text: `a set has many values. Write ${type}_array for ${type}.` };
}

function* checkReference(at: string, ref: unknown): Iterable<Found> {
  const { to, by } = membersOf(ref);
  if (typeof to !== "string") yield { at, text: `ref names no type. Write ref: { to: "system.object" }.` };
  else if (by !== undefined && by !== "gpk")
    yield { at, text: `a reference is by key or by gpk. Write by: "gpk", or take it away.` };
  for (const name of Object.keys(membersOf(ref))) yield* checkWord(at, name, REFERENCE);
}

/** Members with one of a few words. */
function* checkChoices(spec: Members): Iterable<Found> {
  const { read, source, own, write } = spec;
  if (typeof read === "string") yield* checkWord("read", read, READ);
  if (typeof source === "string") yield* checkWord("source", source, SOURCES);
  const set = membersOf(own)["in"];
  if (set !== undefined) yield* checkWord("own", textOf(set), SETS);
  for (const name of Object.keys(membersOf(write))) yield* checkWord("write", name, WRITES);
}

function* checkWord(at: string, word: string, known: readonly string[]): Iterable<Found> {
  if (!known.includes(word)) yield { at, text: `${word} is not known here. ${knownNames(word, known)}` };
}

function* checkConstraints(constraints: Members, own: readonly string[]): Iterable<Found> {
  for (const [name, constraint] of Object.entries(constraints)) {
    const at = `constraint ${name}`;
    const { kind, attribute, attributes } = membersOf(membersOf(constraint)["fault"]);
    if (typeof kind !== "string") {
      yield { at, text: `nothing says what a refusal tells. Write fault: { kind: "check", … }.` };
      continue;
    }
    yield* checkWord(at, kind, FAULTS);
    if ((kind === "check" || kind === "unique") && listOf(attributes).length === 0)
      yield { at, text: `a refusal names no attribute. Write attributes: ["…"] in its fault.` };
    // Other refusals name parameters too.
    if (kind === "overlap" && !own.includes(textOf(attribute)))
      yield { at, text: `${textOf(attribute)} is no attribute. ${knownNames(textOf(attribute), own)}` };
  }
}

function* checkText(at: string, text: unknown, what = "label"): Iterable<Found> {
  const { de, en } = membersOf(text);
  if (typeof de !== "string" || typeof en !== "string")
    yield {
      at,
      text: `the ${at === what ? "text" : what} is not in both languages. Write { de: "…", en: "…" }.`,
    };
}

function* checkList(at: string, list: unknown): Iterable<Found> {
  const names = listOf(list);
  if (names.length === 0) yield { at, text: `it names no attribute. Write ${at}: ["…"].` };
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) yield { at, text: `it names ${textOf(twice)} twice. Take one away.` };
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
