import { isList, type Json } from "./wire/json.ts";

/** A condition that consists of tests. Rules, screens and request forms use this form with different tests. */
export type Condition<Test> = Test | Joined<Test>;

type Joined<Test> =
  | { readonly all: readonly Condition<Test>[] }
  | { readonly any: readonly Condition<Test>[] }
  | { readonly not: Condition<Test> };

/** A test of values, wherever they come from. */
export type ValueTest<Value> =
  | { readonly given: Value }
  /** The value is one of these, or a list that holds one of them. */
  | { readonly value: Value; readonly in: readonly Json[] }
  /** The value equals that of another place. */
  | { readonly value: Value; readonly same: Value }
  /** The value is none of these, or a list with at least one other value. */
  | { readonly value: Value; readonly notOnly: readonly Json[] };

/** True if the condition holds; `passes` decides each test. */
export function holds<Test>(condition: Condition<Test>, passes: (test: Test) => boolean): boolean {
  const said = (part: Condition<Test>): boolean => holds(part, passes);
  if (!isJoined(condition)) return passes(condition);
  if ("not" in condition) return !said(condition.not);
  return "all" in condition ? condition.all.every(said) : condition.any.some(said);
}

export function hasTest<Test>(condition: Condition<Test>, isOfKind: (test: Test) => boolean): boolean {
  const has = (part: Condition<Test>): boolean => hasTest(part, isOfKind);
  if (!isJoined(condition)) return isOfKind(condition);
  if ("not" in condition) return has(condition.not);
  return ("all" in condition ? condition.all : condition.any).some(has);
}

function isJoined<Test>(condition: Condition<Test>): condition is Joined<Test> {
  return ["all", "any", "not"].some(
    (word) => typeof condition === "object" && Object.hasOwn(condition ?? {}, word),
  );
}

export function passesTest<Value>(test: ValueTest<Value>, read: (value: Value) => readonly Json[]): boolean {
  if ("given" in test) return read(test.given).some(isGiven);
  if ("same" in test) return read(test.value).some((value) => read(test.same).includes(value));
  return read(test.value).some((value) =>
    "in" in test ? test.in.includes(value) : !test.notOnly.includes(value),
  );
}

/** True if a value was given; blank text and empty lists do not count. */
export function isGiven(value: Json | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return isList(value) ? value.length > 0 : (value ?? null) !== null;
}
