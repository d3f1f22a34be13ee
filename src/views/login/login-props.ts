import type { SystemInfo } from "#contract/wire/system";
import type { StoredToken } from "#core/session/session";

export interface LoginPageProps {
  /** The login methods of the server (LOGIN-06). */
  readonly methods: SystemInfo["login_methods"];
  /** Path to open afterwards. */
  readonly wanted: string | null;
  /** The token is good: it is stored, and the wanted page opens. */
  readonly onSignedIn: (token: StoredToken, stays: boolean) => void;
}

/** Ways that ask for something; the provider asks on its own pages. */
export type TypedWay = "account" | "token";
export type Way = "provider" | TypedWay;
