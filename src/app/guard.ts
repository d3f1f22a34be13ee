import { allows, type Rule, type Visitor } from "#contract/rule";

/** The first part of a rule that the visitor does not pass, so that the page can name it; null if the rule is passed. */
export function firstUnmet(rule: Rule, visitor: Visitor): Rule | null {
  if (allows(rule, visitor)) return null;
  if (typeof rule !== "object") return rule;
  if ("all" in rule) {
    const unmet = rule.all.find((part) => !allows(part, visitor));
    return unmet === undefined ? rule : firstUnmet(unmet, visitor);
  }
  if ("any" in rule && rule.any.length === 1) {
    const [only] = rule.any;
    return only === undefined ? rule : firstUnmet(only, visitor);
  }
  return rule;
}

/** Permissions each of which would open the page; empty when the rule asks for something else as well. */
export function permissionsOf(rule: Rule | null): readonly string[] {
  if (rule === null || typeof rule !== "object") return [];
  if ("permission" in rule) return [rule.permission];
  if (!("any" in rule)) return [];
  const names = rule.any.map(permissionsOf);
  return names.every((list) => list.length > 0) ? names.flat() : [];
}
