/** Copies a text; answers whether it worked. Pages without TLS have no clipboard, and a browser may refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn("not copied", error);
    return false;
  }
}
