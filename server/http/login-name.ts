/** What can be a login name (data type `login_name`); the database takes no other text (and no NUL at all). */
export function isLoginName(text: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(text);
}
