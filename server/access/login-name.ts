import { dataType, parseValue } from "../catalogue/data-types.ts";

/** True for a valid login name (data type `login_name`). Invalid texts are not sent to the database, which refuses some of them (NUL). */
export function isLoginName(text: string): boolean {
  const parsed = parseValue(dataType("login_name"), text);
  return parsed.ok && parsed.value === text;
}
