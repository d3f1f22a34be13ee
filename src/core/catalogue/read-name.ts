import { decode } from "punycode.js/punycode.es6.js";

const LABEL = /(?<![\w-])xn--[a-z0-9-]+(?!\w)/g;
/** Letters as a registry takes them; signs that cannot be seen or look like a part of the address stay in code. */
const LETTERS = /^[\p{L}\p{N}\p{M}-]+$/u;

/** A domain name as people write it: `xn--bcher-kva.example.` is `bücher.example.`. What is no readable label stays as it is. */
export function readName(text: string): string {
  return text.includes("xn--") ? text.replace(LABEL, readableLabel) : text;
}

function readableLabel(label: string): string {
  try {
    const letters = decode(label.slice("xn--".length));
    return LETTERS.test(letters) && letters === letters.normalize("NFC").toLowerCase() ? letters : label;
  } catch (error) {
    if (error instanceof RangeError) return label;
    throw error;
  }
}
