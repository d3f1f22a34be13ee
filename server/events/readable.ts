import type { Actor } from "../access/actor.ts";
import { actorValues, visibleSql } from "../access/rules.ts";
import { standingSql } from "../access/standing.ts";
import { isTable } from "../catalogue/derived.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { bind, createParams } from "../sql/bind.ts";
import { isStored } from "../sql/ddl.ts";
import { readableGoneSql, readableSql } from "../wapi/list/any-type.ts";
import type { Entry } from "./applied.ts";

interface Asked {
  readonly standing: string;
  readonly ids: readonly string[];
}

/**
 * Rows of the change log that the actor may read: own changes, changes of objects that the actor may read now, and changes of deleted objects whose
 * last state the actor could read. Null if the rights of the actor changed since they were read.
 */
export async function readableOf(
  query: Query,
  catalogue: Catalogue,
  actor: Actor,
  entries: readonly Entry[],
): Promise<ReadonlySet<string> | null> {
  const open = new Set(entries.filter(({ type }) => readsAll(catalogue.types.get(type), actor)));
  const rest = entries.filter((entry) => !open.has(entry));
  const ids = [...open].map(({ id }) => id);
  if (rest.length === 0) return new Set(ids);
  const found = await askedOf(query, catalogue, actor, rest);
  return found && new Set([...ids, ...found]);
}

/** The rights of listeners were compared with the present ones just before, so no statement needs to do it where no row decides. */
function readsAll(type: ObjectType | undefined, actor: Actor): boolean {
  return type !== undefined && isTable(type.spec) && visibleSql(type, actor) === null;
}

async function askedOf(
  query: Query,
  catalogue: Catalogue,
  actor: Actor,
  entries: readonly Entry[],
): Promise<readonly string[] | null> {
  const types = [...new Set(entries.map(({ type }) => type))].flatMap(
    (name) => catalogue.types.get(name) ?? [],
  );
  const params = createParams();
  const ids = params.add(
    entries.map(({ id }) => id),
    "bigint[]",
  );
  const own = visibleSql(catalogue.type("wapi.change_log"), actor);
  const objects = readableSql("object_gfk", actor, catalogue, types);
  const gone = readableGoneSql(types.filter(isStored), actor);
  const rule = own === null ? "true" : `(${own} or ${objects} or ${gone})`;
  const sql = `select ${standingSql(catalogue)} as standing,
    array(select t.id::text from wapi.change_log t where t.id = any(${ids}) and ${rule}) as ids`;
  const [row] = await query.query<Asked>(bind(sql, actorValues(actor), params), params.values);
  return row === undefined || row.standing !== actor.standing ? null : row.ids;
}
