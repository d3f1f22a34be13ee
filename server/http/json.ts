import type { Json } from "#contract/wire/json";
import { refuse } from "../faults.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** The JSON value of a body; `position` of the refusal is the character at which reading ended, or null if it is not known. */
export function parseJson(body: Buffer): Json {
  try {
    // Any JSON text yields a JSON value.
    return JSON.parse(utf8.decode(body)) as Json;
  } catch (error) {
    throw refuse("malformed_json", { position: positionIn(error) });
  }
}

/** Node tells the position in the message alone; where it tells none, the text ended too early. */
function positionIn(error: unknown): number | null {
  const found = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return found === undefined ? null : Number(found);
}

/** An object without other members than the known ones (wire contract 6). */
export function parseMembers(
  body: Buffer,
  known: readonly string[],
): Readonly<Record<string, Json | undefined>> {
  const value = parseJson(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("malformed_json", { position: 0 });
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined)
    throw refuse("unknown_parameter", { parameter: unknown, scope: "new", known_list: known });
  // Arrays are excluded above; TypeScript does not narrow readonly arrays away.
  return value as Readonly<Record<string, Json | undefined>>;
}
