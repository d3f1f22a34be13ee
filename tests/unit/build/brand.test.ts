import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { PRODUCT } from "../../../src/app/config.ts";
import { MARK } from "../../../src/ui/brand/brand.tsx";
import { tokensOf } from "../../../src/views/lab/contrast.ts";

const ROOT = join(import.meta.dirname, "../../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const TOKENS = read("src/ui/tokens.css");
const PAGE = read("index.html");

function colour(name: string, theme: "light" | "dark"): string {
  return tokensOf(TOKENS, theme).find((token) => token.name === name)?.value ?? "";
}

it("the icon of the browser is the mark, in the accent of both themes", () => {
  const icon = read("public/favicon.svg");
  expect(icon).toContain(`d="${MARK}"`);
  const [light = "", dark = ""] = icon.split("(prefers-color-scheme: dark)");
  expect(light).toContain(`fill: ${colour("accent", "light")}`);
  expect(dark).toContain(`fill: ${colour("accent", "dark")}`);
});

it("the icon of a home screen has 180 px, and no transparent corner", () => {
  const { width, height, data } = PNG.sync.read(readFileSync(join(ROOT, "public/apple-touch-icon.png")));
  expect([width, height]).toEqual([180, 180]);
  expect([...data.subarray(0, 4)]).toEqual([0x2f, 0x55, 0xc7, 0xff]);
});

it("[SHELL-20] one constant names the product, in the manifest and in the page too; both name its icons", () => {
  // Parse boundary: a file of this project.
  const manifest = JSON.parse(read("public/manifest.webmanifest")) as {
    readonly name: string;
    readonly short_name: string;
    readonly icons: readonly { readonly src: string }[];
  };
  expect(PRODUCT.name).toBe("NETPORTAL");
  expect([manifest.name, manifest.short_name]).toEqual([PRODUCT.name, PRODUCT.name]);
  expect(PAGE).toContain(`<title>${PRODUCT.name}</title>`);
  for (const { src } of manifest.icons) expect(PAGE).toContain(`href="${src}"`);
  expect(PAGE).toContain('rel="manifest" href="/manifest.webmanifest"');
});

it("the frame of the browser has the colour of the top bar", () => {
  for (const theme of ["light", "dark"] as const)
    expect(PAGE).toContain(
      `<meta name="theme-color" content="${colour("canvas", theme)}" media="(prefers-color-scheme: ${theme})" />`,
    );
});
