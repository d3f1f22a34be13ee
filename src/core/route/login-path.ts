/** Address of the sign-in, which leads back to the open page with its filter and hash (LOGIN-10, LAUNCH-04). */
export function loginPath({
  pathname,
  search,
  hash,
}: Record<"pathname" | "search" | "hash", string>): string {
  return pathname === "/login" ? pathname : `/login?return=${encodeURIComponent(pathname + search + hash)}`;
}
