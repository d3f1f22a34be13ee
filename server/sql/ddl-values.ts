import { rule, type ConstraintSpec } from "../catalogue/define.ts";
import type { Narrowing } from "../catalogue/narrow.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import { quoted, textSql } from "./bind.ts";
import { columnOf } from "./ddl-column.ts";

/** Functions for conditions over lists, because a check cannot have subqueries. */
export const VALUE_FUNCTIONS: readonly string[] = [
  `create or replace function netportal.longest(list text[])
    returns int
    language sql immutable parallel safe as $$ select max(char_length(one)) from unnest(list) one $$`,
  `create or replace function netportal.all_match(list text[], pattern text)
    returns boolean
    language sql immutable parallel safe as $$
    select bool_and(one collate "C" ~ pattern)
    from unnest(list) one
  $$`,
];

/**
 * Conditions of attributes on written values, by the name of the check within the type. They apply to every writer. Null and empty lists pass, and
 * values that only the server writes are not checked.
 */
export function valueChecks(type: ObjectType): readonly (readonly [string, ConstraintSpec])[] {
  return [...type.attributes.values()].flatMap((attribute) => {
    const column = columnOf(attribute);
    const { narrowing } = attribute.written;
    if (column === null || narrowing === null || !attribute.isWritable || attribute.ref !== undefined)
      return [];
    const hint = { de: `Erwartet wird: ${narrowing.wanted.de}`, en: `Expected: ${narrowing.wanted.en}` };
    const conditions = [...conditionsOf(quoted(column), narrowing, attribute.dataType.isArray)];
    const sql = `check (${conditions.join(" and ")})`;
    return [[`${attribute.name}_value`, rule("value_allowed", [attribute.name], sql, hint)] as const];
  });
}

function* conditionsOf(
  column: string,
  { min, max, textLength, pattern, values }: Narrowing,
  isList: boolean,
): Iterable<string> {
  const either = (one: string, list: string): string => (isList ? list : one);
  if (min !== null) yield either(`${column} >= ${String(min)}`, `${String(min)} <= all (${column})`);
  if (max !== null) yield either(`${column} <= ${String(max)}`, `${String(max)} >= all (${column})`);
  if (textLength !== null)
    yield `${either("char_length", "netportal.longest")}(${column}) <= ${String(textLength)}`;
  if (pattern !== null)
    yield either(`${column} ~ ${textSql(pattern)}`, `netportal.all_match(${column}, ${textSql(pattern)})`);
  if (values === null) return;
  const texts = values.map(textSql).join(", ");
  yield either(`${column}::text in (${texts})`, `${column}::text[] <@ array[${texts}]`);
}
