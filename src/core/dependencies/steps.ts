import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectName, Step } from "#contract/wire/step";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { isLinkType } from "../catalogue/link-type.ts";
import { relationsOf, type Relation, type Side } from "./relation.ts";

/** Maximum number of rows that are requested for one reference. Rows that are not shown are only counted. */
export const FIRST_LIMIT = 101;
export const SECOND_LIMIT = 26;

/** Maximum number of rows of one reference that may be shown. */
export const MOST_SHOWN = 5;

/** A step with rows one reference further, and its purpose. */
export interface Reach {
  readonly idx: string;
  readonly relation: Relation;
  /** The step with the rows that it starts from. */
  readonly from: string;
  readonly step: Step;
}

/** `idx` of the step that lists the object itself. */
export const OBJECT = "object";

/** Relations of the first call: everything that refers to the object and everything to which it refers. */
export function firstReaches(catalogue: Catalogue, type: ObjectTypeMeta): readonly Reach[] {
  return (["out", "in"] as const).flatMap((side) =>
    relationsOf(catalogue, type, side).map((relation) => {
      const limited = side === "out" ? {} : { old: { fetch_limit: FIRST_LIMIT } };
      return reach(relation, OBJECT, { ...limited, inner_join_ref: { [OBJECT]: relation.join } });
    }),
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

/** Relations of the second call: the same direction again. A link leads to the objects that it joins. */
export function secondReaches(catalogue: Catalogue, starts: readonly Start[]): readonly Reach[] {
  return starts.flatMap(({ idx, side, object }) => {
    const type = catalogue.objectType(object);
    if (type === null) return [];
    if (side === "out" || isLinkType(type))
      return relationsOf(catalogue, type, "out").map((relation) =>
        reach(relation, idx, { inner_join_ref: { [idx]: relation.join } }),
      );
    return relationsOf(catalogue, type, "in").map((relation) => {
      // One execution for each starting row, so that each has its own limit.
      const perRow = [{ idx, params: Object.fromEntries(relation.pairs) }];
      return reach(relation, idx, { old: { fetch_limit: SECOND_LIMIT }, old_ref_params: perRow });
    });
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

function reach(relation: Relation, from: string, rows: Omit<Step, "idx" | "name">): Reach {
  const idx = `${from} ${relation.side} ${relation.reference.name}`;
  return { idx, relation, from, step: { idx, name: `${relation.other}.list`, ...rows } };
}
