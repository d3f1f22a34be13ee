import type { RelationSpec, RelationSql } from "../catalogue/define.ts";
import type { Catalogue, ObjectType, Reference } from "../catalogue/object-type.ts";
import { quoted } from "./bind.ts";
import { gpkSql } from "./select.ts";

/** How rows of a later step relate to rows of an earlier one (wire contract 3.4). */
export type Relation =
  | { readonly kind: "self" }
  /** The later row holds the reference to the earlier one. */
  | { readonly kind: "forward"; readonly reference: Reference }
  /** The earlier row holds the reference to the later one. */
  | { readonly kind: "backward"; readonly reference: Reference }
  | {
      readonly kind: "computed";
      readonly sql: RelationSql;
      /** Column of the earlier row with the gpk of the later one, of any type. */
      readonly gpkIn?: string;
      /** Also finds later rows of deleted objects that referred to the earlier type. */
      readonly goneOf?: ObjectType;
    };

export interface EarlierRows {
  readonly type: ObjectType;
  readonly ids: string;
}

const ANY = "*";

/** All relations between two types by name; for a type with itself also the inverse of each reference. */
export function relationsBetween(later: ObjectType, earlier: ObjectType): ReadonlyMap<string, Relation> {
  return new Map([...referring(later, earlier), ...computedBetween(later, earlier)]);
}

function* referring(later: ObjectType, earlier: ObjectType): Iterable<[string, Relation]> {
  const isSame = later.name === earlier.name;
  for (const reference of later.references) {
    if (reference.to !== earlier.name) continue;
    yield [reference.name, { kind: "forward", reference }];
    if (isSame) yield [`${reference.name}_inverse`, { kind: "backward", reference }];
  }
  for (const reference of isSame ? [] : earlier.references)
    if (reference.to === later.name) yield [reference.name, { kind: "backward", reference }];
}

function* computedBetween(later: ObjectType, earlier: ObjectType): Iterable<[string, Relation]> {
  for (const { name, to, sql, showsGone } of later.spec.relations ?? []) {
    const gone = showsGone === undefined ? {} : { goneOf: earlier };
    if (leadsTo(to, earlier)) yield [name, { kind: "computed", sql: ownSide(sql), ...gone }];
  }
  if (later.name === earlier.name) return;
  for (const relation of earlier.spec.relations ?? []) {
    const other = leadsTo(relation.to, later) ? otherSide(relation) : null;
    if (other !== null) yield [relation.name, other];
  }
}

function leadsTo(to: string, { name, attributes }: ObjectType): boolean {
  return to === name || (to === ANY && attributes.has("gpk"));
}

/** The relation as seen from the type that defines it. */
export function ownSide(sql: RelationSpec["sql"]): RelationSql {
  return typeof sql === "object" && "gpkIn" in sql ? `t.${quoted(sql.gpkIn)} = e.gpk` : sql;
}

function otherSide({ sql, inverseSql }: RelationSpec): Relation | null {
  if (typeof sql === "object" && "gpkIn" in sql)
    return { kind: "computed", sql: `t.gpk = e.${quoted(sql.gpkIn)}`, gpkIn: sql.gpkIn };
  return inverseSql === undefined ? null : { kind: "computed", sql: inverseSql };
}

/** Relations that `default` can mean. Each reference counts once, and relations to any type count only if there is no other. */
export function defaultNames(later: ObjectType, earlier: ObjectType): readonly string[] {
  const relations = [...(later.spec.relations ?? []), ...(earlier.spec.relations ?? [])];
  const explicit = new Set(relations.filter(({ isExplicit }) => isExplicit === true).map(({ name }) => name));
  const names = [...relationsBetween(later, earlier)]
    .filter(([name, { kind }]) => kind !== "backward" || !name.endsWith("_inverse"))
    .map(([name]) => name)
    .filter((name) => !explicit.has(name));
  const toAny = new Set(relations.filter(({ to }) => to === ANY).map(({ name }) => name));
  const special = names.filter((name) => !toAny.has(name));
  return special.length > 0 ? special : names;
}

/** SQL for ids of the later rows that are related to one of the earlier rows. */
export function relatedIds(relation: Relation, later: ObjectType, earlier: EarlierRows): string {
  if (relation.kind === "self") return earlier.ids;
  return `select t.id from ${later.table} t where ${relatedSql(relation, later, earlier)}`;
}

/** SQL condition over the later row `t`: it is related to one of the earlier rows. */
export function relatedSql(relation: Relation, later: ObjectType, earlier: EarlierRows): string {
  switch (relation.kind) {
    case "self":
      return `t.id in (${earlier.ids})`;
    case "forward":
      if (relation.reference.links !== undefined)
        return `t.id in (
          select l.row_id
          from ${relation.reference.links} l
          where l.target_id in (${earlier.ids}))`;
      return `${relation.reference.idSql} in (${earlier.ids})`;
    case "backward":
      if (relation.reference.links !== undefined)
        return `t.id in (
          select l.target_id
          from ${relation.reference.links} l
          where l.row_id in (${earlier.ids}))`;
      return `t.id in (
        select ${relation.reference.idSql}
        from ${earlier.type.table} t
        where t.id in (${earlier.ids}))`;
    case "computed": {
      const row = earlierRow(earlier);
      if (typeof relation.sql !== "string")
        return `t.id in (${relation.sql.ids.replaceAll("{earlier}", row)})`;
      const sql = relation.sql.replaceAll("t.gpk", gpkSql(later, "t.id"));
      return `exists (select from ${row} e where ${sql})`;
    }
  }
}

/** Stored rows of an earlier step with their gpk; a row of `wapi.object` consists of a gpk only. */
function earlierRow({ type, ids }: EarlierRows): string {
  if (type.spec.source === "objects") return `(select i.id, i.id as gpk from (${ids}) i(id))`;
  return `(select e.*, ${gpkSql(type, "e.id")} as gpk from ${type.table} e where e.id in (${ids}))`;
}

const leadingTo = new WeakMap<Catalogue, Map<ObjectType, ReadonlyMap<string, Reference>>>();

/** Foreign keys of all types that lead to this one, by name (wire contract 3.4). */
export function referencesTo(type: ObjectType, catalogue: Catalogue): ReadonlyMap<string, Reference> {
  const known = leadingTo.get(catalogue) ?? new Map<ObjectType, ReadonlyMap<string, Reference>>();
  leadingTo.set(catalogue, known);
  const found =
    known.get(type) ??
    new Map(
      [...catalogue.types.values()]
        .flatMap(({ references }) => references)
        .filter(({ to }) => to === type.name)
        .map((reference) => [reference.name, reference] as const),
    );
  known.set(type, found);
  return found;
}

/** SQL of the ids to which rows of `from` refer. `where` (SQL over them as `t`) restricts the rows. */
export function targetIds({ links, idSql }: Reference, from: ObjectType, where: string | null): string {
  const narrowed = where === null ? "" : ` where ${where}`;
  if (links === undefined) return `select ${idSql} from ${from.table} t${narrowed}`;
  const rows = where === null ? "" : ` where l.row_id in (select t.id from ${from.table} t${narrowed})`;
  return `select l.target_id from ${links} l${rows}`;
}

/** Names of possible joins between the two types, for details of faults. */
export function knownReferences(later: ObjectType, earlier: ObjectType): readonly string[] {
  const names = [...relationsBetween(later, earlier).keys()].sort();
  return later.name === earlier.name && later.attributes.has("gpk") ? ["self", ...names] : names;
}
