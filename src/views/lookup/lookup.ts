import { FaultError } from "#core/fault/fault-error";

/** Why a lookup failed, in the words of the server; other errors are errors of the page. */
export function reasonOf(error: Error | null): string | null {
  if (error === null) return null;
  if (!(error instanceof FaultError)) throw error;
  return error.fault.description;
}
