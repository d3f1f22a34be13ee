import type { SignedIn } from "#contract/wire/system";
import type { StoredToken } from "#core/session/session";

export interface LoginPageProps {
  /** Whether the server accepts name and password (LOGIN-06). */
  readonly hasPasswords: boolean;
  readonly signIn: (name: string, password: string, stays: boolean) => Promise<SignedIn>;
  /** Whether the server takes this token; rejects if it does not. */
  readonly tryToken: (token: string) => Promise<void>;
  /** The token is good: it is stored, and the wanted page opens. */
  readonly onSignedIn: (token: StoredToken, stays: boolean) => void;
}

export type Way = "account" | "token";
