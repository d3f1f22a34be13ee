/** True if an address is that of the open page, in any spelling: escaped or not, with or without the final dot of a name. */
export function leadsHere(href: string, pathname: string): boolean {
  return plainPath(href) === plainPath(pathname);
}

function plainPath(path: string): string {
  return path
    .split("/")
    .map((part) => decodeURIComponent(part).replace(/\.$/, ""))
    .join("/");
}
