import type { FeatureLike } from "ol/Feature";
import { Circle, Fill, Stroke, Style, Text } from "ol/style";
import { type Weight, sumOf, weightText } from "#core/map/layers";
import type { Place } from "#core/map/place";
import type { Mark } from "#core/txlist/overlay/list-of";
import type { Looks } from "./looks.ts";

/** The planned change of a building. */
type Kind = Mark["kind"];

export interface Drawn {
  readonly kind: Kind | null;
  readonly place: Place;
  readonly colour: string;
  /** Null if the building has nothing that the layer counts; undefined if the layer counts nothing. */
  readonly weight: Weight | null | undefined;
}

const SMALL = 7;
/** Metres a pixel below which buildings show their numbers, and their titles. */
const NUMBERS_BELOW = 2.5;
const TITLES_BELOW = 0.8;

/** Style of one mark in the present colours; `chosen` is the gpk of the building of the open card. */
export function markStyle(
  looks: Looks,
  drawn: readonly Drawn[],
  chosen: string | null,
  resolution: number,
): Style[] {
  const [first] = drawn;
  if (first === undefined) return [];
  const isChosen = drawn.some(({ place }) => place.gpk === chosen);
  const weights = drawn.flatMap(({ weight }) => weight ?? []);
  const isCounted = drawn.some(({ weight }) => weight !== undefined);
  const sum = sumOf(weights);
  const inside = isCounted ? (sum === null ? null : weightText(sum)) : countText(drawn);
  const ring = isChosen ? looks.accent : colourOf(looks, drawn);
  const disc =
    inside === null
      ? dot(looks, colourOf(looks, drawn), { isEmpty: isCounted, isChosen })
      : bubble(looks, ring, inside, isChosen);
  const signs = plannedSigns(looks, drawn, inside);
  return drawn.length > 1
    ? [disc, ...signs]
    : [disc, ...signs, ...labels(looks, first.place, inside, resolution)];
}

/** A symbol and a colour for the planned change, which the list beside the map names in words. */
const PLANNED = {
  new: { sign: "+", colour: "new" },
  come: { sign: "+", colour: "new" },
  changed: { sign: "~", colour: "changed" },
  going: { sign: "×", colour: "going" },
  left: { sign: "×", colour: "going" },
} as const satisfies Readonly<Record<Kind, { readonly sign: string; readonly colour: keyof Looks }>>;

/** Symbols at the upper right of a mark; for several buildings, each symbol once. */
function plannedSigns(looks: Looks, drawn: readonly Drawn[], inside: string | null): Style[] {
  const kinds = new Map(drawn.flatMap(({ kind }) => (kind === null ? [] : [[PLANNED[kind].sign, kind]])));
  const radius = radiusOf(inside);
  return [...kinds.values()].map((kind, at) => {
    const { sign, colour } = PLANNED[kind];
    const fill = new Fill({ color: looks[colour] });
    const stroke = new Stroke({ color: looks.surface, width: 4 });
    const place = { offsetX: radius + 4 + SIGN_WIDTH * at, offsetY: -radius };
    return new Style({
      text: new Text({ text: sign, font: `700 18px ${looks.font}`, fill, stroke, ...place }),
    });
  });
}

const SIGN_WIDTH = 13;

function radiusOf(inside: string | null): number {
  return inside === null ? SMALL : 10 + 2.5 * inside.length;
}

function countText(drawn: readonly Drawn[]): string | null {
  return drawn.length === 1 ? null : String(drawn.length);
}

/** The colour of their site; buildings of several sites have none. */
function colourOf(looks: Looks, drawn: readonly Drawn[]): string {
  const [only = looks.edge, ...others] = new Set(drawn.map(({ colour }) => colour));
  return others.length === 0 ? only : looks.edge;
}

interface DotState {
  readonly isEmpty: boolean;
  readonly isChosen: boolean;
}

function dot(looks: Looks, colour: string, { isEmpty, isChosen }: DotState): Style {
  const fill = new Fill({ color: isEmpty ? looks.surface : colour });
  const edge = isEmpty ? colour : looks.surface;
  const stroke = new Stroke({ color: isChosen ? looks.accent : edge, width: isChosen ? 4 : 2 });
  return new Style({ image: new Circle({ radius: isChosen ? SMALL + 3 : SMALL, fill, stroke }) });
}

function bubble(looks: Looks, colour: string, text: string, isChosen: boolean): Style {
  return new Style({
    image: new Circle({
      radius: radiusOf(text),
      fill: new Fill({ color: looks.surface }),
      stroke: new Stroke({ color: colour, width: isChosen ? 4 : 3 }),
    }),
    text: new Text({ text, font: `600 12px ${looks.font}`, fill: new Fill({ color: looks.text }) }),
  });
}

/** Number and title under the mark, if there is room. */
function labels(looks: Looks, place: Place, inside: string | null, resolution: number): Style[] {
  if (resolution > NUMBERS_BELOW) return [];
  const below = radiusOf(inside);
  const isWide = resolution < TITLES_BELOW && place.title !== "";
  return [
    new Style({
      text: new Text({
        text: isWide ? `${place.number} ${place.title}` : place.number,
        font: `12px ${looks.font}`,
        offsetY: below + 10,
        fill: new Fill({ color: looks.text }),
        stroke: new Stroke({ color: looks.surface, width: 3 }),
        overflow: true,
      }),
    }),
  ];
}

/** The name of a site above its buildings. */
export function siteStyle(looks: Looks, name: string): Style {
  return new Style({
    text: new Text({
      text: name,
      font: `600 15px ${looks.font}`,
      // More than the width of a mark with three digits.
      offsetY: -38,
      fill: new Fill({ color: looks.muted }),
      stroke: new Stroke({ color: looks.surface, width: 4 }),
      overflow: true,
    }),
  });
}

/** Outlines and streets in the operator's files, drawn quietly below the buildings. */
export function groundStyle(looks: Looks): (feature: FeatureLike) => Style {
  const stroke = new Stroke({ color: looks.edge, width: 1 });
  const area = new Style({ fill: new Fill({ color: looks.line }), stroke });
  const line = new Style({ stroke: new Stroke({ color: looks.line, width: 3 }) });
  const spot = new Style({ image: new Circle({ radius: 2, fill: new Fill({ color: looks.edge }) }) });
  return (feature) => {
    const type = feature.getGeometry()?.getType() ?? "";
    if (type.endsWith("Polygon")) return area;
    return type.endsWith("LineString") ? line : spot;
  };
}
