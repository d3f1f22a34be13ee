import { textIn } from "#contract/wire/json";
import { ownSql, visibleSql } from "../../access/rules.ts";
import type { Actor } from "../../access/actor.ts";
import { isTable } from "../../catalogue/derived.ts";
import { gpkOf, parseGpk } from "../../catalogue/gpk.ts";
import { attributeOf, type Catalogue, type ObjectType } from "../../catalogue/object-type.ts";
import type { EarlierRows } from "../../sql/join.ts";
import { attributeSql, gpkSql } from "../../sql/select.ts";
import { quoted, textSql, type Params } from "../../sql/bind.ts";
import type { ListPlan } from "../plan.ts";

/** `wapi.object` has no table. Its rows are the objects that a step names, found by the prefix of their gpk. */
export function objectsOf(
  plan: ListPlan,
  actor: Actor,
  catalogue: Catalogue,
  params: Params,
  earlier: (position: number) => EarlierRows,
): ObjectType {
  const named = [...namedTypes(plan, catalogue)].map(([type, found]) => {
    const ids = found.map(({ id }) => id);
    const isNamed = `t.id = any(${params.add(ids, `${type.idType}[]`)})`;
    return objectRows(type, isNamed, actor, catalogue);
  });
  const joined = plan.joins
    .filter(({ kind }) => kind !== "anti")
    .flatMap(({ position, relation }) => {
      if (relation.kind === "literal" || relation.kind === "global") return [];
      const { type, ids } = earlier(position);
      const gpks = gpksIn(type, ids, relation);
      return gpks === null
        ? [objectRows(type, `t.id in (${ids})`, actor, catalogue)]
        : again(gpks, actor, catalogue);
    });
  const none =
    "select ''::text as id, ''::text as object_fq_name, ''::text as title, false as own where false";
  const rows = plan.isNamed ? named : joined;
  return { ...plan.type, table: `(${(rows.length === 0 ? [none] : rows).join(" union ")})` };
}

/** SQL of the gpks in the earlier rows; null if the earlier rows are the objects themselves. */
function gpksIn(
  type: ObjectType,
  ids: string,
  relation: ListPlan["joins"][number]["relation"],
): string | null {
  if (relation.kind === "computed" && relation.gpkIn !== undefined)
    return `select e.${quoted(relation.gpkIn)} from ${type.table} e where e.id in (${ids})`;
  return type.spec.source === "objects" ? ids : null;
}

/** Objects of any type, by their gpk. */
function again(gpks: string, actor: Actor, catalogue: Catalogue): readonly string[] {
  return [...catalogue.types.values()]
    .filter(({ spec, attributes }) => spec.source !== "objects" && attributes.has("gpk"))
    .map((type) => {
      const start = gpkOf(type, "");
      const ids = `select substr(i.id, ${String(start.length + 1)})
        from (${gpks}) i(id)
        where starts_with(i.id, ${textSql(start)})`;
      return objectRows(type, `t.id::text in (${ids})`, actor, catalogue);
    });
}

function namedTypes(plan: ListPlan, catalogue: Catalogue) {
  const gpks = plan.conditions.flatMap((one) =>
    one.kind === "attribute" && one.attribute.name === "gpk" ? [one.value].flat() : [],
  );
  const found = gpks.flatMap((gpk) => parseGpk(textIn(gpk), catalogue) ?? []);
  const stored = found.filter(({ type }) => type.spec.source !== "objects");
  return Map.groupBy(stored, ({ type }) => type);
}

function objectRows(type: ObjectType, where: string, actor: Actor, catalogue: Catalogue): string {
  const context = { catalogue, own: ownSql };
  const joins = new Set<string>();
  const title = type.spec.title.map((name) => {
    const value = attributeSql(type, attributeOf(type, name), context);
    for (const join of value.joins) joins.add(join);
    return `(${value.sql})::text`;
  });
  const visible = visibleSql(type, actor) ?? "true";
  return `select ${gpkSql(type, "t.id")} as id, '${type.name}' as object_fq_name,
    concat_ws(' ', ${title.join(", ")}) as title, coalesce(${ownSql(type)}, false) as own
    from ${type.table} t ${[...joins].join(" ")}
    where ${where} and ${visible}`;
}

/** SQL over `t`: the object whose gpk is in the column exists, has one of these types, and the actor may read it. */
export function readableSql(
  column: string,
  actor: Actor,
  { types }: Pick<Catalogue, "types">,
  among: Iterable<ObjectType> = types.values(),
): string {
  const cases = [...among]
    .filter(({ spec }) => isTable(spec))
    .map(
      (type) =>
        `when '${type.spec.gpk}'
          then exists (
            select
            from ${type.table} t
            where t.id = o.id::bigint and ${visibleSql(type, actor) ?? "true"})`,
    );
  if (cases.length === 0) return "false";
  return `(
    select case o.prefix ${cases.join(" ")} else false end
    from (
      select split_part(t.${column}, '-', 1) as prefix, substring(t.${column} from '-([0-9]+)$') as id) o)`;
}

/** SQL over `t`, an entry of the log: its object is deleted, has one of these types, and the actor could read its last state. */
export function readableGoneSql(types: readonly ObjectType[], actor: Actor): string {
  const cases = types.map(({ spec, ...type }) => {
    const rule = visibleSql({ spec, ...type }, actor);
    const row =
      rule === null ? "" : `, jsonb_populate_record(null::${type.table}, d.gone_row) t where ${rule}`;
    return `when '${spec.gpk}' then exists (select from d${row})`;
  });
  if (cases.length === 0) return "false";
  return `(
    with d as (
      select c.gone_row
      from wapi.change_log c
      where c.object_gfk = t.object_gfk and c."function" = 'delete')
    select case split_part(t.object_gfk, '-', 1) ${cases.join(" ")} else false end)`;
}
