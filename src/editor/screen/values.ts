import { holds as conditionHolds, passesTest } from "#contract/condition";
import { passesRule, type RuleTest, type Visitor } from "#contract/rule";
import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { hrefTo } from "#core/route/pattern";
import type { Condition, ScreenTest, Target, Value } from "#core/screen/value";

/** Sources of a screen's values. */
export interface ValueSource {
  readonly params: Readonly<Record<string, string>>;
  readonly lists: Lists;
  readonly current: Row | null;
  readonly loginName: string | null;
  readonly visitor: Visitor;
}

/** The value; null if the row, the current object or the account is missing. */
export function valueOf(value: Value, source: ValueSource, row: Row | null = null): Json {
  if ("row" in value) return memberOf(row, value.row);
  if ("current" in value) return memberOf(source.current, value.current);
  if ("from" in value) return memberOf(firstOf(source, value.from), value.show);
  if ("param" in value) return memberOf(source.params, value.param);
  if ("account" in value) return source.loginName;
  if ("family" in value) return familyValue(value, source, row);
  return "list" in value ? [memberOf(source.current, value.list.current)] : value.is;
}

function firstOf({ lists }: ValueSource, step: string): Row | null {
  return lists[step]?.[0] ?? null;
}

function familyValue(
  { family, ipv4, ipv6 }: Extract<Value, { readonly family: string }>,
  source: ValueSource,
  row: Row | null,
): Json {
  const address = memberOf(row, family) ?? memberOf(source.params, family);
  return isIpv6(address) ? ipv6 : ipv4;
}

function isIpv6(address: Json): boolean {
  return typeof address === "string" && address.includes(":");
}

function memberOf(from: Row | null, name: string): Json {
  return from?.[name] ?? null;
}

/** Address of a target; null while a part has no value. Values outside the path become the query. */
export function hrefOfTarget(target: Target, source: ValueSource, row: Row | null = null): string | null {
  const params = new Map<string, string>();
  const inPath = paramNames(target.to);
  for (const name of new Set([...inPath, ...Object.keys(target.params ?? {})])) {
    const given = target.params?.[name];
    const value = given === undefined ? null : valueOf(given, source, row);
    if (value === null || typeof value === "object") return null;
    params.set(name, String(value));
  }
  const asked = new URLSearchParams([...params].filter(([name]) => !inPath.includes(name))).toString();
  const path = `${hrefTo(target.to, Object.fromEntries(params))}${asked === "" ? "" : `?${asked}`}`;
  return target.hash === undefined ? path : `${path}#${target.hash}`;
}

function paramNames(pattern: string): readonly string[] {
  return pattern.split("/").flatMap((part) => (part.startsWith(":") ? [part.slice(1)] : []));
}

/** True if the condition of a screen holds or is absent. */
export function holds(
  condition: Condition | undefined,
  source: ValueSource,
  row: Row | null = null,
): boolean {
  return (
    condition === undefined ||
    conditionHolds(condition, (test) =>
      readsValues(test)
        ? passesTest(test, (value) =>
            "rows" in value ? (source.lists[value.rows] ?? []) : [valueOf(value, source, row)],
          )
        : passesRule(test, source.visitor),
    )
  );
}

/** True if a test concerns values and not rights. */
export function readsValues(test: ScreenTest): test is Exclude<ScreenTest, RuleTest> {
  return typeof test === "object" && ("value" in test || "given" in test);
}
