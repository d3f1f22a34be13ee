import type { ToAscii } from "./values/fqdn.ts";
import type { Parsed } from "./values/parsed.ts";
import type { Localised } from "./wire/json.ts";

/** Rules for values of a data type, equal on server and portal (wire contract 5.5). */
export interface ValueSpec {
  readonly jsonName: "string" | "number" | "boolean" | "object" | "json";
  readonly formatLiteral?: string;
  readonly textLength?: number;
  /** Pattern of the whole value in canonical form. */
  readonly pattern?: string;
  /** Pattern of every part of a value. */
  readonly partPattern?: string;
  readonly min?: number;
  readonly max?: number;
  readonly hasFraction?: true;
  /** A text may have several lines, and tabs. */
  readonly hasLines?: true;
  /** Blanks at either end belong to the value. */
  readonly isAsSent?: true;
  /** Parts of a value have no meaning, so there is no filter by regular expression. */
  readonly isOpaque?: true;
  /** Canonical form of a trimmed text; without it length and pattern decide. */
  readonly parse?: (text: string, toAscii: ToAscii) => Parsed<string>;
}

/** Properties that only the server needs: how PostgreSQL stores values, and texts for the metadata. */
export interface ServerSpec {
  /** `text` if absent. */
  readonly sqlType?: string;
  /** SQL for the text on the wire, if it is not the plain text. */
  readonly wireText?: (sql: string) => string;
  /** The value of a filter that accepts more than a value; the empty text matches nothing. */
  readonly parseFilter?: (text: string) => Parsed<string>;
  /** Filter operators besides those of the JSON type (wire contract 2.7). */
  readonly operators?: "time" | "network";
  readonly label: Localised;
  readonly help: Localised;
}

/** Properties that only the portal needs and that do not follow from the JSON type. Core knows the names of inputs, cells and texts. */
export interface PortalSpec {
  readonly widget?: string;
  /** Options of the input; `expected` is the key of the text for the expected format. */
  readonly options?: { readonly expected?: string; readonly isInteger?: false; readonly isInPairs?: boolean };
  /** Fixed choices: languages of texts in the database. */
  readonly choices?: "languages";
  readonly cell?: string;
  /** Key of the text that says why a value is refused, or the text itself. */
  readonly invalid?: string | ((text: string) => object);
  /** The value sent for a typed text; null if it is invalid. Without it the pattern of the metadata decides. */
  readonly read?: (text: string, toAscii: ToAscii) => string | null;
  /** Form in which values are compared, if a value is sent as typed. */
  readonly comparable?: (text: string) => string | null;
  readonly isAsSent?: true;
  readonly hasLines?: true;
  readonly isOpaque?: true;
  /** Index of the part that many values share, such as the zone of a name. This part is drawn muted. */
  readonly rest?: (text: string) => number;
  /** Characters that end a common beginning of the values in a column, such as the network of addresses. The beginning is drawn muted. */
  readonly sharedUpTo?: string;
  /** The filter box does not search values of the type (LIST-08). */
  readonly isUnsearched?: true;
  /** The help of the type repeats only what the input shows. */
  readonly isPlain?: true;
}

/** Accepts texts of the pattern as they are. */
export function matching(pattern: string): (text: string) => string | null {
  return (text) => (patternOf(pattern).test(text) ? text : null);
}

/** Number of characters as PostgreSQL counts them, not of UTF-16 units. */
export function lengthOf(text: string): number {
  return Array.from(text).length;
}

const PATTERNS = new Map<string, RegExp>();

/** The regular expression of a pattern, compiled once. */
export function patternOf(pattern: string): RegExp {
  const known = PATTERNS.get(pattern);
  if (known !== undefined) return known;
  const made = new RegExp(pattern, "u");
  PATTERNS.set(pattern, made);
  return made;
}
