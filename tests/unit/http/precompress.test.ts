import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { precompress } from "../../../server/http/portal-build.ts";

it("servers that start at the same time on one build compress every file completely", async () => {
  const folder = mkdtempSync(join(tmpdir(), "netportal-packed-"));
  const texts = Array.from({ length: 30 }, (_, at) => `export const at = ${String(at)};\n`.repeat(200));
  for (const [at, text] of texts.entries()) writeFileSync(join(folder, `${String(at)}.js`), text);
  writeFileSync(join(folder, "small.js"), "export {};");

  await Promise.all([precompress(folder), precompress(folder), precompress(folder)]);

  for (const [at, text] of texts.entries()) {
    const file = join(folder, `${String(at)}.js`);
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).toString()).toBe(text);
    expect(gunzipSync(readFileSync(`${file}.gz`)).toString()).toBe(text);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith("small") || name.endsWith(".new"))).toEqual([
    "small.js",
  ]);
  rmSync(folder, { recursive: true });
});
