import { textIn, type Json } from "#contract/wire/json";
import { readRoles, readSets } from "../../access/rights.ts";
import { refuse } from "../../faults.ts";
import type { Placed, WriteRun } from "../../wapi/write/stages.ts";

/** Properties of an account that rules about its links need. */
export interface Account {
  readonly id: string;
  readonly login: string;
  readonly is_svc: boolean;
  readonly parent: string | null;
  readonly parent_login: string | null;
}

export async function accountOf(run: WriteRun, id: Json | undefined): Promise<Account> {
  const sql = `select m.id::text as id, m.login_name as login, m.is_svc, p.id::text as parent,
    p.login_name as parent_login
    from cntl.mgr m left join cntl.mgr p on p.id = m.parent_login_name
    where m.id = $1::bigint`;
  const [account] = await run.tx.query<Account>(sql, [id], "write-account");
  if (account === undefined) throw new Error("the account of a checked reference is not there");
  return account;
}

/** The account of a token. A session of a user who is not in the database has no account, and no API token can be made in it. */
export async function accountOfToken(run: WriteRun, token: Json | undefined): Promise<Account> {
  const sql = `select t.login_name::text as account, t.user_name as login
    from cntl.wapi_auth t
    where t.id = $1::bigint`;
  const [found] = await run.tx.query<{ account: string | null; login: string }>(sql, [token], "write-token");
  if (found?.account == null)
    throw refuse("api_token_for_main_account", { login_name: found?.login ?? null });
  return accountOf(run, found.account);
}

/** Rights of a main account that limit the links of its subaccounts, by the attribute of the link. */
const BOUNDS = {
  group_name: { set: "groups", type: "cntl.group", key: "name" },
  ou: { set: "units", type: "org.unit", key: "fq_name" },
} as const;

/** Refuses a group or unit for a subaccount if its main account does not administer it (`-20060/3`). */
export async function refuseBeyondMain(
  run: WriteRun,
  account: Account,
  { values, given }: Placed,
  link: keyof typeof BOUNDS,
): Promise<void> {
  if (account.parent === null) return;
  const { set, type, key } = BOUNDS[link];
  const { sets } = await readSets(run.tx, run.catalogue.accounts, account.parent);
  if (!sets[set].includes(textIn(values[link]))) throw exceeds(account, type, { [key]: given[link] ?? null });
}

/** Refuses every role for a service account, and a role that neither the account nor its main account holds. */
export async function refuseRole(
  run: WriteRun,
  account: Account,
  holder: string,
  { values, given }: Placed,
): Promise<void> {
  if (account.is_svc) throw refuse("service_account_restricted", { login_name: account.login });
  const { roles } = await readRoles(run.tx, run.catalogue.accounts, holder, null);
  if (!roles.includes(textIn(values["role_name"])))
    throw exceeds(account, "cntl.role", { name: given["role_name"] ?? null });
}

function exceeds(account: Account, type: string, key: Json): Error {
  return refuse("exceeds_main_account", {
    login_name: account.login,
    parent_login_name: account.parent_login,
    object_fq_name: type,
    key,
  });
}
