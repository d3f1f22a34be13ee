import type { Json, Params } from "#contract/wire/json";
import { actorValues, visibleSql } from "../../access/rules.ts";
import { idInGpk } from "../../catalogue/gpk.ts";
import type { ReferenceSpec } from "../../catalogue/define.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { PLACE, recordSet } from "./columns.ts";
import { keyJoin, type Key } from "./key-join.ts";
import type { WriteRun } from "./stages.ts";

/** Natural key in the parameters; null if a part is missing. */
export function keyIn({ spec }: ObjectType, params: Params): Key | null {
  const parts = spec.key.map((name) => params[name]);
  return parts.length > 0 && parts.every((part) => part !== undefined) ? parts : null;
}

/** The context for looking up rows. */
export type Reading = Pick<WriteRun, "tx" | "catalogue">;

/** Ids by natural keys in wire form. Null if no object has the key. */
export async function idsByKey(
  { tx, catalogue }: Reading,
  type: ObjectType,
  keys: readonly Key[],
): Promise<(string | null)[]> {
  const names = keys.map((key) => JSON.stringify(key));
  const tuples = [...new Map(names.map((name, at) => [name, keys[at] ?? []]))];
  const values = tuples.map(([, key]) => key);
  const { columns, joins, on } = keyJoin(catalogue, type, values);
  const usable = values.flatMap((_, o) =>
    columns.every((column) => column.isNullable || column.values[o] !== null)
      ? [{ o, ...Object.fromEntries(columns.map((one) => [one.name, one.values[o] ?? null])) }]
      : [],
  );
  if (usable.length === 0) return keys.map(() => null);
  const shape = recordSet("i", [PLACE, ...columns]);
  const from = [`json_to_recordset($1::json) ${shape}`, ...joins, `join ${type.table} t on ${on}`].join(" ");
  const sql = `select i.o, t.id::text as id from ${from}`;
  const sent = [JSON.stringify(usable)];
  const rows = await tx.query<{ o: number; id: string }>(sql, sent, `ids-by-key-${type.name}`);
  const found = new Map(rows.map(({ o, id }) => [tuples[o]?.[0] ?? "", id]));
  return names.map((name) => found.get(name) ?? null);
}

/** Ids for wire values of a reference (natural key of one part, or gpk); null stays null. If the account may not read a row, its gpk counts as one that does not exist. */
export async function refIds(
  run: Reading & Pick<WriteRun, "actor">,
  target: ObjectType,
  by: ReferenceSpec["by"],
  values: readonly Json[],
): Promise<(string | null)[]> {
  if (values.every((value) => value === null)) return values.map(() => null);
  const keys = values.map((value) => [value]);
  const ids = by === "gpk" ? await existing(run, target, values) : await idsByKey(run, target, keys);
  return values.map((value, at) => (value === null ? null : (ids[at] ?? null)));
}

async function existing(
  { tx, actor }: Pick<WriteRun, "tx" | "actor">,
  target: ObjectType,
  gpks: readonly Json[],
): Promise<(string | null)[]> {
  const ids = gpks.map((gpk) => idInGpk(gpk, target));
  const params = createParams();
  const asked = params.add(
    ids.filter((id) => id !== null),
    `${target.idType}[]`,
  );
  const rule = visibleSql(target, actor);
  const seen = rule === null ? "" : ` and (${bind(rule, actorValues(actor), params)})`;
  const sql = `select t.id::text as id from ${target.table} t where t.id = any(${asked})${seen}`;
  // A prepared statement has one text for its name, and the read rule differs by reader. So a statement with a read rule has no name.
  const name = rule === null ? `exists-${target.name}` : undefined;
  const rows = await tx.query<{ id: string }>(sql, params.values, name);
  const there = new Set(rows.map((row) => row.id));
  return ids.map((id) => (id !== null && there.has(id) ? id : null));
}
