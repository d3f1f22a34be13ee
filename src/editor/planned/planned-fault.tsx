import { GROUP, UNIT } from "#contract/wire/api-types";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useQuery } from "@tanstack/react-query";
import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import { objectIn, type Row } from "#contract/wire/json";
import { referenceHref } from "#core/route/object-routes";
import type { Step } from "#contract/wire/step";
import { differences } from "#core/txlist/changes";
import { presentStep, withFoundValues, type Overtaken } from "#core/txlist/overtaken";
import { contentOf, type Planned } from "#core/txlist/planned";
import { mailLink } from "#core/route/mail-link";
import { administratorsIn, administratorSteps, type Assigners } from "../../screens/heads/administrators.ts";
import { Link } from "../../ui/layout/link.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { listsQuery } from "../../api/queries.ts";
import { Button } from "../../ui/action/button.tsx";
import { textOf } from "../cell/cell-text.ts";
import { InTheWay, rowsOf } from "../fault/in-the-way.tsx";
import { withMoments } from "../fault/moments.ts";
import { useCalls, useLists } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useSettings, useTransactionList } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import { Time } from "../cell/time.tsx";
import { OldNew } from "../history/drawn-value.tsx";
import { NeededPermissions, textsOf } from "./needed-permissions.tsx";
import { HISTORY, historyStep } from "../screen/complete-steps.ts";

