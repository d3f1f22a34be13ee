import { readStored, STORAGE_KEYS, writeStored, type KeyStorage } from "./storage-keys.ts";

/** What the tab remembers while the person is at the identity provider. */
export interface PendingSignIn {
  /** Known to this tab and the server alone: nobody else's sign-in can be ended here. */
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

/** The sign-in that this tab left for, once; null when there was none. */
export function takeSignIn(tab: KeyStorage): PendingSignIn | null {
  const stored = readStored(tab, KEY);
  writeStored(tab, KEY, null);
  if (typeof stored !== "object" || stored === null || !("binding" in stored)) return null;
  if (typeof stored.binding !== "string") return null;
  return {
    binding: stored.binding,
    wanted: "wanted" in stored && typeof stored.wanted === "string" ? stored.wanted : null,
    staysLoggedIn: "staysLoggedIn" in stored && stored.staysLoggedIn === true,
  };
}
