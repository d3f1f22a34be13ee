import { textIn, type Params, type Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { keyOf } from "../../catalogue/key.ts";
import { placeOf, placeOfParts, type Plan, type PlannedObject } from "./draft.ts";

/** Uuids of the elements that change an existing row, or that create the object. */
export function plannedUuids(plan: Plan, type: ObjectTypeMeta, row: Row): readonly string[] {
  const planned = plannedFor(plan, type, row).flatMap(({ uuids }) => uuids);
  const texts = plan.texts.get(textIn(row["gpk"])) ?? [];
  return [...new Set([...planned, ...texts.map(({ uuid }) => uuid)])];
}

/** Planned changes of a row: by its gpk, and by its natural key. */
export function plannedFor(plan: Plan, type: ObjectTypeMeta, row: Row): readonly PlannedObject[] {
  const { byPlace } = placesOf(plan);
  if (byPlace.size === 0) return NOTHING;
  const [gpk = null, parts] = [row["gpk"], type.key.map((name) => row[name] ?? null)];
  const byGpk = gpk === null ? undefined : byPlace.get(placeOfParts(type, [gpk]));
  const byKey =
    parts.length === 0 || parts.includes(null) ? undefined : byPlace.get(placeOfParts(type, parts));
  if (byGpk === undefined) return byKey === undefined ? NOTHING : [byKey];
  return byKey === undefined || byKey === byGpk ? [byGpk] : [byGpk, byKey];
}

const NOTHING: readonly PlannedObject[] = [];

/** The new object with this gpk or natural key; null if none is planned. */
export function plannedNew(plan: Plan, type: ObjectTypeMeta, key: Params): PlannedObject | null {
  return placesOf(plan).madeByPlace.get(placeOf(type, key)) ?? null;
}

interface Places {
  /** Planned objects by their present key; new ones by their own number. */
  readonly byPlace: ReadonlyMap<string, PlannedObject>;
  /** New objects by their number and by their natural key. */
  readonly madeByPlace: ReadonlyMap<string, PlannedObject>;
}

/** Built once for a plan, because many rows are looked up. */
function placesOf(plan: Plan): Places {
  const known = PLACES.get(plan);
  if (known !== undefined) return known;
  const all = [...plan.objects.values()].flat();
  const numberOf = ({ values }: PlannedObject): Params => ({ gpk: values["gpk"] ?? null });
  const places: Places = {
    byPlace: new Map(all.map((one) => [placeOf(one.type, one.key ?? numberOf(one)), one] as const)),
    madeByPlace: new Map(
      all
        .filter(({ kind }) => kind === "new")
        .flatMap((one) =>
          [keyOf(one.type, one.values), numberOf(one)].map((key) => [placeOf(one.type, key), one] as const),
        ),
    ),
  };
  PLACES.set(plan, places);
  return places;
}

const PLACES = new WeakMap<Plan, Places>();
