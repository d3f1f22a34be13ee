import { isObject, type Json } from "#contract/wire/json";
import { refuse } from "../faults.ts";
import { jsonOf } from "../wapi/json.ts";

/** An object without other members than the known ones (wire contract 6). */
export function parseMembers(
  body: Uint8Array,
  known: readonly string[],
): Readonly<Record<string, Json | undefined>> {
  const value = jsonOf(body);
  if (!isObject(value)) throw refuse("malformed_json", { position: null });
  const unknown = Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined)
    throw refuse("unknown_parameter", { parameter: unknown, scope: "new", known_list: known });
  return value;
}
