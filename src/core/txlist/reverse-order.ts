import type { Json } from "#contract/wire/json";
import type { Draft } from "./reverse-refs.ts";
import { reverseRuleOf } from "./reverse-rules.ts";

/**
 * Drafts in an order in which nothing is given that its giver has not got yet: what was taken away may have been taken in any order. Left as
 * they are where something is taken away as well.
 */
export function giversFirst(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.some(({ fn }) => fn === "delete" || fn === "disconnect")) return drafts;
  const isGiven = ({ fn, type }: Draft): boolean =>
    fn === "create" && reverseRuleOf(type.name).given !== undefined;
  const given = drafts.filter(isGiven).toSorted((one, other) => turnOf(one) - turnOf(other));
  return [...drafts.filter((draft) => !isGiven(draft)), ...given];
}

/** Before what it is given after; a subaccount after its main account, whose name begins its own. */
function turnOf({ type, row }: Draft): number {
  const { turn = 0, holder = "" } = reverseRuleOf(type.name).given ?? {};
  return turn * 10_000 + lengthOf(row[holder]);
}

function lengthOf(value: Json | undefined): number {
  return typeof value === "string" ? value.length : 0;
}
