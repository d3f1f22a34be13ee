import { dataType, parseValue } from "../catalogue/data-types.ts";

/** True for a valid login name (data type `login_name`). Other texts never reach the database, which refuses some (NUL). */
export function isLoginName(text: string): boolean {
  const parsed = parseValue(dataType("login_name"), text);
  return parsed.ok && parsed.value === text;
}
