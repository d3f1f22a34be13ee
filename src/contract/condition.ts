import { isList, type Json } from "./wire/json.ts";

/** When something holds: tests, joined. Rules, screens and request forms say it in this one language, each with tests of its own. */
export type Condition<Test> = Test | Joined<Test>;

type Joined<Test> =
  | { readonly all: readonly Condition<Test>[] }
  | { readonly any: readonly Condition<Test>[] }
  | { readonly not: Condition<Test> };

/** A test of values, wherever they stand. */
export type ValueTest<Value> =
  | { readonly given: Value }
  /** It is one of these, or holds one of them. */
  | { readonly value: Value; readonly in: readonly Json[] }
  /** It is another one, or holds another one. */
  | { readonly value: Value; readonly notOnly: readonly Json[] };

/** Whether a condition holds, by which of its tests are passed. */
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
  return read(test.value).some((value) =>
    "in" in test ? test.in.includes(value) : !test.notOnly.includes(value),
  );
}

/** Whether something was said: blank text and empty lists are nothing. */
export function isGiven(value: Json | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return isList(value) ? value.length > 0 : (value ?? null) !== null;
}
