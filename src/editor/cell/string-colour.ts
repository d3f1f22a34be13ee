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
