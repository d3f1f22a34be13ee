/** What a member of a definition looks like, and what to write if it does not. */
export interface Form {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** What other checks look at. */
export const ANY: Form = { wanted: "", fits: () => true };

/** Marks are there or not: what reads them does not ask for their value. */
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

/** Members that are looked at by themselves. */
export function members(wanted: string): Form {
  return { wanted, fits: isMembers };
}

/** Members of any name, each of this form. */
export function named(form: Form, wanted: string): Form {
  return { wanted, fits: (value) => isMembers(value) && Object.values(value).every(form.fits) };
}

/** Members of which these are needed. */
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

/** The value as its file might have it. */
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
