import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { isList, isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import { referenceHref } from "#core/route/object-routes";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { textOf } from "../cell/text-of.ts";

/** Why an action was refused: sentence, hint, what would help, and everything the server said (ERR-11 to ERR-14); to developers all of it at once (ERR-19). */
export function PlannedFault({ fault }: { readonly fault: Fault }): ReactNode {
  const say = useText();
  const { developer } = useSnapshot(usePortal().settings.state);
  const isPermission = fault.type.code === FAULT_TYPES.permission_error;
  const children = rowsOf(fault.details["child_list"]);
  return (
    <div className="planned-fault" role="alert">
      <p className="planned-fault-title">{fault.description}</p>
      {fault.hint !== null && <p className="muted">{fault.hint}</p>}
      {isPermission && <PermissionHelp fault={fault} />}
      {children.length > 0 && <ChildHelp rows={children} parent={objectIn(fault.details["key"])} />}
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

/** Roles and assignments of which one would let the step pass (wire contract 4.3). */
function PermissionHelp({ fault }: { readonly fault: Fault }): ReactNode {
  const say = useText();
  const roles = textsOf(fault.details["required_role_list"]);
  const permissions = textsOf(fault.details["required_permission_list"]);
  const assignments = rowsOf(fault.details["required_assignment_list"]);
  const hint = say("editor.fault.permissionHint");
  return (
    <>
      {fault.hint !== hint && <p>{hint}</p>}
      {roles.length > 0 && (
        <p>
          {say("editor.fault.roles")} <span className="code">{roles.join(", ")}</span>
        </p>
      )}
      {permissions.length > 0 && (
        <p>
          {say("editor.fault.permissions")} <span className="code">{permissions.join(", ")}</span>
        </p>
      )}
      {assignments.length > 0 && (
        <>
          <p>{say("editor.fault.assignments")}</p>
          <ul className="planned-help">
            {assignments.map((one) => (
              <li key={JSON.stringify(one["key"])}>
                <ObjectKey object={textOf(one["object_fq_name"])} value={one["key"]} />{" "}
                <span className="muted">
                  {one["is_met"] === true ? say("editor.fault.met") : say("editor.fault.notMet")}
                </span>
                <Assignees links={rowsOf(one["link_list"])} />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Groups and OEs whose members may: whom to ask. */
function Assignees({ links }: { readonly links: readonly Row[] }): ReactNode {
  const say = useText();
  const names = links.flatMap((link) => {
    const key = objectIn(link["key"]);
    const name = key?.["group_name"] ?? key?.["ou"];
    return typeof name === "string" ? [name] : [];
  });
  if (names.length === 0) return null;
  return (
    <div className="muted">
      {say("editor.fault.assignees")} <span className="code">{names.join(", ")}</span>
    </div>
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

function ObjectKey({
  object,
  value,
}: {
  readonly object: string;
  readonly value: Json | undefined;
}): ReactNode {
  const locale = useLocale();
  const { catalogue } = usePortal();
  const key = objectIn(value) ?? {};
  const [[attribute, first] = ["", null]] = Object.entries(key);
  const href = referenceHref(object, attribute, first);
  const text = Object.values(key).map(String).join(" ");
  return (
    <>
      {catalogue.typeName(object, locale)} {href === null ? text : <Link to={href}>{text}</Link>}
    </>
  );
}

/** Lists in details of faults hold plain objects (wire contract 4.3, 4.4). */
function rowsOf(value: Json | undefined): readonly Row[] {
  return isList(value) ? value.filter(isObject) : [];
}

function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((one) => typeof one === "string") : [];
}
