import type { ActorSet } from "../catalogue/define.ts";
import type { AccountsSpec } from "../catalogue/define-accounts.ts";
import type { Query } from "../db/database.ts";

/** Sets of ids that the rules of definitions refer to; `accounts` are the own accounts. */
export type RightsSets = Readonly<Record<ActorSet, readonly string[]>>;

export interface Roles {
  /** Ids of the direct roles of the call. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

export const NO_SETS: RightsSets = {
  units: [],
  groups: [],
  bcds: [],
  full_bcds: [],
  spaces: [],
  scopes: [],
  accounts: [],
  login_names: [],
};

/** Reads everything that an account may act on. */
export async function readSets(query: Query, sql: AccountsSpec, account: string): Promise<RightsSets> {
  const [row] = await query.query<RightsSets & { roots: readonly string[] }>(
    sql.sets,
    [account],
    "access-sets",
  );
  if (row === undefined) return NO_SETS;
  const { roots, ...sets } = row;
  if (roots.length === 0) return { ...sets, scopes: [] };
  const [found] = await query.query<{ scopes: readonly string[] }>(sql.scopes, [roots], "access-scopes");
  return { ...sets, scopes: found?.scopes ?? [] };
}

/** Direct roles and permissions; without `apiToken` the account keeps all its roles. */
export async function readRoles(
  query: Query,
  sql: AccountsSpec,
  account: string,
  apiToken: string | null,
): Promise<Roles> {
  const [row] = await query.query<Roles>(sql.roles, [account, apiToken], "access-roles");
  return row ?? { roles: [], permissions: [] };
}
