import type { Params } from "./json.ts";

/** `system.object`, for example `nd.bcd`. */
export type ObjectName = `${string}.${string}`;

/** Earlier step → name of the reference (wire contract 3.4). */
export type JoinRef = Readonly<Record<string, string>>;

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
  readonly inner_join_ref?: JoinRef;
  readonly union_join_ref?: JoinRef;
  readonly anti_join_ref?: JoinRef;
  readonly old_ref_params?: readonly RefParams[];
  readonly new_ref_params?: readonly RefParams[];
};
