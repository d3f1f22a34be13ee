/** The token in an `Authorization` header; null if the header does not have the form of wire contract 1.4. */
export function bearerToken(header = ""): string | null {
  return /^\s*bearer\s+(\S.*?)\s*$/i.exec(header)?.[1] ?? null;
}

/** Whether a text can be a token. */
export function isTokenText(text: string | null): boolean {
  return text !== null && /^[A-Za-z0-9_-]{43,128}$/.test(text);
}
