import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const CODE = globSync("{server,src,scripts,tests}/**/*.{ts,tsx,css}", { cwd: ROOT }).filter(
  (file) => !file.startsWith("tests/unit/house/"),
);

/** Matches the sections after "wire contract": "wire contract 3.4", "wire contract 1.4, 1.5". */
const CITED = /wire contract (\d[\d., ]*)/gi;

describe("papers that the code cites", () => {
  it("every cited section of the wire contract exists", () => {
    const sections = new Set(
      [...read("docs/contract/wire-contract.md").matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(([, at]) => at),
    );
    const cited = CODE.flatMap((file) =>
      [...read(file).matchAll(CITED)].flatMap(([, list = ""]) =>
        [...list.matchAll(/\d+(?:\.\d+)?/g)].map(([at]) => ({ file, at })),
      ),
    );
    expect(cited.length).toBeGreaterThan(100);
    expect(cited.filter(({ at }) => !sections.has(at))).toEqual([]);
  });

  it("every statement in a comment is in the register", () => {
    const register = read("docs/contract/requirements.md");
    const known = new Set([...register.matchAll(/^- \*\*([A-Z0-9]+-\d+)\*\*/gm)].map(([, id]) => id));
    const areas = new Set([...known].map((id) => id?.split("-")[0]));
    const cited = CODE.flatMap((file) =>
      [...read(file).matchAll(/\b([A-Z][A-Z0-9]*)-\d{2,3}\b/g)]
        .filter(([, area]) => areas.has(area))
        .map(([id]) => ({ file, id })),
    );
    expect(cited.length).toBeGreaterThan(1000);
    expect(cited.filter(({ id }) => !known.has(id))).toEqual([]);
  });

  it("every document named in the code is in docs", () => {
    const docs = new Set(globSync("docs/**/*.md", { cwd: ROOT }));
    const named = CODE.flatMap((file) =>
      [...read(file).matchAll(/docs\/[\w/-]+\.md\b/g)].map(([path]) => ({ file, path })),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ path }) => !docs.has(path))).toEqual([]);
  });

  it("no document starts a file by the system's node: npm run and npx use the node of the project", () => {
    const pages = [...globSync("docs/**/*.md", { cwd: ROOT }), "README.md", "CONTRIBUTING.md"];
    const shown = pages.flatMap((page) =>
      [...read(page).matchAll(/(?<![\w./-])node [\w./-]+\.ts/g)].map(([command]) => ({ page, command })),
    );
    expect(pages.length).toBeGreaterThan(10);
    expect(shown).toEqual([]);
  });
});