/** Why an action was refused: sentence, hint, remedies, and the full fault (ERR-11 to ERR-14), which developers see at once (ERR-19). */
export function PlannedFault({ fault }: { readonly fault: Fault }): ReactNode {
  const say = useText();
  const { description, hint } = withMoments(fault, intlTag(useLocale()));
  const { developer } = useSnapshot(useSettings().state);
  const isPermission = fault.type.code === FAULT_TYPES.permission_error;
  return (
    <div className="planned-fault" role="alert">
      <p className="planned-fault-title">{description}</p>
      {hint !== null && <p className="muted">{hint}</p>}
      {isPermission && <PermissionHelp fault={fault} />}
      <ChildHelp fault={fault} />
      <InTheWay fault={fault} />
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

/** Objects that still refer to the one to be deleted (ERR-13). */
function ChildHelp({ fault: { details } }: { readonly fault: Fault }): ReactNode {
  const { say, locale, catalogue } = useWords();
  const rows = rowsOf(details["child_list"]);
  if (rows.length === 0) return null;
  return (
    <>
      <p>{say("editor.fault.children")}</p>
      <ul className="planned-help">
        {rows.map((row) => {
          const object = textOf(row["object_fq_name"]);
          const attributes = textsOf(row["attribute_list"]);
          const titles = textsOf(row["title_list"]);
          const name = catalogue.typeName(object, locale);
          const href = childrenHref(object, attributes, objectIn(details["key"]));
          const left = Number(row["count"] ?? 0) - titles.length;
          const [hidden, more] = titles.length < MOST_TITLES ? [left, 0] : [0, left];
          return (
            <li key={textOf(row["reference_name"])}>
              {titles.length === 0 ? name : <Link to={href}>{name}</Link>}{" "}
              <span className="muted">
                {attributes.map((one) => catalogue.attributeName(object, one, locale)).join(", ")} ·{" "}
                {textOf(row["count"])}
              </span>
              <ul>
                {titles.map((title) => (
                  <li key={title} className="code">
                    {title}
                  </li>
                ))}
                {hidden > 0 && <li>{say("editor.fault.hidden", { count: hidden })}</li>}
                {more > 0 && (
                  <li>
                    <Link to={href}>{say("editor.fault.more", { count: more })}</Link>
                  </li>
                )}
              </ul>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A refusal names at most ten of the objects that the account may read (wire contract 4.4). */
const MOST_TITLES = 10;

/** The list of referring objects, filtered if one attribute holds the whole key. */
function childrenHref(object: string, attributes: readonly string[], parent: Row | null): string {
  const [value, ...more] = Object.values(parent ?? {});
  const [attribute, ...others] = attributes;
  if (attribute === undefined || others.length > 0 || typeof value !== "string" || more.length > 0) {
    return `/object/${object}`;
  }
  return `/object/${object}?${attribute}=${encodeURIComponent(value)}`;
}

/** Assignments and roles, each of which would let the step pass, and contacts for them (wire contract 4.3, ERR-12). */
function PermissionHelp({ fault }: { readonly fault: Fault }): ReactNode {
  const say = useText();
  const roles = textsOf(fault.details["required_role_list"]);
  const assignments = rowsOf(fault.details["required_assignment_list"]);
  // The server's own hint says the same, but not in each language of the portal.
  const isHinted = fault.hint !== null && fault.name === "permission_missing";
  return (
    <>
      {!isHinted && <p>{say("editor.fault.permissionHint")}</p>}
      {roles.length > 0 && (
        <p>
          {say("editor.fault.roles")} <span className="code">{roles.join(", ")}</span>
        </p>
      )}
      <NeededPermissions details={fault.details} />
      {assignments.length === 0 && roles.length > 0 && <p>{say("editor.fault.rolesOnly")}</p>}
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
      <ObjectKey assignment={assignment} />{" "}
      <span className="muted">{say(isMet ? "editor.fault.met" : "editor.fault.notMet")}</span>
      {!isMet && <Assignees assigners={assignersOf([assignment])} />}
    </li>
  );
}

/** Groups and OEs whose members have the right. */
function Assignees({ assigners: { groups, units } }: { readonly assigners: Assigners }): ReactNode {
  const { say, catalogue } = useWords();
  if (groups.length + units.length === 0) return null;
  const links = [
    ...groups.map((name) => [name, referenceHref(catalogue, GROUP, "name", name)] as const),
    ...units.map((name) => [name, referenceHref(catalogue, UNIT, "fq_name", name)] as const),
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

/** People with mail addresses once the server has answered; nothing if none is readable. */
function WhomToAsk({ assigners }: { readonly assigners: Assigners }): ReactNode {
  const say = useText();
  const { data } = useLists(administratorSteps(assigners));
  const persons = data === undefined ? [] : administratorsIn(assigners, data);
  if (persons.length === 0) return null;
  return (
    <>
      <p>{say("editor.fault.ask")}</p>
      <ul className="planned-help">
        {persons.map((one) => (
          <li key={one.login}>
            {one.email === null ? one.name : <a href={mailLink(one.email)}>{one.name}</a>}{" "}
            <span className="muted code">{one.of}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The groups and OEs of the missing links. */
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

function ObjectKey({ assignment }: { readonly assignment: Row }): ReactNode {
  const { locale, catalogue } = useWords();
  const object = textOf(assignment["object_fq_name"]);
  const key = objectIn(assignment["key"]) ?? {};
  const [[attribute, first] = ["", null]] = Object.entries(key);
  const href = referenceHref(catalogue, object, attribute, first);
  const text = Object.values(key).map(String).join(" ");
  return (
    <>
      {catalogue.typeName(object, locale)} {href === null ? text : <Link to={href}>{text}</Link>}
    </>
  );
}

interface NoteProps {
  readonly item: Planned;
  readonly values: readonly Overtaken[];
}

/** Another person changed a value first: author, time, old and new value, and a button that plans with the present values. */
export function OvertakenNote({ item, values }: NoteProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const txlist = useTransactionList();
  const object = contentOf(item)?.object_fq_name ?? "";
  const change = useLastChange(item, values);
  const block = txlist.blockOf("replace");
  return (
    <div className="planned-overtaken">
      <p>
        {change === null
          ? say("editor.planned.overtaken")
          : say("editor.planned.overtakenBy", { login: textOf(change["actor_login_name"]) })}{" "}
        {change !== null && <Time text={textOf(change["ts"])} />}
      </p>
      <dl className="changes small">
        {values.map((one) => (
          <div key={one.attribute}>
            <dt className="muted">{catalogue.attributeName(object, one.attribute, locale)}</dt>
            <dd>
              <OldNew of={[object, one.attribute]} old={one.expected} now={one.found} />
            </dd>
          </div>
        ))}
      </dl>
      <Button
        disabled={block !== null}
        onClick={() => {
          txlist.submit({ kind: "replace", uuid: item.uuid, item: withFoundValues(item, values) });
          txlist.dismissResult();
        }}
      >
        {say("editor.planned.takeFound")}
      </Button>
    </div>
  );
}

const NO_STEPS: readonly Step[] = [];

/** The newest log entry about one of the values, or null. */
function useLastChange(item: Planned, values: readonly Overtaken[]): Row | null {
  const { execute, viewer } = useCalls();
  const catalogue = useCatalogue();
  const step = presentStep(item, catalogue);
  const query = useQuery({
    ...listsQuery(
      execute,
      viewer,
      step === null ? NO_STEPS : [{ ...step, idx: "object" }, historyStep("object")],
    ),
    enabled: step !== null,
    retry: false,
    // A cached log may lack the change.
    staleTime: 0,
  });
  const names = new Set(values.map((one) => one.attribute));
  const touches = (entry: Row): boolean =>
    differences(objectIn(entry["old"]), objectIn(entry["new"])).some((one) => names.has(one.attribute));
  return query.data?.[HISTORY]?.find(touches) ?? null;
}
