import { visibleSql } from "../../access/rules.ts";
import type { Actor } from "../../access/actor.ts";
import type { Catalogue, Reference } from "../../catalogue/object-type.ts";
import { targetIds } from "../../sql/join.ts";
import type { Referred } from "../step.ts";

/**
 * SQL over `t`: objects refer to the row by one of `or` and by each of `and`, or do not. Only objects that the actor may read count, so that the answer
 * tells nothing about others (wire contract 3.4).
 */
export function referredSql({ kind, or, and }: Referred, actor: Actor, catalogue: Catalogue): string {
  const ids = (reference: Reference): string => {
    const from = catalogue.type(reference.from);
    return `(${targetIds(reference, from, visibleSql(from, actor))})`;
  };
  const any = or.length === 0 ? [] : [`(${or.map(ids).join(" union all ")})`];
  const targets = [...any, ...and.map(ids)].join(" intersect ");
  // As `exists` over one set, so that the planner joins the set at once instead of looking into it for each row.
  return `${kind === "anti" ? "not " : ""}exists (select from (${targets}) r(id) where r.id = t.id)`;
}
