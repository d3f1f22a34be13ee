/** Address of the sign-in, which leads back to the open page with its filter and hash (LOGIN-10, LAUNCH-04). */
export function loginPath(page: Record<"pathname" | "search" | "hash", string>): string {
  const { pathname, search, hash } = page;
  return pathname === "/login" ? pathname : `/login?return=${encodeURIComponent(pathname + search + hash)}`;
}
