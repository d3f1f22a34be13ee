import type { ActorSet } from "../catalogue/define.ts";
import type { AccountsSpec } from "../catalogue/define-accounts.ts";
import type { Query } from "../db/database.ts";

/** Sets of ids that the rules of definitions refer to; `accounts` are the own accounts. */
export type RightsSets = Readonly<Record<ActorSet, readonly string[]>>;

/** `rights_epoch` of the moment of the read; null if there were several moments. */
export interface Moment {
  readonly epoch: string | null;
}

export interface Roles extends Moment {
  /** Ids of the direct roles of the call. */
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

export interface Sets extends Moment {
  readonly sets: RightsSets;
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

/** Reads the sets of ids that an account may act on. */
export async function readSets(query: Query, sql: AccountsSpec, account: string): Promise<Sets> {
  const [row] = await query.query<RightsSets & { roots: readonly string[]; epoch: string }>(
    sql.sets,
    [account],
    "access-sets",
  );
  if (row === undefined) return { sets: NO_SETS, epoch: null };
  const { roots, epoch, ...sets } = row;
  if (roots.length === 0) return { sets: { ...sets, scopes: [] }, epoch };
  const [found] = await query.query<{ scopes: readonly string[]; epoch: string }>(
    sql.scopes,
    [roots],
    "access-scopes",
  );
  return {
    sets: { ...sets, scopes: found?.scopes ?? [] },
    epoch: found?.epoch === epoch ? epoch : null,
  };
}

/** Direct roles and permissions; without `apiToken` the account keeps all its roles. */
export async function readRoles(
  query: Query,
  sql: AccountsSpec,
  account: string,
  apiToken: string | null,
): Promise<Roles> {
  const [row] = await query.query<Roles>(sql.roles, [account, apiToken], "access-roles");
  return row ?? { roles: [], permissions: [], epoch: null };
}
