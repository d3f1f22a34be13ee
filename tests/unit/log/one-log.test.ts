import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Commands, which print for the person who started them, and the greeting of the server on standard output. */
const COMMANDS =
  /^server\/(?:admin|admin\/secrets|backup|restore|import|demo|migrate|reset|services(?:-try|\/commands\/(?:check|copy))?|templates|terminal|main)\.ts$/;

/** The log itself. */
const WRITER = "server/log/writer.ts";

it("[OPER-41] the server prints only its usage itself", () => {
  const text = readFileSync(join(ROOT, "server/main.ts"), "utf8");
  expect(text.match(/console\.error|process\.stderr/g) ?? []).toHaveLength(1);
});

it("[OPER-41] only the log writes to standard error, and no line is composed from an error", () => {
  const files = globSync("server/**/*.ts", { cwd: ROOT }).filter(
    (file) => !COMMANDS.test(file) && file !== WRITER,
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    const prints = text.match(/console\.\w+|process\.std(?:err|out)\b|\bwriteSync\([12]\b/g) ?? [];
    const joined =
      text.match(/\b(?:log|tell|onProgress)\([^)]*(?:String\(error\)|error\.(?:message|stack))/g) ?? [];
    return [...prints, ...joined].map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
});
