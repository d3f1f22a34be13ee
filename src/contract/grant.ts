/**
 * Who may use a function on a row without its permissions, as data (`grant_rule` of `wapi.function`): those rules of wire contract 7 that metadata
 * can express. Names are attributes of the row; for a create they are parameters of the step.
 */
export type GrantRule =
  | { readonly is_own: true }
  /** `is_own` of the object that this attribute refers to. */
  | { readonly is_own_of: string; readonly object_fq_name: string }
  /** The attribute contains the account in effect, or another account. */
  | { readonly is_account: string }
  | { readonly is_other_account: string }
  | { readonly is_true: string }
  | { readonly all: readonly GrantRule[] }
  | { readonly any: readonly GrantRule[] }
  /** The right depends on more than the row, so only a test run can decide it. */
  | { readonly depends: true };

/** Facts for a rule; undefined if they are unknown. */
export interface GrantFacts {
  readonly isOwn: boolean | undefined;
  readonly isOwnOf: (attribute: string, type: string) => boolean | undefined;
  readonly isAccount: (attribute: string) => boolean | undefined;
  readonly isTrue: (attribute: string) => boolean | undefined;
}

/** True if the rule grants the function; undefined if that cannot be known. */
export function granted(rule: GrantRule, facts: GrantFacts): boolean | undefined {
  if ("all" in rule) return every(rule.all.map((part) => granted(part, facts)));
  if ("any" in rule) return negated(every(rule.any.map((part) => negated(granted(part, facts)))));
  if ("is_own" in rule) return facts.isOwn;
  if ("is_own_of" in rule) return facts.isOwnOf(rule.is_own_of, rule.object_fq_name);
  if ("is_account" in rule) return facts.isAccount(rule.is_account);
  if ("is_other_account" in rule) return negated(facts.isAccount(rule.is_other_account));
  if ("is_true" in rule) return facts.isTrue(rule.is_true);
  return undefined;
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** False takes precedence over unknown, and unknown over true. */
function every(values: readonly (boolean | undefined)[]): boolean | undefined {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}
