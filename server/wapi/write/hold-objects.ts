import { actorValues, visibleSql } from "../../access/rules.ts";
import { parseGpk } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse, type Refusal } from "../../faults.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { isStored } from "../../sql/ddl.ts";
import { textOf } from "./text.ts";
import type { Work, WriteRun } from "./work.ts";

export interface Held {
  readonly work: Work;
  readonly id: string;
}

/**
 * Objects of any type that the given attribute names by gpk, by their types, held so that they cannot go meanwhile. What is not there, or
 * with `readable` may not be read, is put into `work.missing`.
 */
export async function holdObjects(
  run: WriteRun,
  works: readonly Work[],
  attribute: string,
  only: "all" | "readable" = "all",
): Promise<ReadonlyMap<ObjectType, readonly Held[]>> {
  const asked = new Map<ObjectType, Held[]>();
  const miss = (work: Work, type: ObjectType | null): void => {
    work.missing.push({ column: attribute, refusal: notFound(work, attribute, type) });
  };
  for (const work of works) {
    const found = parseGpk(textOf(work.given[attribute]), run.catalogue);
    if (found === null || !isStored(found.type)) miss(work, null);
    else asked.set(found.type, [...(asked.get(found.type) ?? []), { work, id: found.id }]);
  }
  for (const [type, list] of asked) {
    const there = await hold(run, type, list, only);
    for (const { work, id } of list) if (!there.has(id)) miss(work, type);
  }
  return asked;
}

async function hold(
  run: WriteRun,
  type: ObjectType,
  list: readonly Held[],
  only: "all" | "readable",
): Promise<ReadonlySet<string>> {
  const params = createParams();
  const ids = params.add(
    list.map(({ id }) => id),
    `${type.idType}[]`,
  );
  const rule = only === "all" ? null : visibleSql(type, run.actor);
  const visible = rule === null ? "" : ` and ${bind(rule, actorValues(run.actor), params)}`;
  const sql = `select t.id::text id from ${type.table} t where t.id = any(${ids})${visible} order by t.id for key share`;
  // A name stands for one text; what may be read has another one for each kind of reader.
  const name = rule === null ? `hold-object-${type.name}` : undefined;
  const rows = await run.tx.query<{ id: string }>(sql, params.values, name);
  return new Set(rows.map(({ id }) => id));
}

function notFound(work: Work, attribute: string, type: ObjectType | null): Refusal {
  return refuse("referenced_object_not_found", {
    object_fq_name: work.plan.type.name,
    attribute,
    value: work.given[attribute] ?? null,
    reference_name: `api_func_${work.plan.type.name.replace(".", "_")}_${attribute}`,
    ref_object_fq_name: type?.name ?? null,
  });
}
