/** The form of a member of a definition, and the text to report if it differs. */
export interface Form {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Accepts every value, because other checks cover it. */
export const ANY: Form = { wanted: "", fits: () => true };

/** A mark is present or absent, and its value does not matter. */
export const MARK: Form = { wanted: "true, or take it away", fits: (value) => value === true };

export const TEXT: Form = { wanted: '"…"', fits: isText };

export const NUMBER: Form = { wanted: "a number", fits: Number.isFinite };

export const NAMES: Form = { wanted: '["…"]', fits: isNames };

export const LIST: Form = { wanted: '["…"]', fits: Array.isArray };

export const LISTS_OF_NAMES: Form = {
  wanted: '[["…", "…"]], a list of names for each set',
  fits: isListOf(isNames),
};

export const WORDS: Form = {
  wanted: '{ de: "…", en: "…" }',
  fits: (value) => isMembers(value) && isText(value["de"]) && isText(value["en"]),
};

/** An object whose members are checked separately. */
export function members(wanted: string): Form {
  return { wanted, fits: isMembers };
}

/** An object with members of any name, each of this form. */
export function named(form: Form, wanted: string): Form {
  return { wanted, fits: (value) => isMembers(value) && Object.values(value).every(form.fits) };
}

/** An object in which these members are required. */
export function having(forms: Readonly<Record<string, Form>>, wanted: string): Form {
  const needed = Object.entries(forms);
  return {
    wanted,
    fits: (value) => isMembers(value) && needed.every(([name, { fits }]) => fits(value[name])),
  };
}

export function listOf(form: Form): Form {
  return { wanted: `[${form.wanted}]`, fits: isListOf(form.fits) };
}

export function oneOf(...words: readonly unknown[]): Form {
  const wanted = words.map((word) => JSON.stringify(word)).join(" or ");
  return { wanted, fits: (value) => words.includes(value) };
}

export function either(one: Form, other: Form): Form {
  return {
    wanted: `${one.wanted}, or ${other.wanted}`,
    fits: (value) => one.fits(value) || other.fits(value),
  };
}

/** The value as it may be in a file. */
export function shown(value: unknown): string {
  const text = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}

const LONGEST_SHOWN = 60;

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

export function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isNames(value: unknown): boolean {
  return isListOf(isText)(value) && !isListOf(() => false)(value);
}

function isListOf(fits: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(fits);
}
