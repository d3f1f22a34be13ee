/** Where to sign in; that leads back to the page that is open (LOGIN-10). */
export function loginPath({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return pathname === "/login" ? pathname : `/login?return=${encodeURIComponent(pathname + search)}`;
}
