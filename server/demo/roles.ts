import type { People } from "./people.ts";
import { RowList, type Table } from "./rows.ts";
import ROLES from "./data/roles.json" with { type: "json" };

/** Roles, the roles and permissions in them, and their holders. Permissions are rows of the catalogue: name → id. */
export function roleTables(people: People, permissions: Readonly<Record<string, string>>): readonly Table[] {
  const roles = new RowList("cntl.role");
  const contained = new RowList("cntl.role2role");
  const granted = new RowList("cntl.role2permission");
  const held = new RowList("cntl.mgr2role");
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
      if (new RegExp(role.grants).test(name)) granted.add({ role_name: id, permission_name: permission });
    }
  }
  const hold = (account: number | undefined, role: string): void => {
    if (account !== undefined) held.add({ login_name: account, role_name: ids.get(role) ?? null });
  };
  hold(people.ids.get("ada"), "admin");
  for (const [index, role] of ["dns_admin", "net_admin", "org_admin", "reader"].entries()) {
    hold(people.others[index], role);
  }
  return [roles, contained, granted, held];
}
