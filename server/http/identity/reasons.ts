import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { refuse, type Refusal } from "../../faults.ts";
import REASONS from "./reasons.json" with { type: "json" };

/** Why a sign-in failed. The sentence for the person never contains data from the provider. */
export type Reason = keyof typeof REASONS;

/** `-20001/5` with the reason. */
export function signInRefused(reason: Reason): Refusal {
  return refuse("login_failed").because(REASONS[reason]);
}

/** The reason for an error of the client library. */
export function reasonOf(failure: unknown): Reason {
  if (failure instanceof AuthorizationResponseError)
    return failure.error === "access_denied" ? "denied" : "refused";
  if (failure instanceof ResponseBodyError)
    return failure.error === "invalid_grant" ? "code" : failure.status >= 500 ? "unreachable" : "refused";
  // The provider does not know the client, or requires another secret.
  if (failure instanceof WWWAuthenticateChallengeError) return "refused";
  if (isUnreachable(failure)) return "unreachable";
  return "answer";
}

/** `fetch` fails with a TypeError that has a cause. A provider that is starting answers something other than its JSON. */
function isUnreachable(failure: unknown): boolean {
  if (failure instanceof TypeError) return failure.cause !== undefined;
  if (!(failure instanceof ClientError)) return false;
  return ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"].includes(failure.code ?? "");
}

/** One log line with the kind of the failure. Only the code of its cause is logged, because the rest may contain a code, a token or a secret of a sign-in. */
export function logLineOf(failure: unknown): string {
  if (!(failure instanceof Error)) return "failure";
  const error = "error" in failure && typeof failure.error === "string" ? failure.error : "";
  return [
    failure.name,
    codeOf(failure),
    error.replace(/[^a-z_]/g, "").slice(0, 60),
    systemCodeOf(failure.cause),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function codeOf(failure: object): string {
  return "code" in failure && typeof failure.code === "string" ? failure.code : "";
}

/** Why a connection failed, in the words of Node: `ECONNREFUSED`, `ENOTFOUND`, `SELF_SIGNED_CERT_IN_CHAIN`. */
function systemCodeOf(cause: unknown): string {
  const code = cause instanceof Error ? codeOf(cause) : "";
  return /^[A-Z][A-Z_]+$/.test(code) ? code : "";
}
