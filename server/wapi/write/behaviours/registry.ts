import type { ObjectType } from "../../../catalogue/object-type.ts";
import type { Behaviour } from "./behaviour.ts";

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {};

/** The behaviour of a type; most types have none. */
export function behaviourOf(type: ObjectType): Behaviour | undefined {
  return BEHAVIOURS[type.name];
}
