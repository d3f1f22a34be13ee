import { rule, type ConstraintSpec } from "../catalogue/define.ts";
import type { Narrowing } from "../catalogue/narrow.ts";
import type { Attribute, ObjectType } from "../catalogue/object-type.ts";
import { quoted, textSql } from "./bind.ts";
import { columnOf } from "./ddl-column.ts";

/** Functions for conditions over lists, which have no subqueries in a check. */
export const VALUE_FUNCTIONS: readonly string[] = [
  `create or replace function netportal.longest(list text[]) returns int language sql immutable parallel safe as
     $$ select max(char_length(one)) from unnest(list) one $$`,
  `create or replace function netportal.all_match(list text[], pattern text) returns boolean language sql immutable parallel safe as
     $$ select bool_and(one collate "C" ~ pattern) from unnest(list) one $$`,
];

/**
 * What attributes demand of written values, by the name of the check within the type. It holds for every writer. Null and empty lists pass; what
 * only the server writes is not checked.
 */
export function valueChecks(type: ObjectType): readonly (readonly [string, ConstraintSpec])[] {
  return [...type.attributes.values()].flatMap((attribute) => {
    const column = columnOf(attribute);
    const { narrowing } = attribute.written;
    if (column === null || narrowing === null || !attribute.isWritable || attribute.ref !== undefined)
      return [];
    const hint = { de: `Erwartet wird: ${narrowing.wanted.de}`, en: `Expected: ${narrowing.wanted.en}` };
    const sql = valueCheck(attribute, quoted(column), narrowing);
    return [[`${attribute.name}_value`, rule("value_allowed", [attribute.name], sql, hint)] as const];
  });
}

function valueCheck({ dataType }: Attribute, column: string, narrowing: Narrowing): string {
  const conditions = dataType.isArray ? ofElements(column, narrowing) : ofValue(column, narrowing);
  return `check (${conditions.join(" and ")})`;
}

function ofValue(column: string, { min, max, textLength, pattern, values }: Narrowing): readonly string[] {
  return [
    ...(min === null ? [] : [`${column} >= ${String(min)}`]),
    ...(max === null ? [] : [`${column} <= ${String(max)}`]),
    ...(textLength === null ? [] : [`char_length(${column}) <= ${String(textLength)}`]),
    ...(pattern === null ? [] : [`${column} ~ ${textSql(pattern)}`]),
    ...(values === null ? [] : [`${column}::text in (${values.map(textSql).join(", ")})`]),
  ];
}

function ofElements(column: string, { min, max, textLength, pattern, values }: Narrowing): readonly string[] {
  return [
    ...(min === null ? [] : [`${String(min)} <= all (${column})`]),
    ...(max === null ? [] : [`${String(max)} >= all (${column})`]),
    ...(textLength === null ? [] : [`netportal.longest(${column}) <= ${String(textLength)}`]),
    ...(pattern === null ? [] : [`netportal.all_match(${column}, ${textSql(pattern)})`]),
    ...(values === null ? [] : [`${column}::text[] <@ array[${values.map(textSql).join(", ")}]`]),
  ];
}
