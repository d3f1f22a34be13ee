import type { Json } from "#contract/wire/json";

const REDACTED = "[redacted]";
const SECRET_NAME = /^(authorization|token|password|wpa2_key|.*_token|.*password.*)$/i;
const BEARER = /\bBearer\s+[\w-]+/gi;
const TOKEN_TEXT = /(?<![\w-])[A-Za-z0-9_-]{43,128}(?![\w-])/g;

/** The value without token text, passwords and WPA2 keys, wherever they stand in it (ERR-16, ERR-17). */
export function redact(value: Json, secrets: readonly string[] = []): Json {
  if (typeof value === "string") return redactText(value, secrets);
  if (Array.isArray(value)) return value.map((part: Json) => redact(part, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, Json]) => [
      name,
      SECRET_NAME.test(name) && part !== null ? REDACTED : redact(part, secrets),
    ]),
  );
}

function redactText(text: string, secrets: readonly string[]): string {
  const known = secrets.filter((secret) => secret !== "");
  const without = known.reduce((left, secret) => left.replaceAll(secret, REDACTED), text);
  return without.replace(BEARER, `Bearer ${REDACTED}`).replace(TOKEN_TEXT, REDACTED);
}
