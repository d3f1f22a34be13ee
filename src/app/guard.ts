import { allows, type Rule, type Visitor } from "#contract/rule";

/** The first part of a rule that the visitor does not pass, so that the page can name it; null if the rule is passed. */
export function firstUnmet(rule: Rule, visitor: Visitor): Rule | null {
  if (allows(rule, visitor)) return null;
  if (typeof rule !== "object") return rule;
  if ("all" in rule) {
    const unmet = rule.all.find((part) => !allows(part, visitor));
    return unmet === undefined ? rule : firstUnmet(unmet, visitor);
  }
  if ("any" in rule) {
    const [first] = rule.any;
    return first === undefined ? rule : firstUnmet(first, visitor);
  }
  return rule;
}
