import { isList, type Json, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";
import { linkOf, type Link } from "./links.ts";
import { all, any, type Told } from "./told.ts";

/** Objects to which the conditions of a step refer, besides its own rows. */
export interface Around {
  /** Type of the rows of an earlier step; null if unknown. */
  readonly typeOf: (idx: string) => ObjectTypeMeta | null;
  /** Planned rows of earlier steps, without those that are deleted. */
  readonly lists: Lists;
  /** Earlier steps that may have more rows than these. */
  readonly cut?: ReadonlySet<string>;
}

/** A condition on the rows of an earlier step. */
export interface Join {
  readonly kind: "inner" | "union" | "anti";
  readonly idx: string;
  /** Name of the relation; null: the earlier step only needs a row. */
  readonly name: string | null;
  /** Parameters that take values from the earlier rows, instead of a relation. */
  readonly params?: Readonly<Record<string, string>>;
}

/** The conditions of a step on the rows of earlier ones. */
export function joinsOf(step: Step): readonly Join[] {
  const known = JOINS.get(step);
  if (known !== undefined) return known;
  const joins = joinsIn(step);
  JOINS.set(step, joins);
  return joins;
}

/** Computed once for a step, because each of thousands of rows is compared. */
const JOINS = new WeakMap<Step, readonly Join[]>();

function joinsIn(step: Step): readonly Join[] {
  const named = (kind: Join["kind"], joins: Step["inner_join_ref"]): readonly Join[] =>
    Object.entries(joins ?? {}).map(([idx, name]) => ({ kind, idx, name }));
  const taken = (step.old_ref_params ?? []).map(({ idx, params = {} }): Join => ({
    kind: "inner",
    idx,
    name: "",
    params,
  }));
  return [
    ...named("inner", step.inner_join_ref),
    ...named("union", step.union_join_ref),
    ...named("anti", step.anti_join_ref),
    ...taken,
  ];
}

/** Relation of the rows of a step to those of the join; null if only the server knows it. */
export function linkOfJoin(type: ObjectTypeMeta, { idx, name, params }: Join, around: Around): Link | null {
  if (params !== undefined) {
    const own = Object.keys(params);
    const isPlain = own.length > 0 && own.every((one) => type.attribute(one) !== null);
    return isPlain ? { own, theirs: Object.values(params), isNamed: false } : null;
  }
  const earlier = around.typeOf(idx);
  if (earlier === null || name === null) return null;
  const links = LINKS.get(type) ?? new Map<string, Link | null>();
  LINKS.set(type, links);
  const place = `${earlier.name} ${name}`;
  const known = links.get(place);
  if (known !== undefined) return known;
  const link = linkOf(type, earlier, name);
  links.set(place, link);
  return link;
}

const LINKS = new WeakMap<ObjectTypeMeta, Map<string, Link | null>>();

/** Whether one of the rows of an earlier step refers to the row, or the row refers to one of these. */
export function isRelated(type: ObjectTypeMeta, row: Row, join: Join, around: Around): Told {
  const rows = around.lists[join.idx];
  if (rows === undefined) return null;
  // Without a relation every row of the list fits, as long as the earlier step has a row.
  if (join.name === null) return rows.length > 0;
  const link = linkOfJoin(type, join, around);
  if (link === null) return null;
  const told = isAmong(row, rows, link);
  return told === false && around.cut?.has(join.idx) === true ? null : told;
}

/** Whether one of the rows has in `theirs` the value that the row has in `own`. */
function isAmong(row: Row, rows: readonly Row[], { own, theirs, list }: Link): Told {
  if (own.length === 0 || own.length !== theirs.length) return null;
  const wanted = textsIn(row, own, list);
  const texts = textsOf(rows, theirs, list);
  if (wanted !== null && texts !== null) return wanted.some((text) => texts.has(text));
  const same = (one: Row, at: number): Told =>
    isSame(valueIn(row, own[at] ?? "", list), valueIn(one, theirs[at] ?? "", list));
  return any(rows.map((one) => all(own.map((_, at) => same(one, at)))));
}

function valueIn(row: Row, name: string, list: string | undefined): Json | undefined {
  return name === list ? (row[name] ?? undefined) : row[name];
}

function isSame(one: Json | undefined, other: Json | undefined): Told {
  if (one === undefined || other === undefined) return null;
  if (one === null || other === null) return false;
  const [ones, others] = [one, other].map((value) => (isList(value) ? value : [value]));
  return (ones ?? []).some((part) => (others ?? []).some((its) => sameJson(part, its)));
}

/** The values as texts, one for each element of a list; none if one of them is null, which equals nothing; null if one is unknown. */
export function textsIn(row: Row, names: readonly string[], list?: string): readonly string[] | null {
  const values = names.map((name) => valueIn(row, name, list));
  const [first, ...others] = values;
  if (isList(first) && others.length === 0) return first.map((part) => JSON.stringify([part]));
  if (values.some((value) => value === undefined || (value !== null && typeof value === "object")))
    return null;
  return values.includes(null) ? [] : [JSON.stringify(values)];
}

/** Texts of all rows, so that thousands of new objects are compared with thousands of rows; null if one is unknown. */
function textsOf(
  rows: readonly Row[],
  names: readonly string[],
  list: string | undefined,
): ReadonlySet<string> | null {
  const known = KNOWN.get(rows) ?? new Map<string, ReadonlySet<string> | null>();
  KNOWN.set(rows, known);
  const kept = known.get(names.join());
  if (kept !== undefined) return kept;
  const texts = rows.map((row) => textsIn(row, names, list));
  const whole = texts.includes(null) ? null : new Set(texts.flatMap((one) => one ?? []));
  known.set(names.join(), whole);
  return whole;
}

/** Rows are never changed. */
const KNOWN = new WeakMap<readonly Row[], Map<string, ReadonlySet<string> | null>>();
