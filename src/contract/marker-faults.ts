import type { TemplateStep } from "./template.ts";
import { markersOf } from "./template-text.ts";
import type { Json } from "./wire/json.ts";

/** A text with faulty markers, by its path (JSON pointer) below the steps. */
export interface MarkerFault {
  readonly path: string;
  readonly text: string;
  /** Unbalanced double braces, a marker without a variable, or a marker outside values of `old` and `new`. */
  readonly kind: "unbalanced" | "unknown" | "misplaced";
  /** Name of the marker; empty for unbalanced braces. */
  readonly marker: string;
}

/** Faults in the markers of steps (TPL-20, TPL-21). */
export function markerFaults(
  steps: readonly TemplateStep[],
  known: ReadonlySet<string>,
): readonly MarkerFault[] {
  return steps.flatMap((step, at) =>
    Object.entries(step).flatMap(([member, value]: [string, Json]) => {
      const isValue = member === "old" || member === "new";
      return placedTexts(value, `/${String(at)}/${member}`, isValue).flatMap((text) => faultsIn(text, known));
    }),
  );
}

interface PlacedText {
  readonly path: string;
  readonly text: string;
  readonly isValue: boolean;
}

function placedTexts(value: Json, path: string, isValue: boolean): readonly PlacedText[] {
  if (typeof value === "string") return [{ path, text: value, isValue }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]: [string, Json]) => {
    const at = `${path}/${member.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [{ path: at, text: member, isValue: false }, ...placedTexts(inner, at, isValue)];
  });
}

function faultsIn({ path, text, isValue }: PlacedText, known: ReadonlySet<string>): readonly MarkerFault[] {
  const markers = markersOf(text);
  if (markers === null) return [{ path, text, kind: "unbalanced", marker: "" }];
  if (!isValue) return markers.map((marker) => ({ path, text, kind: "misplaced", marker }));
  return markers
    .filter((marker) => !known.has(marker))
    .map((marker) => ({ path, text, kind: "unknown", marker }));
}
