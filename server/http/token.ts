/**
 * The token text of an `Authorization` header: null when there is none, and a text that no token has when the header is not of the form of
 * wire contract 1.4, so that it is refused as invalid.
 */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.trim() === "") return null;
  const [, scheme = "", text = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(header) ?? [];
  if (scheme.toLowerCase() !== "bearer") return null;
  return text === "" ? null : text;
}

/** Whether a text can be a token at all. */
export function isTokenText(text: string | null): boolean {
  return text !== null && /^[A-Za-z0-9_-]{43,128}$/.test(text);
}
