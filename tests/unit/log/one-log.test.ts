import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Commands, which print for the person who started them, and the greeting of the server on standard output. */
const COMMANDS =
  /^server\/(?:admin|admin\/secrets|backup|restore|import|demo|migrate|reset|services(?:-try|\/commands\/(?:check|copy))?|templates|terminal|main)\.ts$/;

/** The log itself. */
const WRITER = "server/log/writer.ts";

/** Every way to print, also a function of the console that is passed on. */
const PRINTS =
  /\bconsole\b(?:\.\w+)?|\bprocess\.std(?:err|out)\b|\b(?:write|writeFile|append)\w*Sync\([12]\b/g;

it("[OPER-41] the server itself prints only its usage, and on standard output the result of a check and its greeting", () => {
  const text = readFileSync(join(ROOT, "server/main.ts"), "utf8");
  expect(text.match(PRINTS)).toEqual(["console.error", "console.log", "console.log"]);
  expect(text).toContain('console.error("usage: ');
});

it("[OPER-41] only the log writes to standard error, and no line is composed from an error", () => {
  // All code that a release runs.
  const files = ["server", "src/contract", "src/imports"]
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
    .filter((file) => !COMMANDS.test(file) && file !== WRITER);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const prints = text.match(PRINTS) ?? [];
    const joined =
      text.match(/\b(?:log|tell|onProgress)\([^)]*(?:String\(error\)|error\.(?:message|stack))/g) ?? [];
    return [...prints, ...joined].map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
  // Besides these folders a release contains only programs that people try out.
  // Parse boundary: package.json of this project.
  const { files: released } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    readonly files: readonly string[];
  };
  const code = released.filter((file) => globSync(`${file}/**/*.ts`, { cwd: ROOT }).length > 0);
  expect(code).toEqual(["server", "src/contract", "src/imports", "examples"]);
});
