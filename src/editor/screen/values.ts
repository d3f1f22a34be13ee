import { allows, type Visitor } from "#contract/rule";
import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { hrefTo } from "#core/route/pattern";
import type { Condition, Target, Value } from "#core/screen/screen";

/** Everything a value of a screen can be taken from. */
export interface ValueSource {
  readonly params: Readonly<Record<string, string>>;
  readonly lists: Lists;
  readonly current: Row | null;
  readonly loginName: string | null;
  readonly visitor: Visitor;
}

/** The value meant by the screen; null where the row, the current object or the account is missing. */
export function valueOf(value: Value, source: ValueSource, row: Row | null = null): Json {
  if ("row" in value) return memberOf(row, value.row);
  if ("current" in value) return memberOf(source.current, value.current);
  if ("param" in value) return memberOf(source.params, value.param);
  if ("account" in value) return source.loginName;
  if ("family" in value) {
    const address = memberOf(row, value.family) ?? memberOf(source.params, value.family);
    return typeof address === "string" && address.includes(":") ? value.ipv6 : value.ipv4;
  }
  return value.is;
}

function memberOf(from: Row | null, name: string): Json {
  return from?.[name] ?? null;
}

/** Address of a target, null while one of its parts has no value. What its path does not name stands behind it as a query. */
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

/** Whether a condition of a screen holds; an absent one always does. */
export function holds(
  condition: Condition | undefined,
  source: ValueSource,
  row: Row | null = null,
): boolean {
  if (condition === undefined) return true;
  if (typeof condition === "object" && "rows" in condition) {
    const count = source.lists[condition.rows]?.length ?? 0;
    return condition.are === "some" ? count > 0 : count === 0;
  }
  if (typeof condition === "object" && "value" in condition) {
    return valueOf(condition.value, source, row) === condition.equals;
  }
  return allows(condition, source.visitor);
}
