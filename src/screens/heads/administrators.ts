import { textIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { unitAdministrators } from "./responsible.ts";

/** Groups and OEs of which one must assign something (wire contract 4.3). */
export interface Assigners {
  readonly groups: readonly string[];
  readonly units: readonly string[];
}

/** A contact; `of` is the group or OE that the person administers. */
export interface Administrator {
  readonly login: string;
  readonly name: string;
  readonly email: string | null;
  readonly of: string;
}

/** Readable administrators of these groups and OEs; no steps if there are none. */
export function administratorSteps({ groups, units }: Assigners): readonly Step[] {
  const ofGroups: readonly Step[] = [
    { idx: "admin", name: "cntl.group_admin.list", old: { group_name_list: [...groups] } },
  ];
  const ofUnits: readonly Step[] = [
    { idx: "unit", name: "org.unit.list", old: { fq_name_list: [...units] } },
    {
      idx: "above",
      name: "org.unit.list",
      inner_join_ref: { unit: "api_func_org_unit_hierarchy_gfk_list_is_subset" },
    },
    ...unitAdministrators("above", "ou_admin", "mgr"),
  ];
  return [...(groups.length > 0 ? ofGroups : []), ...(units.length > 0 ? ofUnits : [])];
}

/** Contacts, each once; for an OE without administrators those of the nearest OE above that has some. */
export function administratorsIn({ units }: Assigners, lists: Lists): readonly Administrator[] {
  const ofGroups = (lists["admin"] ?? []).map((row) => personOf(row, textIn(row["group_name"])));
  const byLogin = new Map((lists["mgr"] ?? []).map((row) => [textIn(row["login_name"]), row]));
  const ofUnits = units.flatMap((unit) =>
    nearest(unit, lists["ou_admin"] ?? []).flatMap((link) => {
      const person = byLogin.get(textIn(link["login_name"]));
      return person === undefined ? [] : [personOf(person, textIn(link["ou"]))];
    }),
  );
  const once = new Map([...ofGroups, ...ofUnits].map((one) => [one.login, one]));
  return [...once.values()];
}

/** Roles that give one of these permissions and that can be given; every account may read them. */
export function readerSteps(permissions: readonly string[]): readonly Step[] {
  return [
    { idx: "grant", name: "cntl.role2permission.list", old: { permission_name_list: [...permissions] } },
    {
      idx: "role",
      name: "cntl.role.list",
      old: { is_assignable: true },
      inner_join_ref: { grant: "default" },
    },
  ];
}

/** Names of the roles. */
export function rolesIn({ role = [] }: Lists): readonly string[] {
  return role.map((row) => textIn(row["name"]));
}

/** Links of the OE itself, or of the nearest one above that has links. */
function nearest(unit: string, links: readonly Row[]): readonly Row[] {
  for (let name = unit; name !== ""; name = name.slice(0, Math.max(name.lastIndexOf("::"), 0))) {
    const found = links.filter((link) => link["ou"] === name);
    if (found.length > 0) return found;
  }
  return [];
}

function personOf(row: Row, of: string): Administrator {
  const name = [row["first_name"], row["last_name"]].map(textIn).filter(Boolean).join(" ");
  const login = textIn(row["login_name"]);
  const email = textIn(row["email"]);
  return { login, name: name === "" ? login : name, email: email === "" ? null : email, of };
}
