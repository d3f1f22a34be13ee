import type { Localised } from "#contract/wire/json";
import type { Language } from "./faults.ts";

/** Language of the output of commands: German where the terminal is German, English everywhere else. */
export function languageOfTerminal(env: Readonly<Record<string, string | undefined>>): Language {
  const wanted = [env["LC_ALL"], env["LC_MESSAGES"], env["LANG"]].find(
    (value) => value !== undefined && value !== "",
  );
  return wanted?.toLowerCase().startsWith("de") === true ? "de" : "en";
}

const language = languageOfTerminal(process.env);

/** The text in the language of the terminal. */
export function inTerminal(text: Localised): string {
  return text[language];
}

/** Runs a command and sets its exit code. Of an error, only the message is printed. */
export async function runCommand(main: (args: readonly string[]) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Ends the process when the work ends, with code 1 if the work fails. */
export function exitAfter(work: Promise<unknown>): void {
  work.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
}
