import { readFqdn, type ToAscii } from "./fqdn.ts";
import { parsed, parsedOr, refused, type Parsed } from "./parsed.ts";
import { characterString, recordWords } from "./record-strings.ts";
import { serviceParameters } from "./service-parameters.ts";

/** A field of record data. `hex`, `base64` and `parameters` take all words that are left. */
export type Field = "uint8" | "uint16" | "string" | "name" | "hex" | "base64" | "parameters";

/** The last field is a digest: the number of the field with its kind, and the bytes of each kind. Other kinds have any length. */
export interface Digest {
  readonly by: number;
  readonly bytes: Readonly<Record<string, number>>;
}

export interface Fields {
  readonly fields: readonly Field[];
  readonly digest?: Digest;
}

/** The fields of a record in one spelling, separated by one blank. */
export function readFields(text: string, { fields, digest }: Fields, toAscii: ToAscii): Parsed<string> {
  const words = recordWords(text);
  if (words === null || !hasCount(words.length, fields)) return refused("bad_format");
  const read: string[] = [];
  for (const [at, field] of fields.entries()) {
    const value = readField(field, words.slice(at, REST.has(field) ? undefined : at + 1), toAscii);
    if (!value.ok) return value;
    if (value.value !== "") read.push(value.value);
  }
  return parsedOr(hasLength(read, digest) ? read.join(" ") : null);
}

/** Parameters may be missing, and the last field may have more than one word. */
function hasCount(count: number, fields: readonly Field[]): boolean {
  const [last] = fields.slice(-1);
  const least = last === "parameters" ? fields.length - 1 : fields.length;
  return count >= least && (count <= fields.length || (last !== undefined && REST.has(last)));
}

const REST: ReadonlySet<Field> = new Set(["hex", "base64", "parameters"]);

function readField(field: Field, words: readonly string[], toAscii: ToAscii): Parsed<string> {
  const [word = ""] = words;
  switch (field) {
    case "uint8":
      return parsedOr(wholeNumber(word, 255));
    case "uint16":
      return parsedOr(wholeNumber(word, 65_535));
    case "string":
      return parsedOr(characterString(word));
    case "name":
      return readFqdn(word, toAscii);
    case "hex":
      return parsedOr(matching(words.join("").toLowerCase(), /^([0-9a-f]{2})+$/));
    case "base64":
      return parsedOr(base64(words.join("")));
    case "parameters": {
      const parameters = serviceParameters(words);
      return parameters === null ? refused("bad_format") : parsed(parameters.join(" "));
    }
  }
}

function wholeNumber(word: string, max: number): string | null {
  const number = /^[0-9]{1,10}$/.test(word) ? Number(word) : Infinity;
  return number <= max ? String(number) : null;
}

function matching(text: string, pattern: RegExp): string | null {
  return pattern.test(text) ? text : null;
}

/** Base64 whose unused bits are zero, so that the same bytes have one spelling. */
function base64(text: string): string | null {
  return matching(
    text,
    /^(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/,
  );
}

function hasLength(fields: readonly string[], digest: Digest | undefined): boolean {
  const bytes = digest?.bytes[fields[digest.by] ?? ""];
  return bytes === undefined || fields.at(-1)?.length === bytes * 2;
}
