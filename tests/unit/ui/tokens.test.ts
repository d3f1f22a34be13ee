import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { STYLES, TOKENS, told, tokensIn, type Style } from "./styles.ts";

const ROOT = join(import.meta.dirname, "../../..");

const COLOURED = /color|^background|^fill$|^stroke$|^border|^outline|shadow$/;
const RAW_COLOUR =
  /#[\da-f]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark)\(|\b(white|black|gr[ae]y|silver|red|green|blue|yellow|orange|purple|navy|teal|maroon)\b/i;
const SPACED = /^(gap|row-gap|column-gap|(padding|margin)(-.+)?)$/;
/** A hairline is not a space: it moves an element to its visible place. */
const HAIRLINE = 3;

const refusedBy = (isRefused: (style: Style) => boolean): readonly string[] =>
  STYLES.filter(isRefused).map(told);

it("no stylesheet except the tokens has a colour", () => {
  expect(STYLES.length).toBeGreaterThan(1500);
  expect(refusedBy(({ prop, value }) => COLOURED.test(prop) && RAW_COLOUR.test(value))).toEqual([]);
});

it("sizes, heights and weights of text come from the tokens", () => {
  const forms: Readonly<Record<string, RegExp>> = {
    "font-size": /^(var\(--size-[\w-]+\)|inherit|0)$/,
    "font-weight": /^(var\(--weight-\w+\)|inherit)$/,
    "font-family": /^(var\(--(font|mono)\)|inherit)$/,
    "line-height": /^(var\(--leading-\w+\)|inherit|1)$/,
    font: /^(inherit|var\(--weight-\w+\) var\(--size-\w+\) \/ var\(--leading-\w+\) var\(--(font|mono)\))$/,
  };
  expect(refusedBy(({ prop, value }) => forms[prop]?.test(value) === false)).toEqual([]);
});

it("spaces come from the tokens", () => {
  const raw = (value: string): readonly number[] =>
    [...value.replace(/calc\(.*\)/g, "").matchAll(/(\d*\.?\d+)px/g)].map(([, length]) => Number(length));
  expect(
    refusedBy(({ prop, value }) => SPACED.test(prop) && raw(value).some((length) => length > HAIRLINE)),
  ).toEqual([]);
});

it("corners come from the tokens", () => {
  expect(refusedBy(({ prop, value }) => prop.endsWith("radius") && /\dpx/.test(value))).toEqual([]);
});

it("every used token is declared, and every declared token is used", () => {
  const declared = new Set([...TOKENS.matchAll(/^ {2}--([\w-]+):/gm)].map(([, name = ""]) => name));
  const code = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).map((file) =>
    readFileSync(join(ROOT, file), "utf8"),
  );
  const used = new Set([
    ...STYLES.flatMap(({ value }) => tokensIn(value)),
    ...code.flatMap((text) => [...text.matchAll(/["(]--([\w-]+)/g)].map(([, name = ""]) => name)),
  ]);
  const inStyles = new Set(STYLES.flatMap(({ value }) => tokensIn(value)));
  expect([...inStyles].filter((name) => !declared.has(name))).toEqual([]);
  expect([...declared].filter((name) => !used.has(name))).toEqual([]);
});

/** Everything with the accent, and why it may have it. */
const DOES: Readonly<Record<string, string>> = {
  a: "link",
  ".crumbs a:hover": "link",
  ".footer a:hover": "link",
  ".link-button:hover": "link",
  ".fold:hover": "link",
  ".tree-more": "link",
  "a.graph-part:hover": "link",
  "a.graph-part .graph-title": "link",
  ".graph-line.is-marked": "selection",
  ".graph-part.is-root": "selection",
  ".views-tool.is-shown": "selection",
  ".section-folded .button": "link",
  ".palette-line.is-quiet": "link",
  ".alerts-accent": "opens the alerts, as the requirements say",
  ".button-primary": "primary",
  '.button-primary:hover:not(:disabled, [aria-disabled="true"])': "primary",
  ".skip-links a": "primary",
  "html:root .swagger-page .swagger-ui .btn.execute": "primary",
  "html:root .swagger-page .swagger-ui .info a, html:root .swagger-page .swagger-ui .markdown a": "link",
  ".planned-grip:hover, .planned-grip:focus-visible": "focus",
  ":focus-visible": "focus",
  ".control:focus-visible": "focus",
  ".campus-map-drawing:focus-visible": "focus",
  ".login-ways label:has(:focus-visible)": "focus",
  ".login-ways label:has(:checked)": "selection",
  'input[type="checkbox"], input[type="radio"]': "selection",
  ".check input": "selection",
  ".switch:checked": "selection",
  '.pin[aria-pressed="true"]': "selection",
  ".tabs a[aria-current]": "selection",
  ".navigation a[aria-current]": "selection",
  ".navigation a[aria-current] .icon": "selection",
  ".chain-box.is-here": "selection",
  ".table-selected": "selection",
  ".palette-chip": "selection",
};

it("the accent marks only what can be operated or is chosen", () => {
  const accented = STYLES.filter(({ value }) => tokensIn(value).includes("accent"));
  const selectors = new Set(accented.map(({ selector }) => selector));
  expect(accented.filter(({ selector }) => DOES[selector] === undefined).map(told)).toEqual([]);
  expect(Object.keys(DOES).filter((selector) => !selectors.has(selector))).toEqual([]);
});
