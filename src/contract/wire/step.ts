import type { Params } from "./json.ts";

/** `system.object`, for example `nd.bcd`. */
export type ObjectName = `${string}.${string}`;

/** Earlier step → name of the reference (wire contract 3.4). */
export type JoinRef = Readonly<Record<string, string>>;

/** The same, where null asks only whether the earlier step has a row. */
type OpenJoinRef = Readonly<Record<string, string | null>>;

/** Foreign keys by which other objects refer to the rows: by one of `or` and by each of `and` (wire contract 3.4). */
type Referring = { readonly or?: readonly string[]; readonly and?: readonly string[] };

/** Parameters taken from rows of an earlier step: own parameter → attribute of the row (wire contract 3.5). */
export type RefParams = {
  readonly idx: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly join_type?: "cross" | "zip";
};

/** One step of a transaction with the members that the portal and templates use; clients may send more (wire contract 3.2). */
export type Step = {
  readonly idx?: string;
  readonly name: string;
  readonly old?: Params;
  readonly new?: Params;
  readonly inner_join_ref?: OpenJoinRef;
  readonly union_join_ref?: OpenJoinRef;
  readonly anti_join_ref?: JoinRef;
  readonly inner_join_noref?: Referring;
  readonly anti_join_noref?: Referring;
  readonly old_ref_params?: readonly RefParams[];
  readonly new_ref_params?: readonly RefParams[];
  /** An earlier step whose rows give all parameters of equal names (wire contract 3.5). */
  readonly old_ref_idx?: string;
  readonly new_ref_idx?: string;
};
