import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { loadCatalogue, OWN_TYPES } from "../../../server/catalogue/load.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const SERVER = join(ROOT, "server");
/** Subjects that a product can do without. No list names subjects: the server reads whatever folder is there. */
const SUBJECTS = ["dns", "dhcp", "macauth"];
const PATIENCE = 600_000;

const config = ts.getParsedCommandLineOfConfigFile(
  join(SERVER, "tsconfig.json"),
  { composite: false, incremental: false, noEmit: true },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
);
if (config === undefined) throw new Error("server/tsconfig.json cannot be read");
const { options, fileNames } = config;
const sources = new Map<string, ts.SourceFile>();

/** Files of the server that do not compile if this folder is missing and this file exists. */
function broken(missing: string, planted: { readonly file: string; readonly text: string }): string[] {
  const isMissing = (path: string): boolean => path.startsWith(`${missing}/`) || path === missing;
  const real = ts.createCompilerHost(options);
  const host: ts.CompilerHost = {
    ...real,
    fileExists: (path) => path === planted.file || (!isMissing(path) && real.fileExists(path)),
    directoryExists: (path) => !isMissing(path) && ts.sys.directoryExists(path),
    readFile(path) {
      if (path === planted.file) return planted.text;
      return isMissing(path) ? undefined : real.readFile(path);
    },
    getSourceFile(path, languageVersion) {
      if (path === planted.file) return ts.createSourceFile(path, planted.text, languageVersion);
      const source = sources.get(path) ?? real.getSourceFile(path, languageVersion);
      if (source !== undefined) sources.set(path, source);
      return source;
    },
  };
  const rootNames = [...fileNames.filter((path) => !isMissing(path)), planted.file];
  const program = ts.createProgram({ rootNames, options, host });
  const files = program
    .getSemanticDiagnostics()
    .flatMap(({ file }) => (file === undefined ? [] : [relative(ROOT, file.fileName)]));
  return [...new Set(files)];
}

describe("without the subject", () => {
  it.each(SUBJECTS)(
    "%s: the server compiles, except a file that imports the subject",
    (subject) => {
      const folder = join(SERVER, "domain", subject);
      expect(existsSync(folder)).toBe(true);
      const [name = ""] = globSync("*.sql.ts", { cwd: folder }).toSorted();
      const planted = {
        file: join(SERVER, "planted.ts"),
        text: `export * as all from "./domain/${subject}/${name}";\n`,
      };
      expect(broken(folder, planted)).toEqual(["server/planted.ts"]);
    },
    PATIENCE,
  );
});

// Names are a part of several types: addresses of devices, domains of DHCP, zones of servers.
it.each(SUBJECTS.filter((subject) => subject !== "dns"))(
  "the types of the server fit together without those of %s",
  async (subject) => {
    const [domain = "", ...others] = OWN_TYPES;
    const subjects = readdirSync(domain, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const left = subjects.filter(({ name }) => name !== subject).map(({ name }) => join(domain, name));
    const { types } = await loadCatalogue([...left, ...others]);
    expect([...types.values()].filter(({ system }) => system === subject)).toEqual([]);
    expect(types.size).toBeGreaterThan(80);
  },
);

it("the delivery of a product type is described in its delivery files", async () => {
  const { types } = await loadCatalogue();
  expect([...types.values()].filter(({ spec }) => spec.service !== undefined).length).toBeGreaterThan(5);
  const files = OWN_TYPES.flatMap((folder) =>
    globSync("**/*.ts", { cwd: folder }).map((file) => join(folder, file)),
  );
  const definitions = files.filter((file) => /\/[^./]+\.ts$/.test(file));
  expect(definitions.filter((file) => /^ {2}service: /m.test(readFileSync(file, "utf8")))).toEqual([]);
});
