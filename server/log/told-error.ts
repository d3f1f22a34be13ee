/** Description of an error in the log. */
export interface ToldError {
  readonly name: string;
  /** SQLSTATE or code of the system. */
  readonly code: string | null;
  /** Empty if the message may repeat data that somebody sent. */
  readonly message: string;
  /** Table, column, constraint and place in PostgreSQL, without values. */
  readonly about: string;
  /** Places in the code, innermost first. */
  readonly stack: readonly string[];
}

const MOST_FRAMES = 12;
const MOST_TEXT = 500;

/** Members of an error of PostgreSQL that name parts of the database. `detail`, `where` and `internalQuery` may contain values and are not among them. */
const NAMES = ["schema", "table", "column", "dataType", "constraint", "routine"] as const;

/**
 * An error without the values that caused it. Errors of the language and of Node (`SyntaxError`, `ERR_…`) quote the unreadable text, so they keep no
 * message. All others lose the text between the first and the last quotation mark.
 */
export function toldError(error: unknown): ToldError {
  if (!(error instanceof Error))
    return { name: "Error", code: null, message: typeof error, about: "", stack: [] };
  const code = textOf(error, "code");
  const about = NAMES.map((name) => [name, textOf(error, name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
  return {
    name: error.name,
    code,
    message: quotesValues(error, code) ? "" : withoutQuoted(error.message),
    about,
    stack: framesOf(error),
  };
}

/** A text without quoted parts, in one line. */
export function withoutQuoted(text: string): string {
  return text
    .replace(/".*"/s, '"…"')
    .replace(/[\p{Cc}\s]+/gu, " ")
    .slice(0, MOST_TEXT);
}

function quotesValues(error: Error, code: string | null): boolean {
  if (code?.startsWith("ERR_") === true) return true;
  return [SyntaxError, RangeError, TypeError, URIError, ReferenceError].some((kind) => error instanceof kind);
}

/** The lines of a stack after its message, because a message may look like a place. */
function framesOf({ stack = "", message }: Error): readonly string[] {
  const begin = stack.indexOf(message);
  if (begin < 0) return [];
  return stack
    .slice(begin + message.length)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => /^at .*(?::\d+:\d+\)?|<anonymous>\)?|native\)?)$/.test(line))
    .slice(0, MOST_FRAMES);
}

function textOf(error: Error, member: string): string | null {
  const value: unknown = Reflect.get(error, member);
  return typeof value === "string" && value !== "" ? withoutQuoted(value) : null;
}
