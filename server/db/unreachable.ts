import { toldBy } from "../sql/sqlstate.ts";

/** Reasons of the system and of PostgreSQL that an operator can do something about, by their codes. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOENT: "its socket is gone",
  ENOTFOUND: "its name is not known",
  EAI_AGAIN: "its name cannot be resolved",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to it",
  EACCES: "this user may not use its socket; run the command as the user of the server",
  "28P01": "it refuses the password",
  "28000": "it refuses the role",
  "3D000": "it has no such database",
  "53300": "it has no connection left",
  "57P03": "it is starting or stopping",
};

/** The sentence for a database that a command cannot reach, without the password of its address; any other failure stays as it is. */
export function unreachable(fault: unknown, url = ""): unknown {
  const reason = REASONS[codeIn(fault)];
  if (reason === undefined) return fault;
  return new Error(`The database ${placeOf(url)} cannot be reached: ${reason}.`, { cause: fault });
}

/** A name with several addresses gives several failures, whose first one tells why. */
function codeIn(fault: unknown): string {
  const all: readonly unknown[] = fault instanceof AggregateError ? fault.errors : [fault];
  return toldBy(all[0], "code");
}

function placeOf(url: string): string {
  const { hostname, port, pathname } = URL.parse(url) ?? {};
  if (hostname === undefined) return "of the data folder";
  return `${pathname?.slice(1) ?? ""} at ${hostname}${port === undefined || port === "" ? "" : `:${port}`}`;
}
