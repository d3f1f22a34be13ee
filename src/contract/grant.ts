/**
 * Who besides holders of a permission may use a function on a row, as data (member `grant_rule` of `wapi.function`): what a reader of the metadata
 * can know of the rules of wire contract 7. Names in it are attributes of the row, for create parameters of the step.
 */
export type GrantRule =
  /** `is_own` of the row itself. */
  | { readonly is_own: true }
  /** `is_own` of the object that this attribute names. */
  | { readonly is_own_of: string; readonly object_fq_name: string }
  /** The account in effect stands in the attribute, or does not. */
  | { readonly is_account: string }
  | { readonly is_other_account: string }
  /** The attribute is true. */
  | { readonly is_true: string }
  | { readonly all: readonly GrantRule[] }
  | { readonly any: readonly GrantRule[] }
  /** Depends on more than the row: only a test tells. */
  | { readonly depends: true };

/** What a rule is asked about; undefined where the asker does not know. */
export interface GrantFacts {
  readonly isOwn: boolean | undefined;
  readonly isOwnOf: (attribute: string, type: string) => boolean | undefined;
  readonly isAccount: (attribute: string) => boolean | undefined;
  readonly isTrue: (attribute: string) => boolean | undefined;
}

/** Whether the rule grants the function; undefined where that cannot be known. */
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

/** False beats unknown, unknown beats true. */
function every(values: readonly (boolean | undefined)[]): boolean | undefined {
  if (values.includes(false)) return false;
  return values.includes(undefined) ? undefined : true;
}
