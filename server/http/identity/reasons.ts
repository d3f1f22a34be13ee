import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import type { Localised } from "#contract/wire/json";
import { refuse, type Refusal } from "../../faults.ts";

/** Why nobody was signed in, in words for the person; never what the provider sent. */
export const REASONS = {
  notOffered: {
    de: "Die Anmeldung über einen Identitätsanbieter gibt es auf dieser Instanz nicht.",
    en: "Signing in through an identity provider is not offered on this instance.",
  },
  unreachable: {
    de: "Der Identitätsanbieter ist zurzeit nicht erreichbar.",
    en: "The identity provider cannot be reached at present.",
  },
  state: {
    de: "Diese Anmeldung ist in diesem Browser unbekannt, schon benutzt oder älter als 10 Minuten.",
    en: "This sign-in is unknown in this browser, was already used, or is older than 10 minutes.",
  },
  denied: {
    de: "Die Anmeldung wurde beim Identitätsanbieter abgelehnt oder abgebrochen.",
    en: "The sign-in was declined or cancelled at the identity provider.",
  },
  refused: {
    de: "Der Identitätsanbieter hat die Anmeldung zurückgewiesen.",
    en: "The identity provider refused the sign-in.",
  },
  code: {
    de: "Der Code der Anmeldung ist ungültig, schon benutzt oder abgelaufen.",
    en: "The code of the sign-in is not valid, was already used, or has expired.",
  },
  answer: {
    de: "Die Antwort des Identitätsanbieters ist nicht gültig.",
    en: "The answer of the identity provider is not valid.",
  },
  secondFactor: {
    de: "Der Identitätsanbieter hat die verlangte Art der Anmeldung (zweiter Faktor) nicht bestätigt.",
    en: "The identity provider did not confirm the kind of sign-in that is required (second factor).",
  },
  login: {
    de: "Der Identitätsanbieter nannte keinen Anmeldenamen, den es hier geben kann.",
    en: "The identity provider told no login name that is possible here.",
  },
} as const satisfies Readonly<Record<string, Localised>>;

export type Reason = keyof typeof REASONS;

/** `-20001/5` with the reason. */
export function signInRefused(reason: Reason): Refusal {
  return refuse("login_failed").because(REASONS[reason]);
}

/** What a failure of the client library means. */
export function reasonOf(failure: unknown): Reason {
  if (failure instanceof AuthorizationResponseError)
    return failure.error === "access_denied" ? "denied" : "refused";
  if (failure instanceof ResponseBodyError)
    return failure.error === "invalid_grant" ? "code" : failure.status >= 500 ? "unreachable" : "refused";
  // The provider does not know the client, or its secret is another one.
  if (failure instanceof WWWAuthenticateChallengeError) return "refused";
  if (isUnreachable(failure)) return "unreachable";
  return "answer";
}

/** `fetch` fails with a TypeError that has a cause; a provider that is starting answers with something else than its JSON. */
function isUnreachable(failure: unknown): boolean {
  if (failure instanceof TypeError) return failure.cause !== undefined;
  if (!(failure instanceof ClientError)) return false;
  return ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"].includes(failure.code ?? "");
}

/** One line for the log: what kind of failure, never its cause, which may hold a code, a token or a secret. */
export function logLineOf(failure: unknown): string {
  if (!(failure instanceof Error)) return "failure";
  const error = "error" in failure && typeof failure.error === "string" ? failure.error : "";
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : "";
  return [failure.name, code, error.replace(/[^a-z_]/g, "").slice(0, 60)]
    .filter((part) => part !== "")
    .join(" ");
}
