import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import english from "../../../locales/en.json" with { type: "json" };
import { FIRST_MODULES, modulesOf, ownPath } from "../../../scripts/first-modules.ts";
import { isNamed, namedTexts } from "../../../scripts/texts.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FIRST = modulesOf(ROOT, FIRST_MODULES);
const NAMED = namedTexts([...FIRST.values()]);

/** These files load pages by `later`, name data that a part loads with itself, or preload parts without drawing them. */
const WAITING =
  /^src\/(app\/(routes|all-routes|app-route|start\/fetch-ahead)|subjects\/\w+\/subject\.|screens\/home)/;
const FETCHED_AHEAD = /^\)\.fetch\w+\(/;
const BY_LATER = /later(Call)?(<\w+>)?\(\s*("[^"]*"|\w+),\s*async \(\) => \(await $/;

interface Loaded {
  readonly by: string;
  readonly path: string;
  /** The source before and after the import expression. */
  readonly before: string;
  readonly after: string;
}

/** All modules that are loaded later, with the importing module. */
function loadedLater(): readonly Loaded[] {
  return globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).flatMap((by) => {
    const code = readFileSync(join(ROOT, by), "utf8");
    return [...code.matchAll(/import\("([^"]+)"\)/g)].map(({ 0: all, 1: name = "", index }) => ({
      by,
      path: ownPath(ROOT, by, name) ?? name,
      before: code.slice(0, index),
      after: code.slice(index + all.length),
    }));
  });
}

describe("texts of the first page", () => {
  it("are those of its modules, less than half of all", () => {
    const first = Object.keys(english).filter((key) => isNamed(key, NAMED));
    expect(first).toContain("screens.home.bcds");
    expect(first).toContain("ui.table.rows_one");
    expect(first).toContain("editor.control.create");
    expect(first.length).toBeLessThan(Object.keys(english).length / 2);
  });

  it("are not those of forms, which data types name and no part of the first page uses", () => {
    const naming = [...FIRST].filter(([, source]) =>
      [...namedTexts([source])].some((key) => key.startsWith("core.form.")),
    );
    expect(naming.length).toBeGreaterThan(5);
    const others = naming
      .map(([path]) => path)
      .filter((path) => !/^src\/(contract\/|core\/form\/)/.test(path));
    expect(others).toEqual([]);
  });

  it("a part that does not wait for all texts belongs to the first page", () => {
    const unwaiting = loadedLater().filter(({ after }) =>
      /^(\)(\.\w+)+)?(\s*\}\))?,\s*"first",?\s*\)/.test(after),
    );
    expect(unwaiting.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["src/screens/home.ts", "src/ui/table/full-table.tsx"]),
    );
    expect(unwaiting.filter(({ path }) => !FIRST.has(path))).toEqual([]);
  });

  it("a part loaded without `later` names no text of another part", () => {
    const bare = loadedLater().filter(
      ({ by, before, after }) => !WAITING.test(by) && !BY_LATER.test(before) && !FETCHED_AHEAD.test(after),
    );
    expect(bare.length).toBeGreaterThan(0);
    const named = namedTexts(bare.flatMap(({ path }) => [...modulesOf(ROOT, [path]).values()]));
    const missing = Object.keys(english).filter((key) => isNamed(key, named) && !isNamed(key, NAMED));
    expect(missing).toEqual([]);
  });
});
