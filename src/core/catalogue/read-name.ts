import { decode } from "punycode.js/punycode.es6.js";

const LABEL = /(?<![\w-])xn--[a-z0-9-]+(?!\w)/g;
/** Letters that registries accept. Invisible characters, and those that look like parts of an address, stay encoded. */
const LETTERS = /^[\p{L}\p{N}\p{M}-]+$/u;

/** A domain name in readable form: `xn--bcher-kva.example.` is `bücher.example.`. Unreadable labels stay encoded. */
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
