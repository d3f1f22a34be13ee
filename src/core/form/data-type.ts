import type { PortalSpec } from "#contract/data-type";
import * as PORTAL from "#contract/types/portal";
import type { Cell } from "../screen/screen.ts";
import type { Text, TextKey } from "../text.ts";
import type { Widget, WidgetOptions } from "./widget.ts";

/** Facts about a data type beyond the metadata: how its values are typed, read and shown. */
export interface DrawnType extends PortalSpec {
  readonly widget?: Widget;
  readonly cell?: Cell;
  readonly options?: Pick<WidgetOptions, "expected" | "isInPairs"> & { readonly isInteger?: false };
  readonly invalid?: TextKey | ((text: string) => Text);
}

/** Data types that are drawn differently from the other types with the same JSON type. */
export const DRAWN_TYPES: Readonly<Record<string, DrawnType | undefined>> = PORTAL;

const AS_ALL: DrawnType = {};

export function drawnType(name: string): DrawnType {
  return DRAWN_TYPES[name] ?? AS_ALL;
}

/** True if numbers of the type are whole. */
export function isWhole(name: string): boolean {
  return drawnType(name).options?.isInteger !== false;
}
