import { expect, it } from "vitest";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { rwPermission } from "../../../server/access/rules.ts";
import { roleTables } from "../../../server/demo/roles.ts";
import { RowList } from "../../../server/demo/rows.ts";

/** Roles of the demo campus that directly grant each permission. */
async function grants(): Promise<(permission: string) => readonly unknown[]> {
  const catalogue = await loadCatalogue();
  const permissions = Object.fromEntries(
    [...catalogue.types.values()].map((type) => [rwPermission(type), rwPermission(type)]),
  );
  const tables = roleTables({ accounts: new RowList("cntl.mgr"), ids: new Map(), others: [] }, permissions);
  const rowsOf = (type: string) => [...(tables.find((table) => table.type === type)?.rows ?? [])];
  const names = new Map(rowsOf("cntl.role").map((role) => [role["id"], role["name"]]));
  return (permission) =>
    rowsOf("cntl.role2permission")
      .filter((link) => link["permission_name"] === permission)
      .map((link) => names.get(link["role_name"]))
      .filter((name) => name !== "admin");
}

it.each<readonly [string, string]>([
  ["dns.rw:record", "dns_admin"],
  ["dnscfg.rw:ns_set", "dns_admin"],
  ["dnscfg.rw:ns_set_member", "dns_admin"],
  ["nd.rw:bcd", "net_admin"],
  ["ndcfg.rw:module_type", "net_admin"],
  ["dhcp.rw:pool", "net_admin"],
  ["macauth.rw:client", "net_admin"],
  ["org.rw:unit", "org_admin"],
  ["org.rw_oet", "org_admin"],
  ["cntl.rw:group", "cntl_admin"],
])("%s comes with the role %s of the demo campus", async (permission, role) => {
  expect((await grants())(permission)).toEqual([role]);
});
