import { NO_SETS, type RightsSets } from "./rights.ts";

/** Everything the server decides by: whose token it is and which account is in effect (wire contract 1.4, 1.5). Ids are text. */
export interface Actor {
  /** Row of `cntl.wapi_auth` behind the call. */
  readonly token: string;
  readonly isSessionToken: boolean;
  /** Login name of the token's account. */
  readonly actorLogin: string;
  /** Login name of the account in effect. */
  readonly login: string;
  /** Row of `cntl.mgr` in effect; null for a user who is not in the database. */
  readonly account: string | null;
  readonly kind: "main" | "sub" | "svc" | "unknown";
  readonly isImpersonating: boolean;
  /** The account in effect is somebody else's, whose secrets nobody gets hold of by impersonation. */
  readonly hidesSecrets: boolean;
  readonly allowsWriting: boolean;
  /** Direct roles of this call and all permissions that follow from them. */
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /** Counter that the sets and permissions belong to; a statement with a snapshot of its own compares it. */
  readonly rightsEpoch: string;
  readonly sets: RightsSets;
}

/** Nobody's account: reads what is the same for everyone, and is recorded for what comes in without token. No account has its name. */
export const NOBODY: Actor = {
  token: "0",
  isSessionToken: true,
  actorLogin: "",
  login: "",
  account: null,
  kind: "unknown",
  isImpersonating: false,
  hidesSecrets: false,
  allowsWriting: false,
  roles: [],
  permissions: new Set(),
  rightsEpoch: "0",
  sets: NO_SETS,
};
