import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

interface Manifest {
  readonly files: readonly string[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, unknown>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

type Rooms = Readonly<Record<string, { readonly npm: readonly string[] }>>;

// Parse boundary: files of this project, of which these members are read.
const { rooms } = (await import(join(ROOT, ".dependency-rooms.js"))) as { readonly rooms: Rooms };
const manifest = JSON.parse(read("package.json")) as Manifest;
const lock = JSON.parse(read("package-lock.json")) as {
  readonly packages: Readonly<Record<string, unknown>>;
};

const FILES = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(ROOT, file)));
const PACKAGES = new Set(
  Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf("node_modules/") + 13)),
);

/** Files that speak of others. Tests of the house name files that they plant, and recordings have no names. */
const SPEAKING = FILES.filter(
  (file) =>
    /\.(?:[jt]sx?|json|md|css|ya?ml|html)$|^\.|^packaging\/|Containerfile$/.test(file) &&
    !/^(?:tests\/unit\/house|locales)\/|^package-lock\.json$/.test(file),
);
const TEXTS = new Map(SPEAKING.map((file) => [file, read(file)]));
const CODE = [...TEXTS].flatMap(([file, text]) => (/\.[jt]sx?$/.test(file) ? [text] : [])).join("\n");

/** Names that recipes and examples make up, and a file of PostgreSQL. */
const MADE_UP: ReadonlySet<string> = new Set([
  "src/contract/records/kx.ts",
  "src/contract/types/asset-tag.ts",
  "templates/NAME.json",
  "NNN-name.sql",
  "server/db/migrations/NNN-name.sql",
  "hand_over.json",
  "loan.behaviour.ts",
  "loan.terms.ts",
  "src/include/utils/pidfile.h",
]);

