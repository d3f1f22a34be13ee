/** The element that the hash of an address names; null where there is none. */
export function elementNamed(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch (error) {
    // A mistyped address is no reason to lose the page.
    if (error instanceof URIError) return null;
    throw error;
  }
}
