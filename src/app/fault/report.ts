import { isList, objectIn, type Json } from "#contract/wire/json";
import type { SystemInfo } from "#contract/wire/system";
import type { Catalogue } from "#core/catalogue/catalogue";
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

/** What must not leave the browser. */
export interface Secrets {
  /** Such as the session token. */
  readonly texts: readonly string[];
  /** Names of secret attributes. */
  readonly members: readonly string[];
}

const HIDDEN = "[redacted]";
/** Members that are secret without being attributes. */
const SECRET_MEMBER = /^(authorization|token|token_text|password|passwd|(.+_)?secret)$/i;
const BEARER = /\bBearer\s+[^\s"',;]+/gi;

/** The secrets that a report could have: the token of the session, and the values of secret attributes. */
export function secretsOf(token: string | null, { types }: Pick<Catalogue, "types">): Secrets {
  const secret = types.flatMap(({ attributes }) => attributes.filter(({ is_secret }) => is_secret));
  return { texts: [token ?? ""], members: secret.map(({ name }) => name) };
}

/** A JSON dump of an unhandled error (ERR-15 to ERR-17). */
export function errorReport(error: unknown, context: ReportContext, secrets: Secrets): string {
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

/** Replaces everything secret: members by name, rows that are used for such a member under another name, and texts anywhere. */
export function redact(value: Json, { texts, members }: Secrets): Json {
  const named = new Set(members);
  const isSecret = (name: string): boolean => SECRET_MEMBER.test(name) || named.has(name);
  const taken = new Set(takenFor(value, isSecret));
  return hidden(value, texts, (name) => isSecret(name) || taken.has(name));
}

function hidden(value: Json, texts: readonly string[], isSecret: (name: string) => boolean): Json {
  if (typeof value === "string") return withoutTexts(value, texts);
  if (value === null || typeof value !== "object") return value;
  if (isList(value)) return value.map((part) => hidden(part, texts, isSecret));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      isSecret(name) && part !== null ? HIDDEN : hidden(part, texts, isSecret),
    ]),
  );
}

/** Columns of other rows that steps take for a secret member (`new_ref_params`). */
function takenFor(value: Json, isSecret: (name: string) => boolean): readonly string[] {
  if (value === null || typeof value !== "object") return [];
  if (isList(value)) return value.flatMap((part) => takenFor(part, isSecret));
  return Object.entries(value).flatMap(([name, part]) => {
    const columns = name.endsWith("_ref_params") ? Object.entries(objectIn(part) ?? {}) : [];
    const own = columns.flatMap(([param, column]) =>
      isSecret(param) && typeof column === "string" ? [column] : [],
    );
    return [...own, ...takenFor(part, isSecret)];
  });
}

function withoutTexts(text: string, secrets: readonly string[]): string {
  const withoutBearer = text.replaceAll(BEARER, `Bearer ${HIDDEN}`);
  return secrets
    .filter((secret) => secret !== "")
    .reduce((kept, secret) => kept.replaceAll(secret, HIDDEN), withoutBearer);
}
