import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** Entry modules of the first page. They and their static imports draw it; everything else is loaded later. */
export const FIRST_MODULES = [
  "src/app/main.ts",
  "src/app/draw.tsx",
  "src/editor/screen/screen-page.tsx",
  "src/ui/table/full-table.tsx",
  "src/screens/home.ts",
  "src/screens/home-columns.ts",
  "src/editor/columns/columns.tsx",
  // This module explains why a session ended, which can be known before anything is drawn.
  "src/app/impersonation.ts",
];

const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^;"]*?\sfrom\s+)?"([^"]+)"/gm;

/** Sources of the entries and of all own modules that they import statically, by path below `root`. */
export function modulesOf(root: string, entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (path: string): void => {
    if (found.has(path) || !/\.tsx?$/.test(path)) return;
    const code = readFileSync(join(root, path), "utf8");
    found.set(path, code);
    for (const [, name = ""] of code.matchAll(STATIC_IMPORT)) {
      const other = ownPath(root, path, name);
      if (other !== null) visit(other);
    }
  };
  for (const entry of entries) visit(entry);
  return found;
}

/** Path below `root` of the module that an import names; null for packages. */
export function ownPath(root: string, importer: string, name: string): string | null {
  const own = /^#(core|contract|imports)\/(.*)$/.exec(name);
  if (own !== null) return `src/${own[1]}/${own[2]}.ts`;
  return name.startsWith(".") ? relative(root, join(root, dirname(importer), name)) : null;
}
