import type { Json } from "#contract/wire/json";

/** Prefix of the gpk of an object that exists only as planned; the name of the step that creates it follows. */
const PLANNED = "planned-";

export function plannedGpk(idx: string): string {
  return `${PLANNED}${idx}`;
}

/** The name of the step that creates the object; null for any other value. */
export function creatingStep(value: Json): string | null {
  return typeof value === "string" && value.startsWith(PLANNED) ? value.slice(PLANNED.length) : null;
}

/** True for the gpk of an object that exists only as planned, which the server does not know. */
export function isPlannedGpk(value: Json): boolean {
  return creatingStep(value) !== null;
}
