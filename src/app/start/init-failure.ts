import type { Fault } from "#contract/wire/fault";
import { API_VERSION } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import type { Text } from "#core/text";
import { effectOf } from "../fault/fault-policy.ts";

/** Why the portal cannot start (ERR-27, ERR-29). */
export interface InitFailure {
  readonly kind: "badVersion" | "unreachable" | "network" | "fault";
  readonly title: Text | string;
  readonly hint: Text | string | null;
  readonly fault: Fault | null;
}

export interface InitState {
  readonly versions: { readonly error: unknown; readonly isOwn: boolean };
  readonly errors: readonly unknown[];
  /** A locked account has its own dialog. */
  readonly isLocked: boolean;
}

/** The failure that prevents the start, or null. Faults that log out or lock do not count. */
export function initFailure({ versions, errors, isLocked }: InitState): InitFailure | null {
  if (!versions.isOwn) {
    return { kind: "badVersion", title: { key: "app.init.noVersion" }, hint: versionHint(), fault: null };
  }
  for (const error of [versions.error, ...errors]) {
    if (error instanceof FaultError && !(isLocked && effectOf(error.fault, error.status) === "locked")) {
      const failure = failureOf(error);
      if (failure !== null) return failure;
    }
  }
  return null;
}

function versionHint(): Text {
  return { key: "app.init.unreachableHint", values: { version: API_VERSION } };
}

function failureOf({ fault, status }: FaultError): InitFailure | null {
  if (status === 0) return { kind: "network", title: { key: "app.init.network" }, hint: null, fault };
  if (status === 404) {
    return { kind: "unreachable", title: { key: "app.init.unreachable" }, hint: versionHint(), fault };
  }
  if (effectOf(fault, status) !== "shown") return null;
  return { kind: "fault", title: fault.description, hint: fault.hint, fault };
}
