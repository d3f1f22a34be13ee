import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const configs = [
  "package.json",
  "tsconfig.json",
  ".oxlintrc.json",
  ".prettierrc.json",
  ".dependency-cruiser.js",
  ".dependency-rooms.js",
  "knip.json",
  "src/core/tsconfig.json",
  "server/tsconfig.json",
];
const folders: string[] = [];
/** In ms, for a run of a tool on a busy machine. */
const PATIENCE = 60_000;

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A project with the real rules that contains only the given files. */
function house(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "house-"));
  folders.push(folder);
  for (const config of configs) {
    mkdirSync(dirname(join(folder, config)), { recursive: true });
    cpSync(join(root, config), join(folder, config));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

function tool(
  folder: string,
  command: string,
  args: readonly string[],
): { status: number | null; out: string } {
  const done = spawnSync(join(root, "node_modules", ".bin", command), args, {
    cwd: folder,
    encoding: "utf8",
  });
  return { status: done.status, out: done.stdout + done.stderr };
}

interface Told {
  readonly status: number | null;
  /** What the tool writes about each file. */
  readonly lines: readonly string[];
}

function linesOf({ status, out }: ReturnType<typeof tool>): Told {
  return { status, lines: out.split("\n") };
}

function expectRefused({ status, lines }: Told, file: string, rule: string): void {
  expect(lines.filter((line) => line.includes(file)).join("\n")).toContain(rule);
  expect(status).not.toBe(0);
}

describe("the linter refuses", () => {
  const PLANTED: readonly (readonly [what: string, text: string, rule: string])[] = [
    ["an explicit any", "export const value = (given: any): unknown => given;\n", "no-explicit-any"],
    [
      "a non-null assertion",
      "export const first = (list: string[]): string => list[0]!;\n",
      "no-non-null-assertion",
    ],
    [
      "a floating promise",
      "export function start(): void {\n  Promise.resolve(1);\n}\n",
      "no-floating-promises",
    ],
    ["an unsafe call", 'export const text = JSON.parse("1").toFixed();\n', "no-unsafe"],
    [
      "a switch that forgets a case",
      'export function word(kind: "a" | "b"): string {\n  switch (kind) {\n    case "a":\n      return "A";\n  }\n  return "";\n}\n',
      "switch-exhaustiveness-check",
    ],
    [
      "a type imported as a value",
      'import { Step } from "./step.ts";\nexport type Mine = Step;\n',
      "consistent-type-imports",
    ],
    [
      "a default export in a room without them",
      "const value = 1;\nexport default value;\n",
      "no-default-export",
    ],
    ["a file over 300 lines", `export const lines = [\n${"  1,\n".repeat(320)}];\n`, "max-lines"],
    [
      "a function that is too complex",
      `export function many(n: number): number {\n${Array.from({ length: 12 }, (_, i) => `  if (n === ${String(i)}) return ${String(i)};\n`).join("")}  return n;\n}\n`,
      "complexity",
    ],
  ];
  const MARKUP = {
    "src/ui/planted.tsx": "export const Planted = () => <div onClick={() => undefined}>x</div>;\n",
  };
  const fileOf = (at: number): string => `src/core/planted-${String(at)}.ts`;
  let told: Told;
  // One run for all files, because the linter takes longer to start than to check a file.
  beforeAll(() => {
    const files = Object.fromEntries(PLANTED.map(([, text], at) => [fileOf(at), text]));
    const args = ["--type-aware", "--deny-warnings", "--format=unix", "src"];
    told = linesOf(tool(house({ ...files, ...MARKUP }), "oxlint", args));
  }, PATIENCE);

  it.each(PLANTED.map(([what, , rule], at) => [what, fileOf(at), rule] as const))("%s", (_, file, rule) => {
    expectRefused(told, file, rule);
  });

  it("markup that a keyboard cannot reach", () => {
    expectRefused(told, "src/ui/planted.tsx", "jsx-a11y");
  });
});

describe("the compiler refuses", () => {
  const compiled = (path: string, text: string, project: string) =>
    tool(house({ [path]: text }), "tsc", [
      "-p",
      project,
      "--incremental",
      "false",
      "--tsBuildInfoFile",
      "null",
    ]);

  it("an unchecked element of an array", () => {
    const { out } = compiled(
      "src/core/planted.ts",
      "export const first = (list: string[]): string => list[0];\n",
      "src/core",
    );
    expect(out).toContain("TS2322");
  });

  it("the DOM in core", () => {
    const { out } = compiled("src/core/planted.ts", "export const width = window.innerWidth;\n", "src/core");
    expect(out).toContain("TS2304");
  });
});

describe("the room table refuses", () => {
  const value = "export const value = 1;\n";
  type Files = Readonly<Record<string, string>>;
  const PLANTED: readonly (readonly [what: string, files: Files, rule: string])[] = [
    [
      "core that imports ui",
      { "src/core/a.ts": 'export { value } from "../ui/b.ts";\n', "src/ui/b.ts": value },
      "rooms-of-src-core",
    ],
    [
      "the server that imports core",
      { "server/wapi/a.ts": 'export { value } from "../../src/core/b.ts";\n', "src/core/b.ts": value },
      "server-knows-no-portal",
    ],
    [
      "the portal that imports the server",
      { "src/api/a.ts": 'export { value } from "../../server/faults.ts";\n', "server/faults.ts": value },
      "portal-knows-no-server",
    ],
    [
      "the contract that imports a file import",
      { "src/contract/a.ts": 'export { value } from "../imports/b.ts";\n', "src/imports/b.ts": value },
      "rooms-of-src-contract",
    ],
    [
      "core that imports a file import",
      { "src/core/a.ts": 'export { value } from "../imports/b.ts";\n', "src/imports/b.ts": value },
      "rooms-of-src-core",
    ],
    [
      "a file import that imports core",
      { "src/imports/csv/a.ts": 'export { value } from "../../core/b.ts";\n', "src/core/b.ts": value },
      "rooms-of-src-imports",
    ],
    [
      "a second view that loads file imports",
      { "src/views/hub/a.ts": 'export { value } from "../../imports/b.ts";\n', "src/imports/b.ts": value },
      "imports-in-one-view-and-one-command",
    ],
    [
      "a room of the server that loads file imports",
      { "server/hub/a.ts": 'export { value } from "../../src/imports/b.ts";\n', "src/imports/b.ts": value },
      "imports-in-one-view-and-one-command",
    ],
    [
      "a file import that imports another one",
      { "src/imports/dns/a.ts": 'export { value } from "../dhcp/b.ts";\n', "src/imports/dhcp/b.ts": value },
      "one-import-knows-no-other",
    ],
    [
      "what file imports share and imports one of them",
      { "src/imports/shared/a.ts": 'export { value } from "../csv/b.ts";\n', "src/imports/csv/b.ts": value },
      "one-import-knows-no-other",
    ],
    [
      "a subject of the portal that imports another subject",
      { "src/subjects/one/a.ts": 'export { value } from "../two/b.ts";\n', "src/subjects/two/b.ts": value },
      "one-subject-knows-no-other",
    ],
    [
      "a view that imports another view",
      { "src/views/one/a.ts": 'export { value } from "../two/b.ts";\n', "src/views/two/b.ts": value },
      "one-view-knows-no-other",
    ],
    [
      "a command that opens the database without the checks of a start",
      { "server/demo.ts": 'export { value } from "./db/open.ts";\n', "server/db/open.ts": value },
      "one-way-of-opening",
    ],
    ["the driver outside of db", { "server/wapi/a.ts": 'export { Pool } from "pg";\n' }, "driver-only-in-db"],
    ["React in core", { "src/core/a.ts": 'export { useState } from "react";\n' }, "packages-of-src-core"],
    [
      "a cycle",
      {
        "src/core/a.ts": 'export { b } from "./b.ts";\nexport const a = 1;\n',
        "src/core/b.ts": 'export { a } from "./a.ts";\nexport const b = 1;\n',
      },
      "no-circular",
    ],
    [
      "a cycle of types",
      {
        "src/core/a.ts": 'import type { B } from "./b.ts";\nexport type A = B | 1;\n',
        "src/core/b.ts": 'import type { A } from "./a.ts";\nexport type B = A | 2;\n',
      },
      "no-circular",
    ],
    [
      "the machine that imports an object type",
      { "server/wapi/a.ts": 'export { value } from "../domain/nd/b.ts";\n', "server/domain/nd/b.ts": value },
      "rooms-of-server-wapi",
    ],
    [
      "the wire of DNS that imports who serves it",
      {
        "server/dns-wire/a.ts": 'export { value } from "../services/b.ts";\n',
        "server/services/b.ts": value,
      },
      "rooms-of-server-dns-wire",
    ],
    [
      "a subject that imports one that can go",
      {
        "server/domain/wapi/a.ts": 'export { value } from "../dns/b.ts";\n',
        "server/domain/dns/b.ts": value,
      },
      "subjects-import-shared-ones",
    ],
    [
      "a subject that imports one behind it",
      {
        "server/domain/nd/a.ts": 'export { value } from "../cntl/b.ts";\n',
        "server/domain/cntl/b.ts": value,
      },
      "subjects-before-nd",
    ],
    [
      "a tool that imports a subject that can go",
      {
        "server/tools/a.ts": 'export { value } from "../domain/dhcp/b.ts";\n',
        "server/domain/dhcp/b.ts": value,
      },
      "subjects-that-can-go",
    ],
    [
      "services that import a subject",
      {
        "server/services/a.ts": 'export { value } from "../domain/nd/b.ts";\n',
        "server/domain/nd/b.ts": value,
      },
      "rooms-of-server-services",
    ],
    [
      "a list that imports a writing step",
      {
        "server/wapi/list/a.ts": 'export { value } from "../write/b.ts";\n',
        "server/wapi/write/b.ts": value,
      },
      "rooms-of-wapi-list",
    ],
    [
      "a writing step that imports the call",
      { "server/wapi/write/a.ts": 'export { value } from "../call/b.ts";\n', "server/wapi/call/b.ts": value },
      "rooms-of-wapi-write",
    ],
    [
      "a description that imports how lists are read",
      {
        "server/wapi/describe/a.ts": 'export { value } from "../list/compile.ts";\n',
        "server/wapi/list/compile.ts": value,
      },
      "rooms-of-wapi-describe",
    ],
    [
      "a call that imports the description",
      {
        "server/wapi/call/a.ts": 'export { value } from "../describe/b.ts";\n',
        "server/wapi/describe/b.ts": value,
      },
      "rooms-of-wapi-call",
    ],
    [
      "what the rooms of wapi share and imports one of them",
      { "server/wapi/step.ts": 'export { value } from "./call/b.ts";\n', "server/wapi/call/b.ts": value },
      "wapi-shares-only-what-it-needs",
    ],
    ["an orphan", { "src/core/a.ts": value }, "no-orphans"],
    [
      "a room of the server that loads an example",
      {
        "server/hub/a.ts": 'export { value } from "../../examples/try/b.ts";\n',
        "examples/try/b.ts": value,
      },
      "examples-in-one-command",
    ],
    [
      "an example that imports the portal",
      { "examples/try/a.ts": 'export { value } from "../../src/core/b.ts";\n', "src/core/b.ts": value },
      "rooms-of-examples",
    ],
    [
      "a product file that imports a test",
      { "server/wapi/a.ts": 'export { value } from "../../tests/b.ts";\n', "tests/b.ts": value },
      "tests-stay-outside",
    ],
  ];
  /** Files of a fault have its number in their names, so that one run finds all faults. */
  const numbered = (text: string, at: number): string =>
    text.replaceAll(/\b([ab])\.ts/g, `$1${String(at)}.ts`);
  let told: Told;
  beforeAll(() => {
    const files = PLANTED.flatMap(([, one], at) =>
      Object.entries(one).map(([path, text]) => [numbered(path, at), numbered(text, at)] as const),
    );
    const args = ["--config", ".dependency-cruiser.js", "src", "server", "examples"];
    told = linesOf(tool(house(Object.fromEntries(files)), "depcruise", args));
  }, PATIENCE);

  it.each(
    PLANTED.map(
      ([what, files, rule], at) => [what, numbered(Object.keys(files)[0] ?? "", at), rule] as const,
    ),
  )("%s", (_, file, rule) => {
    expectRefused(told, file, `error ${rule}: `);
  });
});

it("the formatter refuses a file it would write differently", () => {
  const folder = house({ "src/core/planted.ts": "export const  value=1\n" });
  expect(tool(folder, "prettier", ["--check", "src/core/planted.ts"]).status).not.toBe(0);
});

it("the search for dead code finds an export that nobody imports", () => {
  const folder = house({
    "server/main.ts": 'import { used } from "./a.ts";\nconsole.log(used);\n',
    "server/a.ts": "export const used = 1;\nexport const forgotten = 2;\n",
  });
  const { status, out } = tool(folder, "knip", ["--include", "exports"]);
  expect(out).toContain("forgotten");
  expect(status).not.toBe(0);
});
