import { FAULT_TYPES, type Fault } from "#contract/wire/fault";

/** What a refused call does besides being shown where it was asked for (spec 8). */
export type FaultEffect = "logOut" | "lockedDialog" | "none";

const USER_LOCKED = 4;

/** Decides by HTTP status, family and code: a locked account opens its dialog, a lost session ends (ERR-01, ERR-03, ERR-04). */
export function effectOf(fault: Fault, status: number): FaultEffect {
  if (fault.type.code === FAULT_TYPES.permission_error && fault.code === USER_LOCKED) return "lockedDialog";
  if (status === 401 || status === 403) return "logOut";
  return fault.type.code === FAULT_TYPES.authentication_error && !isAboutOtherAccount(fault)
    ? "logOut"
    : "none";
}

const SU_LOGIN_NOT_FOUND = 2;
const LOGIN_FAILED = 5;

// An unknown su_login_name clears the impersonation, and a wrong password leaves one where one is: no session ends by them.
function isAboutOtherAccount(fault: Fault): boolean {
  return fault.code === SU_LOGIN_NOT_FOUND || fault.code === LOGIN_FAILED;
}

/** Whether a refusal of the session call means that the impersonated account does not exist (ERR-06, ERR-08). */
export function clearsImpersonation(fault: Fault): boolean {
  return fault.type.code === FAULT_TYPES.authentication_error && fault.code === SU_LOGIN_NOT_FOUND;
}

/** Whether the fault may appear in the global error dialog; those with an effect of their own do not (ERR-05). */
export function isReported(fault: Fault, status: number): boolean {
  return effectOf(fault, status) === "none" && fault.type.code !== FAULT_TYPES.authentication_error;
}
