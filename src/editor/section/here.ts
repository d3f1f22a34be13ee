/**
 * True if an address is that of the open page, in any spelling: escaped or not, with or without the final dot of a name, with or without the type that
 * the explorer needs beside a gpk.
 */
export function leadsHere(href: string, pathname: string): boolean {
  return plainPath(href.replace(/\?type=[^&#]+$/, "")) === plainPath(pathname);
}

function plainPath(path: string): string {
  return path
    .split("/")
    .map((part) => decodeURIComponent(part).replace(/\.$/, ""))
    .join("/");
}
