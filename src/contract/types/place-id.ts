import { lengthOf, patternOf, type PortalSpec, type ServerSpec, type ValueSpec } from "../data-type.ts";
import { parsed, refused, refusedLength, type Parsed } from "../values/parsed.ts";

const LENGTH = 64;
const PATTERN = "^[\\p{L}\\p{Nd}+_-]([\\p{L}\\p{M}\\p{Nd} _.:/()+'&-]*[\\p{L}\\p{M}\\p{Nd}_.:/()+'&-])?$";

export const value = {
  jsonName: "string",
  textLength: LENGTH,
  pattern: PATTERN,
  partPattern: "^[\\p{L}\\p{M}\\p{Nd} _.:/()+'&-]+$",
  parse: readPlace,
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Ortsname", en: "Name of a place" },
  help: {
    de: "Wie auf dem Schild oder im Plan: Buchstaben, Ziffern, Leerzeichen und _ . : / ( ) + ' & -, am Anfang ein Buchstabe, eine Ziffer oder - + _",
    en: "As on the sign or the plan: letters, digits, blanks and _ . : / ( ) + ' & -, beginning with a letter, a digit or - + _",
  },
} as const satisfies ServerSpec;

export const portal = {
  cell: "chip",
  read(text: string): string | null {
    const name = readPlace(text.trim());
    return name.ok ? name.value : null;
  },
} as const satisfies PortalSpec;

/** Composed and decomposed spellings of `ö` count as one character, so both are the same name. */
function readPlace(text: string): Parsed<string> {
  const name = text.normalize("NFC");
  const length = lengthOf(name);
  if (length > LENGTH) return refusedLength(length);
  return patternOf(PATTERN).test(name) ? parsed(name) : refused("bad_format");
}
