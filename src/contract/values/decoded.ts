interface Decoder {
  decode: (bytes: Uint8Array) => string;
}

// Browsers and Node.js have `TextDecoder`, but the contract has the types of neither.
const { TextDecoder } = globalThis as unknown as {
  readonly TextDecoder: new (label: string, options?: { readonly fatal: boolean }) => Decoder;
};

/** The text of a file: UTF-16 with a byte order mark, else UTF-8, else Windows-1252, which are all that spreadsheets write. Null if it is no text. */
export function decoded(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: every byte stands for a sign of the older encoding. A zero byte is in no text.
    const text = new TextDecoder("windows-1252").decode(bytes);
    return text.includes("\0") ? null : text;
  }
}

/** The text as its readers count on it: without a byte order mark, and with line ends of one kind. */
export function withPlainLines(text: string): string {
  return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}
