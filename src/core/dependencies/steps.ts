import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectName, Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { isLinkType } from "../catalogue/link-type.ts";
import { relationsOf, type Relation, type Side } from "./relation.ts";

/** Requested rows of one reference; what lies beyond is told as a number. */
export const FIRST_LIMIT = 101;
export const SECOND_LIMIT = 26;

/** Rows of one reference that may be shown, at most. */
export const MOST_SHOWN = 5;

/** A step with rows one reference further, and what it is read for. */
export interface Reach {
  readonly idx: string;
  readonly relation: Relation;
  /** The step with the rows that it starts from. */
  readonly from: string;
  readonly step: Step;
}

/** The object, in the first call, and rows of the second call that others start from. */
export const OBJECT = "object";

/** Reaches of the first call: everything that refers to the object and that it refers to. */
export function firstReaches(catalogue: Catalogue, type: ObjectTypeMeta): readonly Reach[] {
  return (["out", "in"] as const).flatMap((side) =>
    relationsOf(catalogue, type, side).map((relation) => joined(relation, OBJECT, FIRST_LIMIT)),
  );
}

export function firstSteps(catalogue: Catalogue, type: ObjectTypeMeta, gpk: string): readonly Step[] {
  return [
    { idx: OBJECT, name: `${type.name}.list`, old: { gpk_list: [gpk] } },
    ...firstReaches(catalogue, type).map(({ step }) => step),
  ];
}

/** Starting rows of the second call: one type on one side. */
export interface Start {
  readonly idx: string;
  readonly side: Side;
  readonly object: ObjectName;
  readonly rows: readonly Row[];
}

/** The rows near the object that may be shown, by side and type, each once. */
export function startsOf(reaches: readonly Reach[], lists: Lists): readonly Start[] {
  const found = new Map<string, Start & { readonly rows: Row[] }>();
  for (const { idx, relation } of reaches) {
    const { side, other: object } = relation;
    const at = `${side}:${object}`;
    const start = found.get(at) ?? { idx: at, side, object, rows: [] };
    found.set(at, start);
    for (const row of (lists[idx] ?? []).slice(0, MOST_SHOWN + 1))
      if (!start.rows.some((one) => one["gpk"] === row["gpk"])) start.rows.push(row);
  }
  return [...found.values()].filter(({ rows }) => rows.length > 0);
}

/** Reaches of the second call: the same direction once more. A link leads to the objects that it joins. */
export function secondReaches(catalogue: Catalogue, starts: readonly Start[]): readonly Reach[] {
  return starts.flatMap(({ idx, side, object }) => {
    const type = catalogue.objectType(object);
    if (type === null) return [];
    if (side === "out" || isLinkType(type))
      return relationsOf(catalogue, type, "out").map((relation) => joined(relation, idx));
    return relationsOf(catalogue, type, "in").map((relation) => perRow(relation, idx));
  });
}

export function secondSteps(catalogue: Catalogue, starts: readonly Start[]): readonly Step[] {
  return [
    ...starts.map(({ idx, object, rows }): Step => {
      const gpks = rows.flatMap(({ gpk }) => (typeof gpk === "string" ? [gpk] : []));
      return { idx, name: `${object}.list`, old: { gpk_list: gpks } };
    }),
    ...secondReaches(catalogue, starts).map(({ step }) => step),
  ];
}

function joined(relation: Relation, from: string, limit?: number): Reach {
  const idx = idxOf(relation, from);
  const old = limit === undefined || relation.side === "out" ? {} : { old: { fetch_limit: limit } };
  const step: Step = {
    idx,
    name: `${relation.other}.list`,
    ...old,
    inner_join_ref: { [from]: relation.join },
  };
  return { idx, relation, from, step };
}

/** One execution for each starting row, so that each has its own limit. */
function perRow(relation: Relation, from: string): Reach {
  const idx = idxOf(relation, from);
  const old_ref_params = [{ idx: from, params: Object.fromEntries(relation.pairs) }];
  const step: Step = {
    idx,
    name: `${relation.other}.list`,
    old: { fetch_limit: SECOND_LIMIT },
    old_ref_params,
  };
  return { idx, relation, from, step };
}

function idxOf({ side, reference: { name } }: Relation, from: string): string {
  return `${from} ${side} ${name}`;
}
