import { isMembers, shown, type Form } from "./member-forms.ts";
import { knownNames, type Found } from "./mistakes.ts";

/** A part of a definition: what it is called, and the members that it may have and must have. */
export interface Part {
  readonly what: string;
  readonly given: unknown;
  readonly forms: Readonly<Record<string, Form>>;
  readonly needed?: readonly string[];
  /** Where a mistake in a member is. */
  readonly placeOf: (member: string) => string;
}

/** Members of earlier releases, and what is written instead. */
const EARLIER: Readonly<Record<string, string>> = {
  bounds: "Write its numbers as min and max of the attribute.",
};

/** Members with an unknown name. */
export function* unknownIn({ what, given, forms, placeOf }: Part): Iterable<Found> {
  for (const name of Object.keys(isMembers(given) ? given : {}))
    if (!(name in forms))
      yield {
        at: placeOf(name),
        text: `no ${what} has a member ${name}. ${EARLIER[name] ?? knownNames(name, Object.keys(forms))}`,
      };
}

/** Members with a wrong form, and needed ones that are missing. */
export function* misformedIn({ given, forms, needed = [], placeOf }: Part): Iterable<Found> {
  if (!isMembers(given)) {
    yield { at: placeOf(""), text: `it is ${shown(given)}. Write { … }.` };
    return;
  }
  for (const [name, { fits, wanted }] of Object.entries(forms)) {
    const value = given[name];
    const at = placeOf(name);
    if (value === undefined) {
      if (needed.includes(name)) yield { at, text: `it has no ${name}. Write ${name}: ${wanted}.` };
    } else if (!fits(value))
      yield { at, text: `${at.endsWith(name) ? "it" : name} is ${shown(value)}. Write ${wanted}.` };
  }
}
