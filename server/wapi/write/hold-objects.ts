import { actorValues, visibleSql } from "../../access/rules.ts";
import { parseGpk } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse, type Refusal } from "../../faults.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { isStored } from "../../sql/ddl.ts";
import { textIn } from "#contract/wire/json";
import { idsOf, type Placed, type WriteRun } from "./stages.ts";

export interface Held {
  readonly work: Placed;
  readonly id: string;
}

/**
 * Locks the objects of any type that the given attribute names by gpk, so that nobody deletes them, and groups them by type. Objects that do not
 * exist or are hidden are added to `missing`, because a gpk must not reveal that an object exists (wire contract 1.7).
 */
export async function holdObjects(
  run: WriteRun,
  works: readonly Placed[],
  attribute: string,
): Promise<ReadonlyMap<ObjectType, readonly Held[]>> {
  const asked = new Map<ObjectType, Held[]>();
  const miss = (work: Placed, type: ObjectType | null): void => {
    work.missing.push({ column: attribute, refusal: () => notFound(work, attribute, type) });
  };
  for (const work of works) {
    const found = parseGpk(textIn(work.given[attribute]), run.catalogue);
    if (found === null || !isStored(found.type)) miss(work, null);
    else asked.set(found.type, [...(asked.get(found.type) ?? []), { work, id: found.id }]);
  }
  for (const [type, list] of asked) {
    const there = await hold(run, type, list);
    for (const { work, id } of list) if (!there.has(id)) miss(work, type);
  }
  return asked;
}

async function hold(run: WriteRun, type: ObjectType, list: readonly Held[]): Promise<ReadonlySet<string>> {
  const params = createParams();
  const ids = params.add(idsOf(list), `${type.idType}[]`);
  const rule = visibleSql(type, run.actor);
  const visible = rule === null ? "" : ` and (${bind(rule, actorValues(run.actor), params)})`;
  const sql = `select t.id::text as id
    from ${type.table} t
    where t.id = any(${ids})${visible}
    order by t.id
    for key share`;
  // A prepared statement has one text for its name, and the read rule differs by reader. So a statement with a read rule has no name.
  const name = rule === null ? `hold-object-${type.name}` : undefined;
  const rows = await run.tx.query<{ id: string }>(sql, params.values, name);
  return new Set(rows.map(({ id }) => id));
}

/** The hint does not say that the object can be created, because nobody can create an object with a given gpk. */
export const GONE = {
  de: "Es ist inzwischen gelöscht, oder Sie dürfen es nicht lesen: Fragen Sie, wer es betreut, oder die Netzadministration.",
  en: "It was deleted in the meantime, or you may not read it: ask whoever manages it, or an administrator of the network.",
} as const;

function notFound(work: Placed, attribute: string, type: ObjectType | null): Refusal {
  return refuse(
    "referenced_object_not_found",
    {
      object_fq_name: work.plan.type.name,
      attribute,
      value: work.given[attribute] ?? null,
      reference_name: `api_func_${work.plan.type.name.replace(".", "_")}_${attribute}`,
      ref_object_fq_name: type?.name ?? null,
    },
    undefined,
    GONE,
  );
}
