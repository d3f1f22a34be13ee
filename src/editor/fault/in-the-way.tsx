import type { ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import { isList, isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import { rowHref } from "#core/route/object-routes";
import { Link } from "../../ui/layout/link.tsx";
import { textOf } from "../cell/cell-text.ts";
import { useWords } from "../portal/words.ts";

/** Links to the objects that prevent an action: a pool, a subnet, a row with an overlapping range. */
export function InTheWay({ fault: { details } }: { readonly fault: Fault }): ReactNode {
  const { locale, catalogue } = useWords();
  const places = [...rowsOf(details["place_list"]), ...metBy(details)];
  if (places.length === 0) return null;
  return (
    <ul className="planned-help">
      {places.map((place) => {
        const object = textOf(place["object_fq_name"]);
        const title = textOf(place["title"]);
        return (
          <li key={`${object} ${title}`}>
            {catalogue.typeName(object, locale)}{" "}
            <Link to={rowHref(catalogue, object, objectIn(place["row"]) ?? {})}>
              <span className="code">{title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The object whose range an overlap meets. */
function metBy({ other_gpk: gpk, other_title: title, object_fq_name }: Fault["details"]): readonly Row[] {
  return typeof gpk === "string"
    ? [{ object_fq_name: object_fq_name ?? null, title: title ?? gpk, row: { gpk } }]
    : [];
}

/** Lists in details of faults hold plain objects (wire contract 4.3, 4.4). */
export function rowsOf(value: Json | undefined): readonly Row[] {
  return isList(value) ? value.filter(isObject) : [];
}
