// What is wrong with a template, in the sentences of the command and of the portal.
import type { Localised } from "../wire/json.ts";
import TEXTS from "./texts.json" with { type: "json" };

/** A problem of a template: its place as JSON pointer, and the content of its sentence. */
export interface TemplateProblem {
  readonly path: string;
  readonly key: keyof typeof TEXTS;
  readonly values?: Readonly<Record<string, string | number>>;
  /** The template works, but its author should know this. */
  readonly isWarning?: true;
}

/** The sentence for the author, in a language that every sentence of the server has. */
export function problemText({ key, values = {} }: TemplateProblem, language: keyof Localised): string {
  return TEXTS[key][language].replace(/\{([a-z]+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}
