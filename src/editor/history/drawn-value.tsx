import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { keyedBy, titledTarget, type Keyed } from "#core/catalogue/keyed";
import type { Locale } from "#core/text";
import { valueText } from "../cell/value-text.ts";
import { partsOf } from "../names/keyed.ts";
import { namesByGpk, partNamed, type Part } from "../names/named.ts";
import { PartLink } from "../names/part.tsx";
import { useWords } from "../portal.ts";

const NOWHERE: { readonly lists: Lists } = { lists: {} };

/** Object type and attribute of a value; null for a part of a structured value, which is shown as it is. */
export type ValuePlace = readonly [object: string, attribute: string] | null;

/** How a value of the change log and of the list is shown: as text, null as "empty", and as a link if it names an object by its gpk. */
export function useDrawnValue(of: ValuePlace): {
  readonly text: (value: Json) => string;
  readonly reference: (value: Json) => ReactNode | null;
} {
  const { say, locale, catalogue } = useWords();
  const [object, attribute] = of ?? ["", ""];
  const type = catalogue.objectType(object);
  const part = partBy(catalogue, type, attribute, locale);
  return {
    text: (value) => {
      if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
      return valueText(catalogue, type, attribute, value, locale) || say("ui.common.empty");
    },
    reference: (value) => {
      if (part === null || (typeof value !== "string" && typeof value !== "number")) return null;
      return <PartLink part={part(value)} />;
    },
  };
}

/** How a value that names an object is drawn; null for any other value. */
function partBy(
  catalogue: Catalogue,
  type: ObjectTypeMeta | null,
  name: string,
  locale: Locale,
): ((value: Json) => Part) | null {
  const attribute = type?.attribute(name) ?? null;
  if (type !== null && attribute !== null) {
    const to = namesByGpk(attribute) ? attribute.refersTo?.object : undefined;
    return partOf(catalogue, keyedBy(catalogue, type, attribute), to, locale);
  }
  const ref = type?.functions.map(({ parameters }) => parameters[name]?.ref).find((one) => one != null);
  if (ref == null) return null;
  const to = ref.attribute === "gpk" ? ref.object_fq_name : undefined;
  return partOf(catalogue, keyedByParameter(catalogue, name, ref), to, locale);
}

function keyedByParameter(catalogue: Catalogue, name: string, ref: ParameterRef): Keyed | null {
  const { object_fq_name: object, attribute } = ref;
  const target = titledTarget(catalogue, object, attribute);
  return target?.key.join() === attribute ? { target, attribute, on: [[name, attribute]] } : null;
}

interface ParameterRef {
  readonly object_fq_name: string;
  readonly attribute: string;
}

function partOf(
  catalogue: Catalogue,
  keyed: Keyed | null,
  gpkOf: string | undefined,
  locale: Locale,
): ((value: Json) => Part) | null {
  if (keyed !== null) {
    const part = partsOf({ locale, source: NOWHERE }, keyed);
    // Of a key of several parts, a value alone tells nothing.
    return (value) => part({}, value);
  }
  return gpkOf === undefined ? null : (value) => partNamed(catalogue, NOWHERE.lists, gpkOf, value, locale);
}
