import type { Json } from "#contract/wire/json";
import { refuse } from "../faults.ts";
import { jsonOf } from "../wapi/call.ts";

/** An object without other members than the known ones (wire contract 6). */
export function parseMembers(
  body: Buffer,
  known: readonly string[],
): Readonly<Record<string, Json | undefined>> {
  const value = jsonOf(body);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuse("malformed_json", { position: 0 });
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined)
    throw refuse("unknown_parameter", { parameter: unknown, scope: "new", known_list: known });
  // Arrays are excluded above; TypeScript does not narrow readonly arrays away.
  return value as Readonly<Record<string, Json | undefined>>;
}
