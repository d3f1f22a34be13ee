import type { ActorSet, OwnRule } from "../catalogue/define.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import type { Actor } from "./actor.ts";
import { ownRuleSql, visibleSql } from "./rules.ts";

/** Rows that an actor reaches through one set of ids: `column` is in the set, and `rest` (SQL over `t`) holds too. */
export interface Branch {
  readonly column: string;
  readonly in: ActorSet;
  readonly rest: readonly string[];
}

/** Branches that together are the own rows; null if the rule needs more than sets. */
export function ownBranches({ spec: { own } }: ObjectType): readonly Branch[] | null {
  return own === null ? null : branchesOf(own);
}

/** Branches that together are the readable rows; null if the rule needs more than sets, or if all rows are readable. */
export function visibleBranches(type: ObjectType, actor: Actor): readonly Branch[] | null {
  const { own, read } = type.spec;
  if (actor.account === null || own === null || visibleSql(type, actor) === null) return null;
  return branchesOf(typeof read === "object" ? { any: [own, read.ownOr] } : own);
}

function branchesOf(rule: OwnRule): readonly Branch[] | null {
  if ("column" in rule) return [{ ...rule, rest: [] }];
  if ("any" in rule) {
    const parts = rule.any.map(branchesOf);
    return parts.every((part) => part !== null) ? withoutCovered(parts.flat()) : null;
  }
  return "all" in rule ? branchesOfAll(rule.all) : null;
}

/** The first rule that consists of sets gives the branches, and all other rules restrict them. */
function branchesOfAll(rules: readonly OwnRule[]): readonly Branch[] | null {
  for (const rule of rules) {
    const branches = branchesOf(rule);
    if (branches === null) continue;
    const others = rules.filter((other) => other !== rule).map((other) => ownRuleSql(other));
    return branches.map((branch) => ({ ...branch, rest: [...branch.rest, ...others] }));
  }
  return null;
}

function withoutCovered(branches: readonly Branch[]): readonly Branch[] {
  const covers = (a: Branch, b: Branch): boolean =>
    a !== b && a.column === b.column && a.in === b.in && a.rest.length === 0 && b.rest.length > 0;
  return branches.filter((branch) => !branches.some((other) => covers(other, branch)));
}
