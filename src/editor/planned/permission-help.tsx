import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Fault } from "#contract/wire/fault";
import { isList, isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import { referenceHref } from "#core/route/object-routes";
import { administratorsIn, administratorSteps, type Assigners } from "../../screens/heads/administrators.ts";
import { listsQuery } from "../../api/queries.ts";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { usePortal } from "../portal.ts";

/** Assignments and roles of which one would let the step pass, and whom to ask for them (wire contract 4.3, ERR-12). */
export function PermissionHelp({ fault }: { readonly fault: Fault }): ReactNode {
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
              <Assignment key={JSON.stringify(one["key"])} assignment={one} />
            ))}
          </ul>
          <WhomToAsk assigners={assignersOf(assignments)} />
        </>
      )}
    </>
  );
}

function Assignment({ assignment }: { readonly assignment: Row }): ReactNode {
  const say = useText();
  const isMet = assignment["is_met"] === true;
  return (
    <li>
      <ObjectKey object={textOf(assignment["object_fq_name"])} value={assignment["key"]} />{" "}
      <span className="muted">{say(isMet ? "editor.fault.met" : "editor.fault.notMet")}</span>
      {!isMet && <Assignees assigners={assignersOf([assignment])} />}
    </li>
  );
}

/** Groups and OEs whose members may. */
function Assignees({ assigners: { groups, units } }: { readonly assigners: Assigners }): ReactNode {
  const say = useText();
  if (groups.length + units.length === 0) return null;
  const links = [
    ...groups.map((name) => [name, referenceHref("cntl.group", "name", name)] as const),
    ...units.map((name) => [name, referenceHref("org.unit", "fq_name", name)] as const),
  ];
  return (
    <div className="muted">
      {say("editor.fault.assignees")}{" "}
      {links.map(([name, href], at) => (
        <span key={name} className="code">
          {at > 0 && ", "}
          {href === null ? name : <Link to={href}>{name}</Link>}
        </span>
      ))}
    </div>
  );
}

/** Persons with their mail address, once the server has named them; nobody readable: nothing. */
function WhomToAsk({ assigners }: { readonly assigners: Assigners }): ReactNode {
  const say = useText();
  const { execute, viewer } = usePortal();
  const steps = administratorSteps(assigners);
  const { data } = useQuery({
    ...listsQuery(execute, viewer, steps),
    enabled: steps.length > 0,
    retry: false,
  });
  const persons = data === undefined ? [] : administratorsIn(assigners, data);
  if (persons.length === 0) return null;
  return (
    <>
      <p>{say("editor.fault.ask")}</p>
      <ul className="planned-help">
        {persons.map((one) => (
          <li key={one.login}>
            {one.email === null ? one.name : <a href={`mailto:${one.email}`}>{one.name}</a>}{" "}
            <span className="muted code">{one.of}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The groups and OEs named by the links of what is not met yet. */
function assignersOf(assignments: readonly Row[]): Assigners {
  const keys = assignments
    .filter((one) => one["is_met"] !== true)
    .flatMap((one) => rowsOf(one["link_list"]))
    .map((link) => objectIn(link["key"]) ?? {});
  const named = (...members: readonly string[]): readonly string[] => [
    ...new Set(keys.flatMap((key) => textsOf(members.map((member) => key[member] ?? null)))),
  ];
  return { groups: named("group_name", "name"), units: named("ou", "fq_name") };
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
export function rowsOf(value: Json | undefined): readonly Row[] {
  return isList(value) ? value.filter(isObject) : [];
}

export function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((one) => typeof one === "string") : [];
}
