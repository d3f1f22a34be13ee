import type { Json } from "#contract/wire/json";

/** All keys in browser storage. `logout` marks items that signing out removes (SESS-17). */
export const STORAGE_KEYS = {
  token: { key: "token", logout: true },
  impersonated: { key: "su_login_name", logout: true },
  pendingSignIn: { key: "pending_sign_in", logout: true },
  searchHistory: { key: "search_history", logout: true },
  // Earlier builds kept opened objects here; the server keeps them now.
  recentObjects: { key: "recent_objects", logout: true },
  macfinderJobs: { key: "macfinder_jobs", logout: true },
  patchRequestActions: { key: "patch_request_actions", logout: "unless keep_ta" },
  locale: { key: "locale", logout: false },
  expert: { key: "expert", logout: false },
  developer: { key: "developer", logout: false },
  keepTa: { key: "keep_ta", logout: false },
  theme: { key: "theme", logout: false },
  defaultLoginPage: { key: "default_login_page", logout: false },
  homeGrid: { key: "home_grid", logout: false },
  ownLists: { key: "own_lists", logout: false },
  dbEditorCache: { key: "db_editor_cache", logout: false },
  singleKeys: { key: "single_keys", logout: false },
  tourSeen: { key: "tour_seen", logout: false },
  sidebars: { key: "sidebars", logout: false },
} as const;

export type KeyStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A stored JSON value; an unreadable one counts as missing (PREF-14). */
export function readStored(storage: KeyStorage, key: string): Json {
  try {
    // Parse boundary: JSON.parse yields nothing but JSON.
    return JSON.parse(storage.getItem(key) ?? "null") as Json;
  } catch {
    // Defaults apply to unreadable storage and outdated text (PREF-14).
    return null;
  }
}

/** Stores a value; a full or forbidden storage loses it without an error. */
export function writeStored(storage: KeyStorage, key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`${key} could not be kept`, error);
  }
}

/** Removes items at sign-out; planned patch actions stay with `keep_ta` (SESS-17). */
export function removeAtLogout(storage: KeyStorage, keepsPlanned: boolean): void {
  for (const { key, logout } of Object.values(STORAGE_KEYS)) {
    if (logout === true || (logout === "unless keep_ta" && !keepsPlanned)) writeStored(storage, key, null);
  }
}
