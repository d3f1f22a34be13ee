import type { Language } from "../faults.ts";

/** Language of the texts of an answer: German, unless the header prefers English (wire contract 4.1). */
export function languageOf(header: string | undefined): Language {
  const weights = { de: 0, en: 0 };
  for (const range of (header ?? "").split(",")) {
    const [tag = "", ...parameters] = range.trim().toLowerCase().split(";");
    const language = tag.split("-")[0];
    if (language !== "de" && language !== "en") continue;
    weights[language] = Math.max(weights[language], weightOf(parameters));
  }
  return weights.en > weights.de ? "en" : "de";
}

function weightOf(parameters: readonly string[]): number {
  const quality = parameters.map((part) => /^\s*q=([\d.]+)\s*$/.exec(part)?.[1]).find((q) => q !== undefined);
  return quality === undefined ? 1 : Number(quality);
}
