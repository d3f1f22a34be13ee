import type { Step } from "#contract/wire/step";
import type { People } from "#core/screen/screen";

/** Administrators of the groups and OEs in the links of these earlier steps. */
export function responsibleSteps(group: string, ou: string): readonly Step[] {
  return [
    { idx: "team", name: "cntl.group.list", inner_join_ref: { [group]: "default" } },
    {
      idx: "team_admin",
      name: "cntl.group_admin.list",
      // Members of the group come before those of an OE above it.
      old: { sorting_params_list: ["via", "last_name"] },
      inner_join_ref: { team: "default" },
    },
    { idx: "unit", name: "org.unit.list", inner_join_ref: { [ou]: "default" } },
    ...unitAdministrators("unit", "unit_admin", "unit_mgr"),
  ];
}

/** Administrators of the OEs in an earlier step: their links to the OEs, and their accounts. */
export function unitAdministrators(ou: string, links: string, accounts: string): readonly Step[] {
  return [
    { idx: links, name: "cntl.mgr2ou.list", old: { is_admin: true }, inner_join_ref: { [ou]: "default" } },
    { idx: accounts, name: "cntl.mgr.list", old: { is_sub: false }, inner_join_ref: { [links]: "default" } },
  ];
}

const PERSON = { account: "login_name", name: ["first_name", "last_name"], mail: "email" } as const;

export function people(from: string): People {
  return { from, ...PERSON };
}

/** Contacts from the steps above. */
export const responsible: readonly People[] = [people("team_admin"), people("unit_mgr")];
