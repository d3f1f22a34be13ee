/** Where to sign in; that leads back to the page that is open, with its filter and its hash (LOGIN-10, LAUNCH-04). */
export function loginPath({ pathname, search, hash }: OpenPage): string {
  return pathname === "/login" ? pathname : `/login?return=${encodeURIComponent(pathname + search + hash)}`;
}

/** The parts of an address that a page is opened by. */
interface OpenPage {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}