/** Paths below the folders of the project; a pattern ends before its first sign. */
const PATH =
  /(?<![\w@./-])(?:src|server|tests|scripts|docs|examples|packaging|schemas|templates|locales|public)\/[\w./-]*\w([/._-]*[*{[(<$|])?/g;
const COMMENT = /(?:\/\/|^\s*\*|\/\*\*).*/gm;
const FILE_NAME = /`([\w.-]+\.(?:tsx?|jsx?|css|sql|json|md|txt))`/g;
const COMMAND = /npm run (?:--silent )?([a-z][\w:-]*)/g;
const OF_NPM = /node_modules\/(\([\w@.|()/-]+\)|(?:@[\w.-]+\/)?\w[\w.-]*)/g;

/** Names in a text that lead nowhere, each with its kind. */
function staleIn(file: string, text: string): readonly string[] {
  // Patterns in code write a dot as `\.` and a slash as `\/`.
  const plain = text.replaceAll(/\\+([./])/g, "$1");
  const spoken = file.endsWith(".md") ? plain : (plain.match(COMMENT) ?? []).join("\n");
  return [
    ...[...plain.matchAll(PATH)].filter(leadsNowhere).map(([path]) => `path ${path}`),
    ...named(spoken, FILE_NAME).flatMap((name) => (isFileName(name) ? [] : [`file ${name}`])),
    ...named(plain, COMMAND).flatMap((name) =>
      Object.hasOwn(manifest.scripts, name) ? [] : [`npm run ${name}`],
    ),
    ...named(plain, OF_NPM).flatMap(strangersIn),
  ];
}

function named(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

/** True for a path that is neither a file nor a folder, nor the beginning of one where it is a pattern or lacks the ending. */
function leadsNowhere([found, sign]: RegExpExecArray): boolean {
  const path = sign === undefined ? found : found.slice(0, -sign.length);
  if (MADE_UP.has(path)) return false;
  const isPattern = sign !== undefined;
  return !FILES.some(
    (file) =>
      file.startsWith(path) &&
      (isPattern || file.length === path.length || /^[./]/.test(file.slice(path.length))),
  );
}

/** True for a file of the project, or one that its code reads, writes or serves. */
function isFileName(name: string): boolean {
  return MADE_UP.has(name) || FILES.some((file) => basename(file) === name) || CODE.includes(name);
}

/** Names of packages that are not installed; in a pattern, words that are no part of the name of one. */
function strangersIn(name: string): readonly string[] {
  if (!name.startsWith("(")) return PACKAGES.has(name) ? [] : [`package ${name}`];
  const parts = new Set([...PACKAGES].flatMap((one) => one.split("/")));
  return name
    .split(/[(|)/]/)
    .filter((word) => word !== "" && !parts.has(word))
    .map((word) => `package ${word}`);
}

/** Packages by the room that may import them and does not. */
function unimported(allowed: Rooms): readonly string[] {
  return Object.entries(allowed).flatMap(([room, { npm }]) => {
    const text = [...TEXTS].flatMap(([file, one]) => (file.startsWith(`${room}/`) ? [one] : [])).join("\n");
    return npm
      .filter((name) => !new RegExp(`["'\`]${name}["'\`/]`).test(text))
      .map((name) => `${room}: ${name}`);
  });
}

/** Patterns of a configuration that match no file of the project. What Git ignores is made by commands. */
function unmatched(patterns: readonly string[]): readonly string[] {
  const ignored = lines(".gitignore").map((line) => line.replaceAll(/^\/|\/$/g, ""));
  return patterns.filter(
    (pattern) =>
      !ignored.some((one) => matchesGlob(pattern, one)) &&
      !FILES.some((file) => file.startsWith(`${pattern}/`) || matchesGlob(file, pattern)),
  );
}

function lines(file: string): readonly string[] {
  return read(file)
    .split("\n")
    .filter((line) => line !== "");
}

describe("names of files, packages and commands", () => {
  it("in documents, comments, code and configurations exist", () => {
    expect(TEXTS.size).toBeGreaterThan(1000);
    const stale = [...TEXTS].flatMap(([file, text]) => staleIn(file, text).map((name) => `${file}: ${name}`));
    expect(stale).toEqual([]);
  });

  it.each([
    ["a path in a document", "docs/a.md", "See `src/core/gone/file.ts`.", "path src/core/gone/file.ts"],
    ["a folder in a pattern", ".a.js", '"^server/gone(\\\\.ts$|/)"', "path server/gone("],
    ["a file in a document", "docs/a.md", "Its table (`gone-table.tsx`)", "file gone-table.tsx"],
    ["a file in a comment", "src/core/a.ts", "/** As `gone-table.ts` has it. */", "file gone-table.ts"],
    ["a command", "CONTRIBUTING.md", "`npm run gone-command` writes it", "npm run gone-command"],
    ["a package", ".a.js", '{ path: "node_modules/primeicons/" }', "package primeicons"],
    [
      "a package in a pattern",
      "vite.config.ts",
      "/node_modules\\/(react|primeicons)\\//",
      "package primeicons",
    ],
  ])("that lead nowhere are found: %s", (_, file, text, told) => {
    expect(staleIn(file, text)).toEqual([told]);
  });

  it("a room may import only packages that it imports", () => {
    expect(unimported(rooms)).toEqual([]);
    expect(unimported({ "src/ui": { npm: ["react", "primeicons"] } })).toEqual(["src/ui: primeicons"]);
  });

  it("package.json overrides only packages that are installed, and packs files that are there", () => {
    const asked = [...Object.keys(manifest.overrides), ...Object.keys(manifest.allowScripts)];
    expect(asked.filter((name) => !PACKAGES.has(name))).toEqual([]);
    expect(unmatched(manifest.files)).toEqual([]);
  });

  it("each pattern of the formatter and the linter matches a file", () => {
    // Parse boundary: the configuration of the linter, of which these members are read.
    const linter = JSON.parse(read(".oxlintrc.json")) as {
      readonly ignorePatterns: readonly string[];
      readonly overrides: readonly { readonly files: readonly string[] }[];
    };
    const patterns = [...linter.ignorePatterns, ...linter.overrides.flatMap(({ files }) => files)];
    expect(unmatched([...patterns, ...lines(".prettierignore")])).toEqual([]);
    expect(unmatched(["src/ui/**", "knip.ts", "src/gone"])).toEqual(["knip.ts", "src/gone"]);
  });
});
