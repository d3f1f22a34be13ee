import { objectIn, type Json } from "#contract/wire/json";
import type { StoredToken } from "#core/session/session";
import { readStored, STORAGE_KEYS, type KeyStorage } from "./storage-keys.ts";

export interface TokenStorages {
  /** Lasting storage: stay logged in. */
  readonly local: KeyStorage;
  /** Storage for the life of the tab. */
  readonly tab: KeyStorage;
}

/** The token that a new page starts with. */
export function storedToken({ local, tab }: TokenStorages): StoredToken | null {
  return readToken(tab) ?? readToken(local);
}

export function readToken(storage: KeyStorage): StoredToken | null {
  return tokenFrom(readStored(storage, STORAGE_KEYS.token.key));
}

/** A token from storage or another tab; null if it is malformed. */
export function tokenFrom(stored: Json | undefined): StoredToken | null {
  const { text, gpk, isTyped } = objectIn(stored) ?? {};
  if (typeof text !== "string" || text === "") return null;
  return { text, gpk: typeof gpk === "string" ? gpk : null, isTyped: isTyped === true };
}
