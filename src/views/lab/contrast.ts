/** Red, green and blue of a colour, each 0 to 1. */
export type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const HSL = /^hsl\((\d+) (\d+)% (\d+)%\)$/;

/** Reads `#rrggbb` and `hsl(h s% l%)`, the two notations of the portal; null for any other text. */
export function rgbOf(colour: string): Rgb | null {
  const hex = HEX.exec(colour);
  if (hex !== null) return channels((at) => parseInt(hex[at + 1] ?? "", 16) / 255);
  const hsl = HSL.exec(colour);
  if (hsl === null) return null;
  const [hue = 0, saturation = 0, lightness = 0] = hsl.slice(1).map(Number);
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  return channels((at) => {
    const turn = ([0, 8, 4][at] ?? 0) + hue / 30;
    const place = turn % 12;
    return lightness / 100 - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  });
}

function channels(valueAt: (at: number) => number): Rgb {
  return [valueAt(0), valueAt(1), valueAt(2)];
}

/** Contrast of two colours, 1 to 21, by WCAG 2.2; null if one is unreadable. */
export function contrast(one: string, other: string): number | null {
  const [first, second] = [rgbOf(one), rgbOf(other)];
  if (first === null || second === null) return null;
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** A constant colour for a text: any hue, saturation 75 to 100 %, lightness 40 to 60 % (SHELL-24). */
export function stringColour(text: string): string {
  let hash = 2166136261;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16777619);
  const number = hash >>> 0;
  const hue = number % 360;
  const saturation = 75 + ((number >>> 9) % 26);
  const lightness = 40 + ((number >>> 17) % 21);
  return `hsl(${String(hue)} ${String(saturation)}% ${String(lightness)}%)`;
}

/** One token of the design: its name without the dashes, and what it stands for. */
export interface Token {
  readonly name: string;
  readonly value: string;
}

const BLOCK = "\n:root {";
const DECLARATION = /--([\w-]+):\s*([^;]+);/g;
const BOTH = /^light-dark\((.+), (.+)\)$/;

/** What the file of tokens declares for a theme, in its order (src/ui/tokens.css). */
export function tokensOf(css: string, theme: "light" | "dark"): readonly Token[] {
  const start = css.indexOf(BLOCK);
  const block = css.slice(start, css.indexOf("}", start));
  return [...block.matchAll(DECLARATION)].map(([, name = "", told = ""]) => {
    const [, light = told, dark = told] = BOTH.exec(told) ?? [];
    return { name, value: theme === "light" ? light : dark };
  });
}
