import type { Json } from "./json.ts";

/** The failing step in a transaction (wire contract 4.1). */
export interface FaultStatement {
  readonly idx: string;
  readonly position: number;
  readonly name: string;
  readonly execution: number;
}

/** Member `exception` of every failed call (wire contract 4.1). Clients decide by codes and names, never by texts. */
export interface WireException {
  readonly error_type: { readonly code: number; readonly name: string; readonly description: string };
  readonly error: { readonly code: number; readonly name: string };
  readonly description: string;
  readonly details: Readonly<Record<string, Json>>;
  readonly hint: string | null;
  readonly traceback: { readonly transaction_statement: FaultStatement } | null;
  /** Refusals of later steps, of a call with `all_faults=true`. */
  readonly further_list?: readonly WireException[];
  /** A call with `all_faults=true` would have succeeded without the refused steps. */
  readonly is_complete?: boolean;
}

/** Families of faults and their codes (wire contract 4.2). */
export const FAULT_TYPES = {
  authentication_error: -20001,
  permission_error: -20010,
  not_found: -20020,
  constraint_violation: -20030,
  value_error: -20040,
  conflict: -20050,
  rule_violation: -20060,
  request_error: -20900,
  limit_exceeded: -20910,
  access_mode_error: -20920,
  internal_error: -20999,
} as const;
export type FaultTypeName = keyof typeof FAULT_TYPES;

/** A refusal in the form of the portal, made from the wire exception. */
export interface Fault extends Pick<WireException, "description" | "details" | "hint"> {
  readonly type: WireException["error"];
  readonly code: number;
  readonly name: string;
  readonly stepIdx: string | null;
  /** Faults of later steps of the same call, if it asked for all. */
  readonly further?: readonly Fault[];
  /** No other step of the call is refused. */
  readonly isComplete?: boolean;
}

/** The fault in a wire exception; `stepIdx` comes from the statement in its traceback. */
export function faultOf(exception: WireException): Fault {
  return {
    type: { name: exception.error_type.name, code: exception.error_type.code },
    code: exception.error.code,
    name: exception.error.name,
    description: exception.description,
    details: exception.details,
    hint: exception.hint,
    stepIdx: exception.traceback?.transaction_statement.idx ?? null,
    ...(exception.further_list === undefined ? {} : { further: exception.further_list.map(faultOf) }),
    ...(exception.is_complete === true ? { isComplete: true } : {}),
  };
}
