import type { Condition as AnyCondition, ValueTest } from "#contract/condition";
import type { RuleTest } from "#contract/rule";
import type { Json } from "#contract/wire/json";

export type Value =
  | { readonly row: string }
  | { readonly current: string }
  | { readonly param: string }
  /** An attribute of the first row of a step. */
  | { readonly from: string; readonly show: string }
  | { readonly account: "login_name" }
  | { readonly is: Json }
  /** A list of one. */
  | { readonly list: { readonly current: string } }
  /** By the IP version of the address in an attribute of the row or in a parameter of the path. */
  | { readonly family: string; readonly ipv4: Json; readonly ipv6: Json };

export interface Target {
  readonly to: string;
  readonly params?: Readonly<Record<string, Value>>;
  readonly hash?: string;
}

/** The person at the screen, and the values and rows of its steps. */
export type ScreenTest = RuleTest | ValueTest<Value | { readonly rows: string }>;
export type Condition = AnyCondition<ScreenTest>;
