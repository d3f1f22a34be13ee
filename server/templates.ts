/** `node server/templates.ts check FILE...`: what is wrong with templates, before they are put into `templates/`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "#contract/wire/json";
import { loadCatalogue } from "./catalogue/load.ts";
import { templateCheck, type TemplateCheck, type TemplateProblem } from "./hub/check.ts";
import { runCommand } from "./terminal.ts";

const USAGE = "usage: node server/templates.ts check FILE...";
const SCHEMA = join(import.meta.dirname, "../schemas/version_1.schema.json");

/** Tells every problem as `FILE: PATH: SENTENCE`; answers the exit code, 1 where there is one. */
async function main([command, ...files]: readonly string[]): Promise<number> {
  if (command !== "check" || files.length === 0) throw new Error(USAGE);
  // A file of this repository.
  const schema = JSON.parse(readFileSync(SCHEMA, "utf8")) as object;
  const check = templateCheck(schema, await loadCatalogue());
  const faulty = files.filter((file) => {
    const problems = problemsOf(file, check);
    for (const { path, message } of problems) console.log([file, path, message].filter(Boolean).join(": "));
    if (problems.length === 0) console.log(`${file}: nothing wrong`);
    return problems.length > 0;
  });
  return faulty.length === 0 ? 0 : 1;
}

function problemsOf(file: string, check: TemplateCheck): readonly TemplateProblem[] {
  try {
    // Parse boundary: JSON.parse answers JSON.
    return check(JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, "")) as Json);
  } catch (error) {
    if (error instanceof SyntaxError) return [{ path: "", message: `the file is no JSON: ${error.message}` }];
    if (error instanceof Error && "syscall" in error) return [{ path: "", message: error.message }];
    throw error;
  }
}

await runCommand(main);
