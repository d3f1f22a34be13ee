import { objectIn } from "#contract/wire/json";
import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

/** State of the tab while the person is at the identity provider. */
export interface PendingSignIn {
  /** Secret of this tab and the server, so that nobody else's sign-in can be finished here. */
  readonly binding: string;
  readonly wanted: string | null;
  readonly staysLoggedIn: boolean;
}

const KEY = STORAGE_KEYS.pendingSignIn.key;

/** 256 random bits as text. */
export function newBinding(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function keepSignIn(tab: KeyStorage, pending: PendingSignIn): void {
  writeStored(tab, KEY, pending);
}

/** The pending sign-in of this tab, answered once; null if there is none. */
export function takeSignIn(tab: KeyStorage): PendingSignIn | null {
  const { binding, wanted, staysLoggedIn } = objectIn(readStored(tab, KEY)) ?? {};
  writeStored(tab, KEY, null);
  if (typeof binding !== "string") return null;
  return {
    binding,
    wanted: typeof wanted === "string" ? wanted : null,
    staysLoggedIn: staysLoggedIn === true,
  };
}
