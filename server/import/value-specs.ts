import type { ValueSpec } from "#contract/data-type";
import * as TYPES from "#contract/types/index";

const SPECS: Readonly<Record<string, { readonly value: ValueSpec } | undefined>> = TYPES;

export function valueSpec(dataType: string): ValueSpec | undefined {
  return SPECS[dataType]?.value;
}
