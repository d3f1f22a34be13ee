import { NO_SETS, type RightsSets } from "./rights.ts";

/** Whose token a call has and which account is in effect: the basis of every decision (wire contract 1.4, 1.5). Ids are text. */
export interface Actor {
  /** Row of `cntl.wapi_auth` behind the call. */
  readonly token: string;
  readonly isSessionToken: boolean;
  /**
   * Key under which limits are counted: the same for a main account, its subaccounts, and the tokens of service accounts that this person generated.
   */
  readonly person: string;
  /** Login name of the account that the token belongs to. */
  readonly actorLogin: string;
  /** Login name of the account in effect. */
  readonly login: string;
  /** Row of `cntl.mgr` in effect; null for a user who is not in the database. */
  readonly account: string | null;
  readonly kind: "main" | "sub" | "svc" | "unknown";
  readonly isImpersonating: boolean;
  /** True while impersonating another person, whose secrets stay hidden. */
  readonly hidesSecrets: boolean;
  readonly allowsWriting: boolean;
  /** Direct roles of this call and all permissions that follow from them. */
  readonly roles: readonly string[];
  readonly permissions: ReadonlySet<string>;
  /**
   * The moment at which sets, permissions and the right to call were read (`standing` of `AccountsSpec`). A statement with a newer snapshot compares
   * it. Empty if they were read at several moments. Null if the actor has no token in the database: then nothing is compared.
   */
  readonly standing: string | null;
  readonly sets: RightsSets;
}

/** Actor without an account. It reads only rows that are the same for everyone. The log names it for changes without a token. */
export const NOBODY: Actor = {
  token: "0",
  isSessionToken: true,
  person: "",
  actorLogin: "",
  login: "",
  account: null,
  kind: "unknown",
  isImpersonating: false,
  hidesSecrets: false,
  allowsWriting: false,
  roles: [],
  permissions: new Set(),
  standing: null,
  sets: NO_SETS,
};
