import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { useLocale, useText } from "../../ui/text.ts";
import { valueText } from "../cell/value-text.ts";
import { namesByGpk, partNamed } from "../names/named.ts";
import { PartLink } from "../names/part.tsx";
import { usePortal } from "../portal.ts";

const NO_LISTS: Lists = {};

/** Object type and attribute of a value; null for a part of a structured value, which is shown as it is. */
export type ValuePlace = readonly [object: string, attribute: string] | null;

/** How a value of the change log and of the list is shown: as text, null as "empty", and as a link if it names an object by its gpk. */
export function useDrawnValue(of: ValuePlace): {
  readonly text: (value: Json) => string;
  readonly reference: (value: Json) => ReactNode | null;
} {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const [object, attribute] = of ?? ["", ""];
  const type = catalogue.objectType(object);
  const meta = type?.attribute(attribute) ?? null;
  const to = namesByGpk(meta) ? meta?.refersTo?.object : namedByGpk(type, attribute);
  return {
    text: (value) => {
      if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
      return valueText(catalogue, type, attribute, value, locale) || say("ui.common.empty");
    },
    reference: (value) =>
      to === undefined || typeof value !== "string" ? null : (
        <PartLink part={partNamed(catalogue, NO_LISTS, to, value, locale)} />
      ),
  };
}

/** The type whose gpk a parameter of this name is in a function of the type. */
function namedByGpk(type: ObjectTypeMeta | null, name: string): string | undefined {
  if (type?.attribute(name) != null) return undefined;
  const refs = type?.functions.map(({ parameters }) => parameters[name]?.ref);
  return refs?.find((ref) => ref?.attribute === "gpk")?.object_fq_name;
}
