import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { useLocale, useText } from "../../ui/text.ts";
import { valueText } from "../cell/value-text.ts";
import { namesByGpk, partNamed } from "../names/named.ts";
import { PartLink } from "../names/part.tsx";
import { usePortal } from "../portal.ts";
import "./history.css";

const NO_LISTS: Lists = {};

export interface OldNewProps {
  /** Object type and attribute of the value; parts of a structured value are shown as they are. */
  readonly of: readonly [object: string, attribute: string] | null;
  readonly old: Json | undefined;
  readonly now: Json;
}

/** `old → new`: the old value struck through, null as "empty". */
export function OldNew({ of, old, now }: OldNewProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const [object, attribute] = of ?? ["", ""];
  const text = (value: Json): string => {
    if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
    return (
      valueText(catalogue, catalogue.objectType(object), attribute, value, locale) || say("ui.common.empty")
    );
  };
  const meta = catalogue.objectType(object)?.attribute(attribute) ?? null;
  const drawn = (value: Json): ReactNode => {
    const to = namesByGpk(meta)
      ? meta?.refersTo?.object
      : namedByGpk(catalogue.objectType(object), attribute);
    if (to === undefined || typeof value !== "string") return text(value);
    return <PartLink part={partNamed(catalogue, NO_LISTS, to, value, locale)} />;
  };
  return (
    <>
      {old !== undefined && (
        <>
          <del className="muted">{drawn(old)}</del> <span aria-hidden="true">→</span>{" "}
        </>
      )}
      <ins>{drawn(now)}</ins>
    </>
  );
}

/** The type whose gpk a parameter of this name is in a function of the type. */
function namedByGpk(type: ObjectTypeMeta | null, name: string): string | undefined {
  if (type?.attribute(name) != null) return undefined;
  const refs = type?.functions.map(({ parameters }) => parameters[name]?.ref);
  return refs?.find((ref) => ref?.attribute === "gpk")?.object_fq_name;
}
