import type { SessionStore } from "../state/session.ts";
import { port } from "../ui/port.ts";
import type { Call } from "./fault/report.ts";

/** The session, and its ends by choice. */
interface SessionPorts {
  readonly session: SessionStore;
  readonly signOut: () => void;
  readonly signOutEverywhere: () => void;
  /** The last call, or the last one that a broken server answered, for the report of an unhandled error (ERR-15). */
  readonly lastCall: (isBroken?: boolean) => Call | null;
}

export const useSession = port<SessionPorts>();
