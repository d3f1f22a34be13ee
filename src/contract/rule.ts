import { holds, type Condition } from "./condition.ts";

/** Who may see or do something, as data. The portal hides elements by these rules, and tests read them as a table. */
export type Rule = Condition<RuleTest>;

export type RuleTest =
  | "always"
  | "signedIn"
  | "signedOut"
  | "inDatabase"
  | "ouAdmin"
  | { readonly permission: string }
  | { readonly module: string };

/** What rules need to know about the person at the screen. */
export interface Visitor {
  readonly signedIn: boolean;
  readonly inDatabase: boolean;
  readonly isOuAdmin: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly modules: ReadonlySet<string>;
}

/** True if the visitor passes the rule; a permission passes if the map of the token has the key. */
export function allows(rule: Rule, visitor: Visitor): boolean {
  return holds(rule, (test) => passesRule(test, visitor));
}

export function passesRule(test: RuleTest, visitor: Visitor): boolean {
  if (typeof test === "string") return WORDS[test](visitor);
  return "permission" in test ? visitor.permissions.has(test.permission) : visitor.modules.has(test.module);
}

const WORDS: Readonly<Record<Extract<RuleTest, string>, (visitor: Visitor) => boolean>> = {
  always: () => true,
  signedIn: ({ signedIn }) => signedIn,
  signedOut: ({ signedIn }) => !signedIn,
  inDatabase: ({ inDatabase }) => inDatabase,
  ouAdmin: ({ isOuAdmin }) => isOuAdmin,
};
