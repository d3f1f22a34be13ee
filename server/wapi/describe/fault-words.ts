import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import { dataTypes } from "../../catalogue/data-types.ts";
import type { FaultWords } from "../../faults.ts";
import { functionText } from "./function.ts";
import { extraParameters, writeParameters } from "../write/plan.ts";

/** Labels for the sentences of faults, from the definitions, as in the metadata. */
export function faultWords(catalogue: Catalogue): FaultWords {
  const typeOf = (name: string): ObjectType | null => catalogue.types.get(name) ?? null;
  /** `nd.bcd.create` → `nd.bcd`, its type, `create`. */
  const functionOf = (name: string) => {
    const at = name.lastIndexOf(".");
    const object = name.slice(0, Math.max(at, 0));
    return { object, type: typeOf(object), operation: name.slice(at + 1) };
  };
  const kinds = new Map(dataTypes().map(({ name, label, help }) => [String(name), { label, form: help }]));
  const attribute: FaultWords["attribute"] = (type, name) =>
    typeOf(type)?.attributes.get(name)?.label ?? null;
  return {
    type: (name) => typeOf(name)?.spec.label ?? null,
    attribute,
    parameter: (fn, name) => {
      const { object, type, operation } = functionOf(fn);
      const extra = type === null ? undefined : extraParameters(type, operation)[name];
      return extra?.label ?? attribute(object, name);
    },
    form: (fn, name) => {
      const { type, operation } = functionOf(fn);
      if (type === null) return null;
      return writeParameters(type, operation, "new").get(name)?.dataType.narrowing?.form ?? null;
    },
    fn: (name) => {
      const { type, operation } = functionOf(name);
      return type === null ? null : functionText(type, operation);
    },
    dataType: (name) => kinds.get(name) ?? null,
  };
}
