import type { QueryClient } from "@tanstack/react-query";
import type { Fault } from "#contract/wire/fault";
import type { Execute } from "#contract/wire/outcome";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import type { Catalogue } from "#core/catalogue/catalogue";
import { clearsImpersonation, effectOf } from "#core/fault/effect";
import { FaultError } from "#core/fault/fault-error";
import {
  catalogueQuery,
  hasOwnVersion,
  sessionQuery,
  systemInfoQuery,
  versionsQuery,
  type Viewer,
} from "./queries.ts";
import type { Http } from "./http.ts";

/** Who the session call found behind the token. */
export type StartedSession =
  | { readonly kind: "signedOut" }
  | { readonly kind: "signedIn"; readonly info: SessionInfo; readonly catalogue: Catalogue }
  /** The account is locked: a dialog offers to log out or to stop impersonating. */
  | { readonly kind: "locked"; readonly fault: Fault }
  /** The token is not taken any more: it is removed. */
  | { readonly kind: "ended"; readonly fault: Fault }
  /** The impersonated account does not exist: impersonation is cleared, then the portal starts again. */
  | { readonly kind: "wrongImpersonation"; readonly fault: Fault };

/** How the portal has started; the failures are those of the fatal page (spec 4.3, 8). */
export type StartUp =
  | { readonly phase: "ready"; readonly system: SystemInfo; readonly session: StartedSession }
  | {
      readonly phase: "failed";
      readonly reason: "version" | "notFound" | "fault";
      readonly fault: Fault | null;
    };

export interface StartUpPorts {
  readonly queries: QueryClient;
  readonly http: Http;
  readonly execute: Execute;
  readonly viewer: Viewer;
}

/** The calls of the start, all at once; signed out only the first two (architecture 1.5). */
export async function startUp(ports: StartUpPorts): Promise<StartUp> {
  try {
    const [versions, system, session] = await Promise.all([
      ports.queries.fetchQuery(versionsQuery(ports.http)),
      ports.queries.fetchQuery(systemInfoQuery(ports.http)),
      startSession(ports),
    ]);
    if (!hasOwnVersion(versions)) return { phase: "failed", reason: "version", fault: null };
    return { phase: "ready", system, session };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return { phase: "failed", reason: isNotFound(error) ? "notFound" : "fault", fault: error.fault };
  }
}

// The executor tells its faults without the HTTP status: an unserved version or an unknown path is a 404.
function isNotFound({ status, fault }: FaultError): boolean {
  return status === 404 || ["unsupported_version", "unknown_path"].includes(fault.name);
}

/** Session and metadata of the token, both at once. */
export async function startSession(ports: StartUpPorts): Promise<StartedSession> {
  if (ports.viewer.token === null) return { kind: "signedOut" };
  try {
    const [info, catalogue] = await Promise.all([
      ports.queries.fetchQuery(sessionQuery(ports.execute, ports.viewer)),
      ports.queries.fetchQuery(catalogueQuery(ports.http)),
    ]);
    return { kind: "signedIn", info, catalogue };
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    return refusedSession(error);
  }
}

function refusedSession(error: FaultError): StartedSession {
  const { fault, status } = error;
  if (clearsImpersonation(fault)) return { kind: "wrongImpersonation", fault };
  switch (effectOf(fault, status)) {
    case "lockedDialog":
      return { kind: "locked", fault };
    case "logOut":
      return { kind: "ended", fault };
    case "none":
      throw error;
  }
}
