import { API_VERSION } from "#contract/limits";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import type { Query, Tx } from "./database.ts";

/** Names of the permissions in the database; empty if the database has no catalogue yet. */
export async function knownPermissions(query: Query, catalogue: Catalogue): Promise<readonly string[]> {
  const type = permissionType(catalogue);
  if (type === null) return [];
  const [there] = await query.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
    type.table,
  ]);
  if (there?.found !== true) return [];
  const rows = await query.query<{ name: string }>(`select name from ${type.table}`);
  return rows.map(({ name }) => name);
}

/** Writes rows that a start created into the change log. */
export type RecordCreated = (
  tx: Tx,
  catalogue: Catalogue,
  type: string,
  ids: readonly string[],
) => Promise<void>;

/** Roles with all permissions get new ones too. Answers messages for the operator. */
export async function grantNewPermissions(
  query: Tx,
  catalogue: Catalogue,
  before: readonly string[],
  record: RecordCreated,
): Promise<readonly string[]> {
  if (before.length === 0) return [];
  const now = await knownPermissions(query, catalogue);
  const added = now.filter((name) => !before.includes(name)).toSorted();
  if (added.length === 0) return [];
  const kept = before.filter((name) => now.includes(name));
  const roles = await query.query<{ name: string; is_given: boolean; made: readonly string[] }>(
    catalogue.accounts.grantNew,
    [kept, added],
  );
  const given = roles.filter(({ is_given }) => is_given).map(({ name }) => name);
  if (given.length === 0) return [toldStep(catalogue, roles[0]?.name, added)];
  await query.query("update wapi.rights_epoch set epoch = epoch + 1");
  const made = roles.flatMap((role) => role.made);
  if (made.length > 0) await record(query, catalogue, catalogue.accounts.grants.type, made);
  return [
    `New permissions: ${added.join(", ")}. Roles that hold all permissions got them: ${given.join(", ")}.`,
  ];
}

function permissionType({ types }: Catalogue): ObjectType | null {
  return [...types.values()].find(({ spec }) => spec.describes === "permissions") ?? null;
}

function toldStep({ accounts }: Catalogue, role = "admin", added: readonly string[]): string {
  const { type, role: roleName, permission } = accounts.grants;
  const steps = added.map((name) => ({
    name: `${type}.create`,
    new: { [roleName]: role, [permission]: name },
  }));
  return `New permissions: ${added.join(", ")}. No role holds all permissions, so nobody has them yet. Who may create ${type} grants them by POST /api/${API_VERSION}/wapi/transaction/execute ${JSON.stringify(steps)}`;
}
