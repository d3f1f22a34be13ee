import { attributeOf } from "../../catalogue/object-type.ts";
import { attributeSql, rowJson, type RowContext } from "../../sql/select.ts";
import { METADATA_PARAMETERS, type ParsedStep } from "../step.ts";
import type { ListPlan } from "../plan.ts";
import { planList } from "./plan.ts";
import { unknownParameter, valueOf } from "../value.ts";

/** `wapi.object_type.metadata`: everything about one object type, or about all (wire contract 5.1). */
export function planMetadata(step: ParsedStep, scope: "old" | "query"): ListPlan {
  const { object_fq_name: name, ...others } = step.old;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unknownParameter(unknown, scope, Object.keys(METADATA_PARAMETERS));
  // The list has another name for this filter, so the value is checked here: a refusal then names the sent parameter.
  if (name !== undefined && name !== null)
    valueOf(METADATA_PARAMETERS.object_fq_name, name, { parameter: "object_fq_name", scope }, "filter");
  const old = name === undefined ? {} : { fq_name: name };
  return { ...planList({ ...step, old }, [], scope), isMetadata: true };
}

/** JSON text of such a row over `t`, a row of `wapi.object_type`. */
export function metadataJson(context: RowContext): string {
  const type = context.catalogue.type("wapi.object_type");
  const own = "o.fq_name";
  const functions = listOf("wapi.function", (name) => `${name("object_fq_name")} = ${own}`, context);
  const references = listOf(
    "wapi.reference",
    (name) => `${own} in (${name("object_fq_name")}, ${name("ref_object_fq_name")})`,
    context,
  );
  return `(
    select '{"object_fq_name":' || to_json(${own})::text || ',"definition":' || o.definition
      || ',"functions":' || ${functions} || ',"references":' || ${references} || '}'
    from (select t.fq_name, ${rowJson(type, context).sql} as definition) o)`;
}

function listOf(
  name: string,
  where: (value: (attribute: string) => string) => string,
  context: RowContext,
): string {
  const type = context.catalogue.type(name);
  const row = rowJson(type, context);
  const joins = new Set(row.joins);
  const condition = where((attribute) => {
    const value = attributeSql(type, attributeOf(type, attribute), context);
    for (const join of value.joins) joins.add(join);
    return value.sql;
  });
  return `(
    select '[' || coalesce(string_agg(${row.sql}, ',' order by t.id), '') || ']'
    from ${type.table} t ${[...joins].join(" ")}
    where ${condition})`;
}
