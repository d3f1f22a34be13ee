/** Who may see or do a thing, as data; the portal hides by it and tests read it as a table. */
export type Rule =
  | "always"
  | "signedIn"
  | "signedOut"
  | "inDatabase"
  | "ouAdmin"
  | { readonly permission: string }
  | { readonly module: string }
  | { readonly all: readonly Rule[] }
  | { readonly any: readonly Rule[] }
  | { readonly not: Rule };

/** What a rule needs to know of the person in front of the screen. */
export interface Visitor {
  readonly signedIn: boolean;
  readonly inDatabase: boolean;
  readonly isOuAdmin: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
}

/** Whether the visitor passes the rule; a permission passes when the map of the token contains the key. */
export function allows(rule: Rule, visitor: Visitor): boolean {
  if (typeof rule === "string") return allowsWord(rule, visitor);
  if ("permission" in rule) return visitor.permissions.has(rule.permission);
  if ("module" in rule) return visitor.modules.has(rule.module);
  if ("all" in rule) return rule.all.every((part) => allows(part, visitor));
  if ("any" in rule) return rule.any.some((part) => allows(part, visitor));
  return !allows(rule.not, visitor);
}

function allowsWord(word: Extract<Rule, string>, visitor: Visitor): boolean {
  switch (word) {
    case "always":
      return true;
    case "signedIn":
      return visitor.signedIn;
    case "signedOut":
      return !visitor.signedIn;
    case "inDatabase":
      return visitor.inDatabase;
    case "ouAdmin":
      return visitor.isOuAdmin;
  }
}
