import { describe, expect, it } from "vitest";
import { contrast, tokensOf } from "../../../src/views/lab/contrast.ts";
import { STYLES, TOKENS, tokensIn, type Style } from "./styles.ts";

/** Minimum contrast of text, and of the marks that identify a control (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const SHAPE = 3;

/** Colours that the system or paper determines are not checked. */
const SHOWN = STYLES.filter(({ within }) => !/forced-colors|@keyframes|print/.test(within));

/** Backgrounds with nothing written on them. */
const BARE = [
  ".switch::before",
  ".switch:checked",
  ".switch:checked::before",
  ".menu-line",
  ".loading-bar",
  ".dialog-mask",
  ".qr-code img",
  "progress.run-progress",
  "progress.run-progress::-webkit-progress-bar",
  "progress.run-progress::-webkit-progress-value",
  "progress.run-progress::-moz-progress-bar",
  ".run-progress.is-busy",
  ".planned-grip:hover, .planned-grip:focus-visible",
];

interface Pair {
  readonly text: string;
  readonly ground: string;
}

const isGround = ({ prop, value, selector }: Style): boolean =>
  /^background(-color)?$/.test(prop) && tokensIn(value).length > 0 && !BARE.includes(selector);

/** The colour of text that a rule, or the rule without its last state, sets. */
function textOf({ file, selector }: Style): string | null {
  const base = selector.replace(/:(hover|focus|not).*$/, "");
  const set = SHOWN.filter(
    (one) =>
      one.prop === "color" && one.file === file && (one.selector === selector || one.selector === base),
  );
  return tokensIn(set[0]?.value ?? "")[0] ?? null;
}

const GROUNDS = SHOWN.filter(isGround);
/** Text and ground that stand in one rule. */
const TOGETHER: readonly Pair[] = GROUNDS.flatMap((ground) => {
  const text = textOf(ground);
  return text === null ? [] : tokensIn(ground.value).map((name) => ({ text, ground: name }));
});
/** Grounds that at least one rule sets for whatever stands on it. */
const OPEN = new Set(
  GROUNDS.filter((ground) => textOf(ground) === null).flatMap(({ value }) => tokensIn(value)),
);
const TEXTS = new Set(SHOWN.filter(({ prop }) => prop === "color").flatMap(({ value }) => tokensIn(value)));
/** Colours of text that only stand on a ground of their own rule. */
const BOUND = new Set(["on-accent", "canvas"]);

/** Grounds that may be under any text: a row is hovered, selected or failed, whatever its text is. */
const PAIRS: readonly Pair[] = [
  ...TOGETHER,
  ...[...TEXTS]
    .filter((text) => !BOUND.has(text))
    .flatMap((text) => [...OPEN].map((ground) => ({ text, ground }))),
];

/** Lines, symbols and fills with a meaning. A separator says nothing. */
const SHAPES = new Set(
  SHOWN.filter(({ prop }) =>
    /^(border(?!.*radius)|outline|fill$|stroke$|accent-color|text-decoration-color)|^box-shadow$/.test(prop),
  ).flatMap(({ value }) => tokensIn(value)),
);
/** Parts without a meaning of their own: separators, and grounds behind a pattern with the meaning. */
const QUIET = ["shadow", "line", "surface", "hover", "data-soft", "held-soft", "given-soft"];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const colours = new Map(tokensOf(TOKENS, theme).map(({ name, value }) => [name, value]));
  const ratio = (one: string, other: string): number =>
    contrast(colours.get(one) ?? "", colours.get(other) ?? "") ?? 0;

  it("every text is readable on every ground on which it may stand", () => {
    expect(PAIRS.length).toBeGreaterThan(40);
    const poor = PAIRS.filter(({ text, ground }) => ratio(text, ground) < TEXT);
    expect(poor.map(({ text, ground }) => `${text} on ${ground}: ${ratio(text, ground).toFixed(2)}`)).toEqual(
      [],
    );
  });

  it("every line and sign with a meaning is visible on every ground", () => {
    const told = [...SHAPES].filter((shape) => !QUIET.includes(shape));
    expect(told).toEqual(
      expect.arrayContaining(["edge", "accent", "data", "held", "given", "ok", "warn", "bad"]),
    );
    const poor = told.flatMap((shape) =>
      [...OPEN].filter((ground) => ratio(shape, ground) < SHAPE).map((ground) => `${shape} on ${ground}`),
    );
    expect(poor).toEqual([]);
  });
});

it("the lists of exceptions name only what exists", () => {
  const selectors = new Set(SHOWN.map(({ selector }) => selector));
  expect(BARE.filter((selector) => !selectors.has(selector))).toEqual([]);
  expect(QUIET.filter((name) => !SHAPES.has(name))).toEqual([]);
  expect([...BOUND].filter((name) => !TEXTS.has(name))).toEqual([]);
  const bound = GROUNDS.map(textOf).filter((text) => text !== null && BOUND.has(text));
  expect(bound.length).toBeGreaterThan(2);
  // A bound colour in a rule without a ground would stand on anything.
  const loose = SHOWN.filter(
    ({ prop, value, file, selector }) =>
      prop === "color" &&
      tokensIn(value).some((name) => BOUND.has(name)) &&
      !GROUNDS.some((ground) => ground.file === file && ground.selector === selector),
  );
  expect(loose).toEqual([]);
});

it("opacity hides no text except that of controls that cannot be used or are about to be replaced", () => {
  const faint = SHOWN.filter(
    ({ prop, value }) => prop === "opacity" && Number(value) > 0 && Number(value) < 1,
  );
  expect(new Set(faint.map(({ selector }) => selector))).toEqual(
    new Set([
      ".table.is-dimmed .grid-box",
      '.button:disabled, .button[aria-disabled="true"], .icon-button:disabled, .icon-button[aria-disabled="true"]',
    ]),
  );
});
