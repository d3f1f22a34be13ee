/** The parameters of a request's address. */
export function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split("?").slice(1).join("?"));
}

/** The path of a request's address, without query string. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}

/** Whether a path outside of the API and the files has a broken percent sequence. The portal itself says that such a page does not exist. */
export function isBrokenPage(path: string): boolean {
  const first = path.split("/")[1] ?? "";
  return isBroken(path) && !/^(api|assets|v?\d+\.\d+)$/.test(first);
}

function isBroken(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch (error) {
    if (error instanceof URIError) return true;
    throw error;
  }
}
