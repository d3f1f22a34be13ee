import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { FaultError } from "#core/fault/fault-error";

/** Reaction of the portal to a failed call besides showing the fault. */
export type FaultEffect =
  /** The token is invalid or expired: log out and go to /login. */
  | "logOut"
  /** The account is locked: the user-locked dialog. */
  | "locked"
  /** The impersonated account does not exist: back to the own one. */
  | "stopImpersonating"
  /** The server does not answer, or another API version does. */
  | "unreachable"
  /** Shown only where the call was made. */
  | "shown";

interface PolicyRow {
  readonly type: number;
  /** Null: every code of the type. */
  readonly code: number | null;
  readonly effect: FaultEffect;
}

// The first match wins, so code 2 precedes its family (ERR-08). The form shows a refused login (5).
const POLICY: readonly PolicyRow[] = [
  { type: FAULT_TYPES.permission_error, code: 4, effect: "locked" },
  { type: FAULT_TYPES.authentication_error, code: 2, effect: "stopImpersonating" },
  { type: FAULT_TYPES.authentication_error, code: 5, effect: "shown" },
  { type: FAULT_TYPES.authentication_error, code: null, effect: "logOut" },
];

/** The effect of a refusal; `status` is null if only the outcome is known. */
export function effectOf(fault: Fault, status: number | null): FaultEffect {
  const row = POLICY.find(
    ({ type, code }) => type === fault.type.code && (code === null || code === fault.code),
  );
  if (row !== undefined) return row.effect;
  if (status === 401 || status === 403) return "logOut";
  return status === 0 || status === 404 ? "unreachable" : "shown";
}

/** True if the refusal is about the account in `su_login_name` instead of the signed-in one. */
export function isAboutTarget(fault: Fault, effect: FaultEffect): boolean {
  return effect === "stopImpersonating" || (effect === "locked" && fault.details["is_su"] === true);
}

/** The effect of a rejected call; null for a bug. */
export function effectOfError(error: unknown): FaultEffect | null {
  return error instanceof FaultError ? effectOf(error.fault, error.status) : null;
}

/** True if the server was unreachable. */
export function isUnreached(error: unknown): boolean {
  return error instanceof FaultError && error.status === 0;
}

/** True for an uncaught error that should be reported. An error that ends or locks the session is handled elsewhere (ERR-05). */
export function isReported(error: unknown): boolean {
  const effect = effectOfError(error);
  return effect === null || effect === "shown" || effect === "unreachable";
}
