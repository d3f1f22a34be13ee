/** `npm run templates -- check FILE...`: reports mistakes of templates before they are put into `templates/`. */
import { readFileSync } from "node:fs";
import { problemText, type TemplateProblem } from "#contract/template-check/problem";
import type { Json } from "#contract/wire/json";
import { loadCatalogue } from "./catalogue/load.ts";
import { templateCheck, type TemplateCheck } from "./hub/check.ts";
import { inTerminal, runCommand } from "./terminal.ts";

const USAGE = {
  de: "Aufruf: npm run templates -- check DATEI...",
  en: "usage: npm run templates -- check FILE...",
};
const NOTHING_WRONG = { de: "nichts zu beanstanden", en: "nothing wrong" };
const WARNING = { de: "Warnung", en: "warning" };

/** Tells every problem as `FILE: PATH: SENTENCE`, and warnings; answers the exit code, 1 where there is a problem. */
async function main([command, ...files]: readonly string[]): Promise<number> {
  if (command !== "check" || files.length === 0) throw new Error(inTerminal(USAGE));
  const check = templateCheck(await loadCatalogue());
  const faulty = files.filter((file) => {
    const lines = linesOf(file, check);
    for (const { path, text, isWarning } of lines)
      console.log([file, path, isWarning ? inTerminal(WARNING) : "", text].filter(Boolean).join(": "));
    if (lines.length === 0) console.log(`${file}: ${inTerminal(NOTHING_WRONG)}`);
    return lines.some(({ isWarning }) => !isWarning);
  });
  return faulty.length === 0 ? 0 : 1;
}

interface Line {
  readonly path: string;
  readonly text: string;
  readonly isWarning: boolean;
}

function linesOf(file: string, check: TemplateCheck): readonly Line[] {
  try {
    // Parse boundary: JSON.parse answers JSON.
    const document = JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")) as Json;
    return check(document).map((problem) => lineOf(problem));
  } catch (error) {
    if (error instanceof SyntaxError) return [lineOf({ path: "", key: "notJson" }, ` (${error.message})`)];
    if (error instanceof Error && "syscall" in error)
      return [{ path: "", text: error.message, isWarning: false }];
    throw error;
  }
}

function lineOf(problem: TemplateProblem, more = ""): Line {
  const text = inTerminal({ de: problemText(problem, "de"), en: problemText(problem, "en") });
  return { path: problem.path, text: `${text}${more}`, isWarning: problem.isWarning === true };
}

await runCommand(main);
