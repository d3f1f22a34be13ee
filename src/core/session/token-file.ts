/** File mode 600 (CONST-17). */
const OWNER_ONLY = 0o600;
const PATH = "/etc/netportal/token";

/** The text of a token as a file entry for the configuration of API clients (TOK-09). */
export function tokenFileEntry(text: string): string {
  const entry = { path: PATH, mode: OWNER_ONLY, contents: { source: `data:,${encodeURIComponent(text)}` } };
  return JSON.stringify(entry, null, 2);
}
