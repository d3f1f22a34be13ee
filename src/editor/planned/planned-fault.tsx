import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { objectIn, type Row } from "#contract/wire/json";
import { rowHref } from "#core/route/object-routes";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { textOf } from "../cell/text-of.ts";
import { PermissionHelp, rowsOf, textsOf } from "./permission-help.tsx";

/** Why an action was refused: sentence, hint, what would help, and everything the server said (ERR-11 to ERR-14); to developers all of it at once (ERR-19). */
export function PlannedFault({ fault }: { readonly fault: Fault }): ReactNode {
  const say = useText();
  const { developer } = useSnapshot(usePortal().settings.state);
  const isPermission = fault.type.code === FAULT_TYPES.permission_error;
  const children = rowsOf(fault.details["child_list"]);
  const places = rowsOf(fault.details["place_list"]);
  return (
    <div className="planned-fault" role="alert">
      <p className="planned-fault-title">{fault.description}</p>
      {fault.hint !== null && <p className="muted">{fault.hint}</p>}
      {isPermission && <PermissionHelp fault={fault} />}
      {children.length > 0 && <ChildHelp rows={children} parent={objectIn(fault.details["key"])} />}
      {places.length > 0 && <PlaceHelp places={places} />}
      <details open={developer}>
        <summary>{say("ui.common.details")}</summary>
        <pre>
          {JSON.stringify(
            { type: fault.type, code: fault.code, name: fault.name, details: fault.details },
            null,
            2,
          )}
        </pre>
      </details>
    </div>
  );
}

/** The objects that are in the way, as ways out: a pool, a subnet. */
function PlaceHelp({ places }: { readonly places: readonly Row[] }): ReactNode {
  const locale = useLocale();
  const { catalogue } = usePortal();
  return (
    <ul className="planned-help">
      {places.map((place) => {
        const object = textOf(place["object_fq_name"]);
        const title = textOf(place["title"]);
        return (
          <li key={`${object} ${title}`}>
            {catalogue.typeName(object, locale)}{" "}
            <Link to={rowHref(object, objectIn(place["row"]) ?? {})}>
              <span className="code">{title}</span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The objects that still refer to the one to be deleted (ERR-13). */
function ChildHelp({
  rows,
  parent,
}: {
  readonly rows: readonly Row[];
  readonly parent: Row | null;
}): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  return (
    <>
      <p>{say("editor.fault.children")}</p>
      <ul className="planned-help">
        {rows.map((row) => {
          const object = textOf(row["object_fq_name"]);
          const attributes = textsOf(row["attribute_list"]).map((one) =>
            catalogue.attributeName(object, one, locale),
          );
          return (
            <li key={textOf(row["reference_name"])}>
              <Link to={childrenHref(object, textsOf(row["attribute_list"]), parent)}>
                {catalogue.typeName(object, locale)}
              </Link>{" "}
              <span className="muted">
                {attributes.join(", ")} · {textOf(row["count"])}
              </span>
              <ul>
                {textsOf(row["title_list"]).map((title) => (
                  <li key={title} className="code">
                    {title}
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The list of the referencing objects: filtered where one attribute holds the whole key. */
function childrenHref(object: string, attributes: readonly string[], parent: Row | null): string {
  const [value, ...more] = Object.values(parent ?? {});
  const [attribute, ...others] = attributes;
  if (attribute === undefined || others.length > 0 || typeof value !== "string" || more.length > 0) {
    return `/object/${object}`;
  }
  return `/object/${object}?${attribute}=${encodeURIComponent(value)}`;
}
