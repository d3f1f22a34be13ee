import pg from "pg";
import { isTroubled, isUnavailable } from "../sql/sqlstate.ts";

/** The server, its name or the network to it is not there now, and may be there soon. */
const PASSING: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
]);

/** The driver gives these errors no code: a proxy without a server behind it, and no answer in time. */
const WITHOUT_CODE = /Connection terminated|timeout expired|timeout exceeded when trying to connect/;

const TOO_LATE = /timeout/;

/** Whether a failed attempt may succeed without anybody changing a setting. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = memberOf(error, "code");
  // A missing socket may appear; a missing file of `sslrootcert` stays missing.
  if (code === "ENOENT") return memberOf(error, "syscall") === "connect";
  return PASSING.has(code) || isUnavailable(code) || (code === "" && WITHOUT_CODE.test(error.message));
}

/**
 * Whether a connection was not answered, or was answered only with the message that the database starts or stops. A late answer does not count,
 * because it was already waited for.
 */
export function isUnanswered(error: unknown): boolean {
  if (!isPassing(error)) return false;
  return !isTroubled(memberOf(error, "code")) && !(error instanceof Error && TOO_LATE.test(error.message));
}

/** The error in the words of PostgreSQL (its FATAL line) or of the system. */
export function reasonOfConnect(error: unknown): string {
  if (error instanceof pg.DatabaseError)
    return `${error.severity ?? "FATAL"}: ${error.message} (${error.code ?? "no code"})`;
  // If a name has several addresses, each has its own reason.
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOfConnect))].join(", ");
  return error instanceof Error ? error.message : String(error);
}

const HINTS: Readonly<Record<string, string>> = {
  "28000": "Allow this user, this database and this machine in pg_hba.conf, or correct DATABASE_URL.",
  "28P01": "Correct user and password in DATABASE_URL.",
  "3D000": "Create the database, or correct its name in DATABASE_URL.",
  "42501": "Grant the user of DATABASE_URL the right to connect to the database.",
  EACCES: "Give the account of the server access to the socket that DATABASE_URL names.",
  ENOENT: "Correct the file that DATABASE_URL names.",
};

/** Messages of errors without a code, and of TLS errors, which have many codes. */
const TOLD: readonly (readonly [message: RegExp, hint: string])[] = [
  [/client password must be a string/, "The server asks for a password: write one into DATABASE_URL."],
  [/does not support SSL/, "Switch TLS on in PostgreSQL (ssl = on), or correct sslmode in DATABASE_URL."],
  [
    /certificate|altnames|self.signed/i,
    "Correct sslmode and sslrootcert in DATABASE_URL, or the certificate.",
  ],
];

/** Why an address cannot be used, and what to do, without the password. Without the password. */
export function connectFault(place: string, error: unknown): Error {
  const reason = reasonOfConnect(error);
  const hint =
    HINTS[memberOf(error, "code")] ??
    TOLD.find(([message]) => message.test(reason))?.[1] ??
    "Correct DATABASE_URL.";
  const cause = error instanceof Error ? { cause: error } : {};
  return new Error(`DATABASE_URL: no connection to ${place}: ${reason}. ${hint}`, cause);
}

/** Host, port and database of an address, as the driver understands it. Throws a sentence if the driver cannot read it. */
export function placeOfUrl(connectionString: string): string {
  try {
    const { host, port, database = "" } = new pg.Client({ connectionString });
    return `${host}:${String(port)}/${database}`;
  } catch (error) {
    // The driver's message would repeat the wrong address with its password.
    const reason = memberOf(error, "syscall") === "" ? "" : ` (${reasonOfConnect(error)})`;
    throw new Error(
      `DATABASE_URL is no address of the form postgres://user:password@host/database, or names a file that cannot be read${reason}.`,
    );
  }
}

function memberOf(error: unknown, member: "code" | "syscall"): string {
  const found: unknown = error instanceof Error ? Reflect.get(error, member) : undefined;
  return typeof found === "string" ? found : "";
}
