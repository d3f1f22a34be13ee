/** Whether an address is that of the open page, however both are written: escaped or not, with or without the final dot of a name. */
export function leadsHere(href: string, pathname: string): boolean {
  return plainPath(href) === plainPath(pathname);
}

function plainPath(path: string): string {
  return path
    .split("/")
    .map((part) => decodeURIComponent(part).replace(/\.$/, ""))
    .join("/");
}
