/** The element of an address's hash, or null. */
export function elementNamed(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch (error) {
    // A mistyped address must not break the page.
    if (error instanceof URIError) return null;
    throw error;
  }
}
