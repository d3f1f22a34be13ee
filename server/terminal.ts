import type { Localised } from "#contract/wire/json";
import type { Language } from "./faults.ts";

/** Language of what the commands print: German where the terminal is German, English everywhere else. */
export function languageOfTerminal(env: Readonly<Record<string, string | undefined>>): Language {
  const wanted = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find(
    (value) => value !== undefined && value !== "",
  );
  return wanted?.toLowerCase().startsWith("de") === true ? "de" : "en";
}

const language = languageOfTerminal(process.env);

/** The text for whoever started the command. */
export function inTerminal(text: Localised): string {
  return text[language];
}
