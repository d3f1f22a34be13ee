/** Where a person goes after signing in: the wanted path, else the default page, else home (LOGIN-10). Never out of the portal. */
export function afterLogin(wanted: string | null, defaultPage: string | null): string {
  if (wanted !== null && /^\/(?![/\\])/.test(wanted) && !/^\/(login|oic_login)\b/.test(wanted)) return wanted;
  return defaultPage ?? "/home";
}
