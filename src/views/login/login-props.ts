import type { SignedIn, SystemInfo } from "#contract/wire/system";
import type { StoredToken } from "#core/session/session";

export interface LoginPageProps {
  /** What the server accepts (LOGIN-06). */
  readonly methods: SystemInfo["login_methods"];
  /** Leaves for the identity provider; rejects if it cannot. */
  readonly leave: (stays: boolean) => Promise<void>;
  readonly signIn: (name: string, password: string, stays: boolean) => Promise<SignedIn>;
  /** Whether the server takes this token; rejects if it does not. */
  readonly tryToken: (token: string) => Promise<void>;
  /** The token is good: it is stored, and the wanted page opens. */
  readonly onSignedIn: (token: StoredToken, stays: boolean) => void;
}

/** Ways that ask for something; the provider asks on its own pages. */
export type TypedWay = "account" | "token";
export type Way = "provider" | TypedWay;
