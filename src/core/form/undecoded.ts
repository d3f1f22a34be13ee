import { byteText, type Decoded } from "#contract/values/decoded";
import type { Text } from "../text.ts";

/** Why a file cannot be read as text; null for a text. */
export function undecoded(read: Decoded): Text | null {
  if (read.ok) return null;
  return { key: "editor.import.unreadable", values: { line: read.line, byte: byteText(read.byte) } };
}
