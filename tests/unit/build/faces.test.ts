import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const DIST = join(ROOT, "dist");
const BUDGET = 60_000;
const PRELOAD = /<link rel="preload" as="font" type="font\/woff2" crossorigin href="\/([^"]+)">/g;
const FACE = /@font-face\s*{[^}]*}/g;
const URLS = /url\(["']?([^"')]+)["']?\)/g;

const read = (file: string): string => readFileSync(join(DIST, file), "utf8");
const preloaded = (): readonly string[] =>
  [...read("index.html").matchAll(PRELOAD)].map(([, file = ""]) => file);
const stylesheets = (): string =>
  globSync("assets/*.css", { cwd: DIST })
    .map((file) => read(file))
    .join("\n");
const faces = (): readonly string[] => [...stylesheets().matchAll(FACE)].map(([face]) => face);
const urlsIn = (text: string): readonly string[] => [...text.matchAll(URLS)].map(([, url = ""]) => url);

beforeAll(() => {
  if (!existsSync(join(DIST, "index.html")))
    throw new Error("The portal is not built: npm run build comes before this test.");
});

it("both typefaces are preloaded and have at most 60 kB", () => {
  const files = preloaded();
  const bytes = files.reduce((sum, file) => sum + statSync(join(DIST, file)).size, 0);
  console.log(JSON.stringify({ id: "faces", what: "preloaded typefaces", bytes, wanted: BUDGET }));
  const names = files.map((file) => /^assets\/(.+)-latin-wght/.exec(file)?.[1]);
  expect(new Set(names)).toEqual(new Set(["geist", "geist-mono"]));
  expect(files).toHaveLength(2);
  expect(bytes).toBeLessThanOrEqual(BUDGET);
});

it("letters of other languages are fetched only when they are seen", () => {
  const fetched = faces().filter((face) => urlsIn(face).length > 0);
  expect(fetched).toHaveLength(4);
  const ranges = fetched.map((face) => /unicode-range:\s*([^;}]+)/.exec(face)?.[1] ?? "");
  expect(ranges.filter((range) => range === "")).toEqual([]);
  const later = fetched.filter((face) => !preloaded().some((file) => face.includes(file)));
  expect(later).toHaveLength(2);
  for (const face of later) expect(face).not.toMatch(/U\+(\?\?|0*-0*FF)/i);
});

it("the instance itself serves every face and picture of its stylesheets", () => {
  const foreign = urlsIn(stylesheets()).filter((url) => !/^(\/assets\/|data:|#)/.test(url));
  expect(foreign).toEqual([]);
  expect(read("index.html")).not.toMatch(/(href|src)="(https?:)?\/\//);
  for (const url of faces().flatMap(urlsIn)) expect(existsSync(join(DIST, url))).toBe(true);
});

it("drawn letters never change their typeface, and the fallbacks have the measures of the faces", () => {
  for (const file of preloaded())
    expect(faces().find((face) => face.includes(file))).toMatch(/font-display:\s*optional/);
  const fallbacks = faces().filter((face) => face.includes("local("));
  expect(fallbacks).toHaveLength(2);
  for (const face of fallbacks) expect(face).toMatch(/ascent-override.*descent-override/s);
});

it("[SHELL-68] the first frame has no letters, and the first letters wait for their typeface", () => {
  const [, body = ""] = /<body>(.*)<\/body>/s.exec(read("index.html")) ?? [];
  expect(body).toContain('class="top-bar"');
  expect(body.replace(/<[^>]*>/g, "").trim()).toBe("");
  const scripts = globSync("assets/frame-*.js", { cwd: DIST }).map((file) => read(file));
  expect(scripts.filter((text) => /fonts\.load\([^)]*\)\.catch/.test(text))).toHaveLength(1);
});

it("the licences of the typefaces are delivered with them", () => {
  const licences = read("licences.md");
  for (const name of ["geist", "geist-mono"])
    expect(licences).toMatch(new RegExp(`## @fontsource-variable/${name} [\\d.]+ \\(OFL-1\\.1\\)`));
});
