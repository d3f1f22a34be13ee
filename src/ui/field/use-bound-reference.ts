import { useContext, useMemo } from "react";
import { fieldsBefore, withFields } from "#core/form/reference";
import type { Json } from "#contract/wire/json";
import type { ReferenceTarget } from "#core/form/widget";
import { FormAroundContext } from "./field-component.ts";

/** The offers of a reference for the present values of other fields, or the empty field that must be filled first. */
export function useBoundReference(reference: ReferenceTarget | undefined) {
  const around = useContext(FormAroundContext);
  const needed = useMemo(() => (reference === undefined ? [] : fieldsBefore(reference)), [reference]);
  const values = needed.map((name) => around?.values[name] ?? null);
  const missing = needed[values.findIndex((value) => isEmpty(value))];
  const text = JSON.stringify(values);
  const target = useMemo(() => {
    if (reference === undefined || needed.length === 0) return reference;
    // Parse boundary: written above. Equal values give the same target, whatever else is typed.
    const given = JSON.parse(text) as readonly Json[];
    return withFields(reference, Object.fromEntries(needed.map((name, at) => [name, given[at] ?? null])));
  }, [reference, needed, text]);
  if (missing === undefined) return { target, missing: null };
  return { target: undefined, missing: around?.labelOf(missing) ?? missing };
}

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}
