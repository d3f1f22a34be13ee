/** Everything the portal keeps in the browser, each key once. `logout` says which items signing out removes (SESS-17). */
export const STORAGE_KEYS = {
  token: { key: "token", logout: true },
  impersonated: { key: "su_login_name", logout: true },
  pendingSignIn: { key: "pending_sign_in", logout: true },
  searchHistory: { key: "search_history", logout: true },
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
  dbEditorCache: { key: "db_editor_cache", logout: false },
  singleKeys: { key: "single_keys", logout: false },
  tourSeen: { key: "tour_seen", logout: false },
  sidebars: { key: "sidebars", logout: false },
} as const;

/** The part of `Storage` that the stores use. */
export interface KeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A stored JSON value; what cannot be read or parsed is as if it were not there (PREF-14). */
export function readStored(storage: KeyStorage, key: string): unknown {
  try {
    const text = storage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    // Unreadable storage or outdated text: the defaults hold, as PREF-14 wants it.
    return null;
  }
}

/** Keeps a value; a full or forbidden storage costs the memory of it, not the work. */
export function writeStored(storage: KeyStorage, key: string, value: unknown): void {
  try {
    if (value === null || value === undefined) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`${key} could not be kept`, error);
  }
}

/** Removes what signing out removes; planned patch actions stay with `keep_ta` (SESS-17). */
export function removeAtLogout(storage: KeyStorage, keepsPlanned: boolean): void {
  for (const { key, logout } of Object.values(STORAGE_KEYS)) {
    if (logout === true || (logout === "unless keep_ta" && !keepsPlanned)) writeStored(storage, key, null);
  }
}
