import { str, type Facts } from "./facts.ts";
import { holds } from "./networks.ts";
import type { Rule } from "./policy.ts";
import { bindingSpaces, closure } from "./rights.ts";

/** A group moves only between places that its mover administers, under the rules for a new group there, and never out of its bounds. */
export const movesGroup: Rule = (who, row, facts) => {
  const before = facts.first("cntl.group", "gpk", row["gpk"]);
  const [from, to] = [before?.["parent_group_name"] ?? null, row["parent_group_name"] ?? null];
  if (before === undefined || from === to) return true;
  const mayLeave = typeof from !== "string" || who.groups.has(from);
  const linked = facts.where("cntl.group2ou", "group_name", before["name"]);
  const mayArrive =
    typeof to === "string" ? who.groups.has(to) : linked.some((link) => who.units.has(str(link, "ou")));
  return mayLeave && mayArrive && staysBound(facts, who.units, str(before, "name"), from, to);
};

type Place = ReturnType<Facts["all"]>[number][string];

function staysBound(
  facts: Facts,
  units: ReadonlySet<string>,
  group: string,
  from: Place | null,
  to: Place | null,
): boolean {
  const moved = closure([group], (one) =>
    facts.where("cntl.group", "parent_group_name", one).map((sub) => str(sub, "name")),
  );
  const spacesAt = (place: Place | null, bcd: string): readonly string[] =>
    typeof place === "string" ? bindingSpaces(facts, place, bcd) : [];
  return [...moved].every((one) =>
    facts.where("nd.bcd2group", "group_name", one).every((link) => {
      const bcd = str(link, "bcd");
      const was = spacesAt(from, bcd);
      const isByUnit = facts.where("nd.bcd2ou", "bcd", bcd).some((own) => units.has(str(own, "ou")));
      if (was.length === 0 || isByUnit || isBoundWithin(facts, moved, one, bcd)) return true;
      const becomes = spacesAt(to, bcd);
      return becomes.length > 0 && becomes.every((cidr) => was.some((wide) => holds(wide, cidr)));
    }),
  );
}

/** Address spaces of a group that moves too stay in effect. */
function isBoundWithin(facts: Facts, moved: ReadonlySet<string>, group: string, bcd: string): boolean {
  for (let at = group; moved.has(at);) {
    const spaces = facts.where("cntl.group_addr_space", "group_name", at);
    if (spaces.some((space) => str(facts.subnetOf(str(space, "cidr")), "bcd") === bcd)) return true;
    at = str(facts.first("cntl.group", "name", at), "parent_group_name");
  }
  return false;
}
