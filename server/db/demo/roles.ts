import type { People } from "./people.ts";
import { RowList } from "./rows.ts";
import type { Table } from "./rows.ts";

interface RoleSpec {
  readonly name: string;
  readonly description: string;
  readonly contains: readonly string[];
  readonly grants: (permission: string) => boolean;
}

const ROLES: readonly RoleSpec[] = [
  {
    name: "reader",
    description: "Darf alles lesen",
    contains: [],
    grants: (name) => /^[a-z]+\.ro:/.test(name),
  },
  {
    name: "dns_admin",
    description: "Verwaltet alle Namen",
    contains: [],
    grants: (name) => /^dns(cfg)?\.rw:/.test(name),
  },
  {
    name: "net_admin",
    description: "Verwaltet alle Netze und Orte",
    contains: [],
    grants: (name) => /^(nd|ndcfg|dhcp|macauth)\.rw:/.test(name),
  },
  {
    name: "org_admin",
    description: "Verwaltet OEs",
    contains: [],
    grants: (name) => name.startsWith("org.rw"),
  },
  {
    name: "cntl_admin",
    description: "Verwaltet Konten, Gruppen und Rollen",
    contains: [],
    grants: (name) => name.startsWith("cntl.rw:"),
  },
  {
    name: "admin",
    description: "Darf alles",
    contains: ["reader", "dns_admin", "net_admin", "org_admin", "cntl_admin"],
    grants: () => true,
  },
];

/** Roles, what they contain and grant, and who holds them. Permissions are rows of the catalogue: name → id. */
export function roleTables(people: People, permissions: Readonly<Record<string, string>>): readonly Table[] {
  const roles = new RowList();
  const contained = new RowList();
  const granted = new RowList();
  const held = new RowList();
  const ids = new Map<string, number>();
  for (const role of ROLES) {
    const id = roles.add({
      name: role.name,
      description: role.description,
      is_assignable: role.name !== "admin",
    });
    ids.set(role.name, id);
    for (const below of role.contains)
      contained.add({ role_name: id, sub_role_name: ids.get(below) ?? null });
    for (const [name, permission] of Object.entries(permissions)) {
      if (role.grants(name)) granted.add({ role_name: id, permission_name: permission });
    }
  }
  const hold = (account: number | undefined, role: string): void => {
    if (account !== undefined) held.add({ login_name: account, role_name: ids.get(role) ?? null });
  };
  hold(people.ids.get("ada"), "admin");
  for (const [index, role] of ["dns_admin", "net_admin", "org_admin", "reader"].entries()) {
    hold(people.others[index], role);
  }
  return [
    { type: "cntl.role", rows: roles.rows },
    { type: "cntl.role2role", rows: contained.rows },
    { type: "cntl.role2permission", rows: granted.rows },
    { type: "cntl.mgr2role", rows: held.rows },
  ];
}
