import type { Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { readRoles, readSets } from "../access/rights.ts";
import { inTerminal } from "../terminal.ts";
import type { Operator } from "./operator.ts";

/** An account that holds all permissions, as `list` shows it. */
export interface Administrator {
  readonly login_name: string;
  readonly full_name: string | null;
  readonly is_locked: boolean;
  readonly may_write: boolean;
  readonly role_list: readonly string[];
  /** Last use of a session or token of the account or a subaccount; null if there was none or the token was deleted. */
  readonly last_used: string | null;
}

const ADMINISTRATORS = `with recursive held(account, role) as (
    select l.login_name, l.role_name
    from cntl.mgr2role l join cntl.mgr m on m.id = l.login_name
    where m.parent_login_name is null and not m.is_svc
    union select h.account, r.sub_role_name
    from held h join cntl.role2role r on r.role_name = h.role),
  able(account) as (
    select h.account
    from held h join cntl.role2permission p on p.role_name = h.role
    group by h.account
    having count(distinct p.permission_name) = (select count(*) from cntl.permission))
  select m.login_name, nullif(concat_ws(' ', m.first_name, m.last_name), '') as full_name,
    m.is_adm_locked as is_locked, m.allow_data_manipulation as may_write,
    array(
      select r.name
      from cntl.mgr2role l join cntl.role r on r.id = l.role_name
      where l.login_name = m.id
      order by r.name) as role_list,
    (
      select max(a.last_used)
      from cntl.wapi_auth a join cntl.mgr o on o.id = a.login_name
      where o.id = m.id or o.parent_login_name = m.id)::text as last_used
  from able join cntl.mgr m on m.id = able.account
  order by m.login_name`;

/** Main accounts that hold all permissions. */
export function administrators(operator: Operator): Promise<readonly Administrator[]> {
  return operator.query<Administrator>(ADMINISTRATORS);
}

/** An account as commands name it. */
export interface Account {
  readonly id: string;
  readonly login_name: string;
  readonly kind: "main" | "sub" | "svc";
  readonly main: string | null;
  readonly is_locked: boolean;
  readonly may_write: boolean;
}

const ACCOUNT = `select m.id::text, m.login_name,
  case when m.is_svc then 'svc' when p.id is null then 'main' else 'sub' end kind, p.login_name as main,
  m.is_adm_locked or coalesce(p.is_adm_locked, false) as is_locked, m.allow_data_manipulation as may_write
  from cntl.mgr m left join cntl.mgr p on p.id = m.parent_login_name
  where m.login_name = $1`;

/** The account with this login name, or null. */
export async function findAccount(operator: Operator, login: string): Promise<Account | null> {
  const [found] = await operator.query<Account>(ACCOUNT, [login]);
  return found ?? null;
}

/** The account with this login name. Throws a sentence if there is none. */
export async function accountOf(operator: Operator, login: string): Promise<Account> {
  const account = await findAccount(operator, login);
  if (account === null)
    throw new Error(
      inTerminal({
        de: `Es gibt kein Konto ${login}. „npm run admin -- create ${login}“ legt einen Administrator an.`,
        en: `There is no account ${login}. "npm run admin -- create ${login}" makes an administrator.`,
      }),
    );
  return account;
}

/** Makes a main account and gives it the role of administrators. The identity provider must use this login name. Answers the name of the role. */
export async function createAdministrator(
  operator: Operator,
  login: string,
  values: Params,
): Promise<string> {
  if ((await findAccount(operator, login)) !== null)
    throw new Error(
      inTerminal({
        de: `Das Konto ${login} gibt es schon. „npm run admin -- grant ${login}“ macht es zum Administrator.`,
        en: `The account ${login} exists already. "npm run admin -- grant ${login}" makes it an administrator.`,
      }),
    );
  const { role, steps } = await adminRole(operator);
  const account = { name: "cntl.mgr.create", new: { login_name: login, ...values } };
  await operator.execute([...steps, account, holding(login, role)]);
  return role;
}

/** Gives an existing main account the role of administrators. Answers the name of the role. */
export async function grantAdministrator(operator: Operator, login: string): Promise<string> {
  const account = await accountOf(operator, login);
  if (account.kind !== "main")
    throw new Error(
      inTerminal({
        de: `${login} ist kein Hauptkonto: nur Hauptkonten sind Administratoren.`,
        en: `${login} is no main account: only main accounts are administrators.`,
      }),
    );
  const { role, steps } = await adminRole(operator);
  const held = await operator.query(
    `select
      from cntl.mgr2role l join cntl.role r on r.id = l.role_name
      where l.login_name = $1 and r.name = $2`,
    [account.id, role],
  );
  if (held.length === 0) await operator.execute([...steps, holding(login, role)]);
  return role;
}

function holding(login: string, role: string): Step {
  return { name: "cntl.mgr2role.create", new: { login_name: login, role_name: role } };
}

const ROLE = "admin";

/** The role that holds all permissions, and the steps that create it if there is none. */
async function adminRole(
  operator: Operator,
): Promise<{ readonly role: string; readonly steps: readonly Step[] }> {
  const { permissions } = operator;
  const { rolesGranting } = operator.catalogue.accounts;
  const able = await operator.query<{ name: string }>(rolesGranting, [permissions, permissions.length]);
  const role = (able.find(({ name }) => name === ROLE) ?? able[0])?.name;
  if (role !== undefined) return { role, steps: [] };
  const [there] = await operator.query<{ held: number }>(
    `select (select count(*)::int from cntl.role2permission l where l.role_name = r.id) as held
      from cntl.role r
      where r.name = $1`,
    [ROLE],
  );
  // An existing role with this name that lacks permissions must not be extended, because others may hold it.
  if (there !== undefined) throw new Error(inTerminal(roleIsTaken(permissions.length - there.held)));
  const grants = permissions.map((name) => ({
    name: "cntl.role2permission.create",
    new: { role_name: ROLE, permission_name: name },
  }));
  const made = { name: ROLE, description: "Darf alles", is_assignable: true };
  return { role: ROLE, steps: [{ name: "cntl.role.create", new: made }, ...grants] };
}

function roleIsTaken(count: number) {
  return {
    de: `Keine Rolle hat alle Berechtigungen, und der Rolle ${ROLE} fehlen ${String(count)}. Gib sie ihr im Portal, oder benenne sie um.`,
    en: `No role holds all permissions, and the role ${ROLE} lacks ${String(count)} of them. Give them to it in the portal, or rename it.`,
  };
}

/** Locks or unlocks an account, and with it its subaccounts. */
export async function setLocked(operator: Operator, login: string, isLocked: boolean): Promise<void> {
  await accountOf(operator, login);
  const changed = { old: { login_name: login }, new: { is_adm_locked: isLocked } };
  await operator.execute([{ name: "cntl.mgr.update", ...changed }]);
}

/** Rights of an account: its roles with the roles in them, its permissions, and what it administers. */
export interface Rights extends Omit<Account, "id"> {
  readonly role_list: readonly string[];
  readonly permission_list: readonly string[];
  readonly group_list: readonly string[];
  readonly ou_list: readonly string[];
}

export async function rightsOf(operator: Operator, login: string): Promise<Rights> {
  const { id, ...account } = await accountOf(operator, login);
  const { accounts } = operator.catalogue;
  const { roles, permissions } = await readRoles(operator, accounts, id, null);
  const { sets } = await readSets(operator, accounts, id);
  const named = async (sql: string, ids: readonly string[]): Promise<readonly string[]> =>
    (await operator.query<{ name: string }>(sql, [ids])).map(({ name }) => name);
  return {
    ...account,
    role_list: await named("select name from cntl.role where id = any($1::bigint[]) order by name", roles),
    permission_list: permissions.toSorted(),
    group_list: await named(
      'select name from cntl."group" where id = any($1::bigint[]) order by name',
      sets.groups,
    ),
    ou_list: await named(
      "select fq_name as name from org.unit where id = any($1::bigint[]) order by fq_name",
      sets.units,
    ),
  };
}
