import type { ReactNode } from "react";
import { isList, type Json, type Row } from "#contract/wire/json";
import { useText } from "../../ui/text.ts";

/** Permissions of which one is enough, or sets of permissions of which one whole set is needed (wire contract 4.3). */
export function NeededPermissions({ details }: { readonly details: Row }): ReactNode {
  const say = useText();
  const sets = permissionSets(details);
  if (sets.length === 0) return null;
  if (sets.every(({ length }) => length === 1))
    return (
      <p>
        {say("editor.fault.permissions")} <span className="code">{sets.flat().join(", ")}</span>
      </p>
    );
  return (
    <>
      <p>{say("editor.fault.permissionSets")}</p>
      <ul className="planned-help">
        {sets.map((set) => (
          <li key={set.join(" ")}>
            <span className="code">{set.join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The sets of permissions. Each set alone would let the step pass. */
function permissionSets(details: Row): readonly (readonly string[])[] {
  const sets = details["required_permission_set_list"];
  const told = isList(sets) ? sets.map((set) => textsOf(set)) : [];
  return told.length > 0 ? told : textsOf(details["required_permission_list"]).map((name) => [name]);
}

/** The texts in a list; none for anything else. */
export function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.filter((one) => typeof one === "string") : [];
}
