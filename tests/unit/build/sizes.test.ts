import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { OF_FORMS } from "../../../scripts/texts.ts";
import { ROUTES } from "../../../src/app/routes.ts";

const DIST = join(import.meta.dirname, "../../../dist");
const MANIFEST = join(DIST, ".vite/manifest.json");
const KB = 1000;
const GROUPS = ["frame", "page", "table"];

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
}

/** The manifest by name: source files, generated chunks with an underscore, and the groups of vite.config.ts also by their own names. */
function readManifest(): ReadonlyMap<string, Chunk> {
  // Parse boundary: the manifest that Vite wrote.
  const chunks = Object.entries(JSON.parse(readFileSync(MANIFEST, "utf8")) as Record<string, Chunk>);
  const groups = chunks.flatMap(([key, chunk]) =>
    key.startsWith("_") && GROUPS.includes(chunk.name ?? "") ? [[chunk.name ?? "", chunk] as const] : [],
  );
  return new Map([...chunks, ...groups]);
}

/** Bytes of JavaScript (gzip) of these entries with everything they import, without what is already loaded. */
function bytes(entries: readonly string[], present: readonly string[] = []): number {
  const have = closure(present);
  let sum = 0;
  for (const file of closure(entries)) if (!have.has(file)) sum += gzipOf(file);
  return sum;
}

/** Files that are loaded with these entries. */
function closure(entries: readonly string[]): ReadonlySet<string> {
  const manifest = readManifest();
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest.get(name);
    if (chunk === undefined) throw new Error(`${name} is no part of the build`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    for (const other of chunk.imports ?? []) visit(other);
  };
  for (const name of entries) visit(name);
  return seen;
}

function fileOf(name: string): string {
  const file = readManifest().get(name)?.file;
  if (file === undefined) throw new Error(`${name} is no part of the build`);
  return file;
}

function gzipOf(file: string): number {
  return gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
}

const HOME = ["index.html", "frame", "locales/en.json?first", "page", "src/screens/home.ts"] as const;
const TABLE = "table";
const FORM = "src/editor/planning/opened-form.tsx";
const API_BROWSER = "src/app/swagger-route.tsx";

describe("size of the built portal (goal P11)", () => {
  beforeAll(() => {
    if (!existsSync(MANIFEST))
      throw new Error("The portal is not built: npm run build comes before this test.");
  });

  it("the first load of /home stays under 192 kB", () => {
    const signedOut = bytes(HOME);
    const signedIn = bytes([...HOME, TABLE]);
    console.log(
      JSON.stringify({ id: "P11", what: "/home, JavaScript gzip", signedOut, signedIn, wanted: 150 * KB }),
    );
    expect(signedIn).toBeLessThanOrEqual(192 * KB);
  });

  it("has every text that its files name, except those that only forms say", () => {
    const files = [...closure([...HOME, TABLE])].filter((file) => file !== fileOf("locales/en.json?first"));
    const code = files.map((file) => readFileSync(join(DIST, file), "utf8")).join("\n");
    const rest = readFileSync(join(DIST, fileOf("locales/en.json?rest")), "utf8");
    const keys = [...rest.matchAll(/"(\w+(?:\.\w+)+)":/g)].map(([, key = ""]) => key);
    expect(keys.length).toBeGreaterThan(500);
    const missing = keys.filter((key) => !OF_FORMS.test(key)).map((key) => key.replace(/_(one|other)$/, ""));
    expect(missing.filter((key) => new RegExp(`["'\`]${key}["'\`]`).test(code))).toEqual([]);
  });

  it("the form engine comes later and stays under 86 kB", () => {
    expect(closure([...HOME, TABLE]).has(fileOf(FORM))).toBe(false);
    expect(bytes([FORM], [...HOME, TABLE])).toBeLessThanOrEqual(86 * KB);
  });

  it("dialogs, planned list and table are not loaded at the start", () => {
    const later = [TABLE, "src/editor/planned/planned-list.tsx", "src/ui/feedback/prime-dialog.tsx"];
    expect(later.filter((part) => closure(HOME).has(fileOf(part)))).toEqual([]);
  });

  it("the API browser is loaded separately and stays under 400 kB", () => {
    expect(closure([...HOME, TABLE, FORM]).has(fileOf(API_BROWSER))).toBe(false);
    expect(bytes([API_BROWSER], [...HOME, TABLE])).toBeLessThanOrEqual(400 * KB);
  });

  it("no other page adds more than 40 kB", () => {
    expect(ROUTES.length).toBeGreaterThan(20);
    const pages = [...readManifest().keys()].filter((name) =>
      /^src\/(screens|subjects|views)\/|^src\/app\/(login|requests)-route|^src\/editor\/(explorer|launch)\//.test(
        name,
      ),
    );
    expect(pages.length).toBeGreaterThan(15);
    const present = [...HOME, TABLE, FORM];
    expect(pages.filter((page) => bytes([page], present) > 40 * KB)).toEqual([]);
  });
});
