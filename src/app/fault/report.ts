import type { Json } from "#contract/wire/json";
import type { SystemInfo } from "#contract/wire/system";
import { FaultError } from "#core/fault/fault-error";
import { toChunkLoadError } from "#core/fault/chunk-load-error";

/** A type and no interface, because only a type is assignable to `Json`. */
export type Call = {
  readonly url: string;
  readonly data: Json;
};

/** State of the portal at the time of a bug. */
interface ReportContext {
  /** The last call before it. */
  readonly request: Call | null;
  readonly route: string;
  readonly browser: string;
  readonly login_name: string | null;
  readonly build: string | null;
  readonly sysinfo: SystemInfo | null;
}

const HIDDEN = "[redacted]";
const SECRET_MEMBER = /^(authorization|token|token_text|password|passwd|wpa2_key|(.+_)?secret)$/i;
const BEARER = /\bBearer\s+[^\s"',;]+/gi;

/** A JSON dump of an unhandled error (ERR-15 to ERR-17). Secrets are texts that must not leave the browser: the session token. */
export function errorReport(error: unknown, context: ReportContext, secrets: readonly string[]): string {
  return JSON.stringify(redact({ error: describe(error), ...context }, secrets), null, 2);
}

function describe(found: unknown): Json {
  const error = toChunkLoadError(found);
  if (error instanceof FaultError) {
    const { type, code, name, description, details } = error.fault;
    return { status: error.status, type: type.name, type_code: type.code, code, name, description, details };
  }
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack ?? null };
  return String(error);
}

/** Replaces everything secret: members by name, and the given texts anywhere. */
export function redact(value: Json, secrets: readonly string[]): Json {
  if (typeof value === "string") return redactText(value, secrets);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((part: Json) => redact(part, secrets));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      SECRET_MEMBER.test(name) && part !== null ? HIDDEN : redact(part, secrets),
    ]),
  );
}

function redactText(text: string, secrets: readonly string[]): string {
  const withoutBearer = text.replaceAll(BEARER, `Bearer ${HIDDEN}`);
  return secrets
    .filter((secret) => secret !== "")
    .reduce((kept, secret) => kept.replaceAll(secret, HIDDEN), withoutBearer);
}
