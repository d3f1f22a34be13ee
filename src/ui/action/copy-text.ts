/** Copies a text; whether it is in the clipboard now. Pages without TLS have none, and a browser may refuse it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn("not copied", error);
    return false;
  }
}
