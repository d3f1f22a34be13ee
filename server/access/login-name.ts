import { dataType, parseValue } from "../catalogue/data-types.ts";

/** Whether the text is a login name as it stands (data type `login_name`); the database takes no other text (and no NUL at all). */
export function isLoginName(text: string): boolean {
  const parsed = parseValue(dataType("login_name"), text);
  return parsed.ok && parsed.value === text;
}
