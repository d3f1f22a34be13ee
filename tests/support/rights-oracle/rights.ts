import type { Row } from "#contract/wire/json";
import { str, type Facts } from "./facts.ts";
import { holds } from "./networks.ts";

/** The caller: its token, and the account that is in effect instead of the token's own (wire contract 1.5). */
export interface Caller {
  readonly token: Row;
  readonly su: string | null;
  readonly dryRun: boolean;
}

/** The terms of wire contract 7.1 for one call. */
export interface Rights {
  /** The account in effect; null for a user without a row in the database. */
  readonly account: Row | null;
  readonly login: string;
  /** The account of the token. */
  readonly actor: string;
  readonly token: string;
  readonly kind: "main" | "sub" | "svc" | "unknown";
  readonly isImpersonating: boolean;
  /** Acts as another account that is not an own subaccount. */
  readonly isSomebodyElse: boolean;
  readonly permissions: ReadonlySet<string>;
  readonly roles: ReadonlySet<string>;
  /** Units and groups that the account administers. */
  readonly units: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  /** Own rows of `cntl.mgr`. */
  readonly accounts: ReadonlySet<string>;
  ownsBcd(name: string): boolean;
  ownsName(name: string): boolean;
  /** Null if the address is in no subnet. */
  ownsAddress(address: string): boolean | null;
  /** Whether the account owns any name at all. */
  readonly ownsSomeName: boolean;
}

const NOBODY: ReadonlySet<string> = new Set();

export function rightsOf(facts: Facts, caller: Caller): Rights {
  const { token, su } = caller;
  const actor = str(token, "login_name");
  const login = su ?? actor;
  const account = facts.first("cntl.mgr", "login_name", login) ?? null;
  const own = {
    account,
    login: account === null ? str(token, "~user_name") : login,
    actor,
    token: str(token, "gpk"),
  };
  const isImpersonating = login !== actor;
  if (account === null)
    return {
      ...own,
      ...NOTHING,
      kind: "unknown",
      isImpersonating: false,
      isSomebodyElse: false,
      ownsBcd: no,
      ownsName: no,
      ownsAddress: () => null,
    };
  const roles = directRoles(facts, account, isImpersonating || token["is_session"] === true ? null : token);
  const [units, groups] = [administeredUnits(facts, account), administeredGroups(facts, account)];
  const ownsName = (name: string): boolean => isNameOwned(facts, name, units, groups);
  return {
    ...own,
    kind: kindOf(account),
    isImpersonating,
    isSomebodyElse: isImpersonating && account["parent_login_name"] !== actor,
    roles,
    permissions: permissionsOf(facts, roles),
    units,
    groups,
    accounts: ownAccounts(facts, login, units),
    ownsBcd: (name) => wayToBcd(facts, name, units, groups).isOwned,
    ownsName,
    ownsAddress: (address) => isAddressOwned(facts, address, units, groups),
    ownsSomeName: facts.all("dns.fqdn").some((row) => ownsName(str(row, "value"))),
  };
}

const no = (): boolean => false;
const NOTHING = {
  permissions: NOBODY,
  roles: NOBODY,
  units: NOBODY,
  groups: NOBODY,
  accounts: NOBODY,
  ownsSomeName: false,
};

export function kindOf(account: Row): "main" | "sub" | "svc" {
  if (account["is_svc"] === true) return "svc";
  return account["parent_login_name"] === null ? "main" : "sub";
}

const names = (rows: readonly Row[], attribute: string): readonly string[] =>
  rows.map((row) => str(row, attribute));

/** Wire contract 1.4: the roles of an account. An API token has only those of its own roles that its account also holds. */
function directRoles(facts: Facts, account: Row, apiToken: Row | null): ReadonlySet<string> {
  const held = heldRoles(facts, account);
  if (apiToken === null) return held;
  const given = new Set(
    names(facts.where("cntl.wapi_auth2role", "wapi_auth_gfk", apiToken["gpk"]), "role_name"),
  );
  return common(held, given);
}

function heldRoles(facts: Facts, account: Row): ReadonlySet<string> {
  if (kindOf(account) === "svc") return NOBODY;
  const own = new Set(names(facts.where("cntl.mgr2role", "login_name", account["login_name"]), "role_name"));
  if (kindOf(account) === "main") return own;
  const main = new Set(
    names(facts.where("cntl.mgr2role", "login_name", account["parent_login_name"]), "role_name"),
  );
  return account["do_copy_roles"] === true ? main : common(own, main);
}

/** The permissions of the roles and of all roles that they contain. */
function permissionsOf(facts: Facts, roles: ReadonlySet<string>): ReadonlySet<string> {
  const all = closure(roles, (role) =>
    names(facts.where("cntl.role2role", "role_name", role), "sub_role_name"),
  );
  return new Set(
    [...all].flatMap((role) =>
      names(facts.where("cntl.role2permission", "role_name", role), "permission_name"),
    ),
  );
}

/** Units linked to the account, and all units below. A service account administers none. */
export function administeredUnits(facts: Facts, account: Row): ReadonlySet<string> {
  if (kindOf(account) === "svc") return NOBODY;
  const linked = names(facts.where("cntl.mgr2ou", "login_name", account["login_name"]), "ou");
  const units = closure(linked, (unit) => names(facts.where("org.unit", "parent", unit), "fq_name"));
  const main = mainOf(facts, account);
  return main === null ? units : common(units, administeredUnits(facts, main));
}

/** Groups to which the account belongs or whose unit it administers, and all groups below. */
export function administeredGroups(facts: Facts, account: Row): ReadonlySet<string> {
  const units = administeredUnits(facts, account);
  const start = [
    ...names(facts.where("cntl.mgr2group", "login_name", account["login_name"]), "group_name"),
    ...[...units].flatMap((unit) => names(facts.where("cntl.group2ou", "ou", unit), "group_name")),
  ];
  const groups = closure(start, (group) =>
    names(facts.where("cntl.group", "parent_group_name", group), "name"),
  );
  const main = mainOf(facts, account);
  return main === null ? groups : common(groups, administeredGroups(facts, main));
}

function mainOf(facts: Facts, account: Row): Row | null {
  return kindOf(account) === "sub"
    ? (facts.first("cntl.mgr", "login_name", account["parent_login_name"]) ?? null)
    : null;
}

/** The account itself, its subaccounts, and service accounts in units that it administers. */
function ownAccounts(facts: Facts, login: string, units: ReadonlySet<string>): ReadonlySet<string> {
  const services = facts
    .where("cntl.mgr", "is_svc", true)
    .filter((row) =>
      facts.where("cntl.mgr2ou", "login_name", row["login_name"]).some((link) => units.has(str(link, "ou"))),
    );
  return new Set([
    login,
    ...names(facts.where("cntl.mgr", "parent_login_name", login), "login_name"),
    ...names(services, "login_name"),
  ]);
}

interface WayToBcd {
  readonly isOwned: boolean;
  readonly isByUnit: boolean;
  /** Administered groups that have the BCD. */
  readonly groups: readonly string[];
}

function wayToBcd(
  facts: Facts,
  bcd: string,
  units: ReadonlySet<string>,
  groups: ReadonlySet<string>,
): WayToBcd {
  const isByUnit = names(facts.where("nd.bcd2ou", "bcd", bcd), "ou").some((unit) => units.has(unit));
  const through = names(facts.where("nd.bcd2group", "bcd", bcd), "group_name").filter((group) =>
    groups.has(group),
  );
  return { isOwned: isByUnit || through.length > 0, isByUnit, groups: through };
}

/** A bound group owns only addresses in its spaces, an unbound one all addresses. */
function isAddressOwned(
  facts: Facts,
  address: string,
  units: ReadonlySet<string>,
  groups: ReadonlySet<string>,
): boolean | null {
  const subnet = facts.subnetOf(address);
  if (subnet === undefined) return null;
  const way = wayToBcd(facts, str(subnet, "bcd"), units, groups);
  return (
    way.isByUnit ||
    way.groups.some((group) => {
      const spaces = bindingSpaces(facts, group, str(subnet, "bcd"));
      return spaces.length === 0 || spaces.some((cidr) => holds(cidr, address));
    })
  );
}

/** Address spaces that bind a group in a BCD: its own, or those of the nearest group above that has some. */
export function bindingSpaces(facts: Facts, group: string, bcd: string): readonly string[] {
  for (let at = facts.first("cntl.group", "name", group); at !== undefined;) {
    const spaces = names(facts.where("cntl.group_addr_space", "group_name", at["name"]), "cidr");
    const here = spaces.filter((cidr) => str(facts.subnetOf(cidr), "bcd") === bcd);
    if (here.length > 0) return here;
    at =
      at["parent_group_name"] === null
        ? undefined
        : facts.first("cntl.group", "name", at["parent_group_name"]);
  }
  return [];
}

/** Whether the account or its main account is locked. */
export function isLocked(facts: Facts, account: Row): boolean {
  const main = mainOf(facts, account);
  return account["is_adm_locked"] === true || main?.["is_adm_locked"] === true;
}

function isNameOwned(
  facts: Facts,
  name: string,
  units: ReadonlySet<string>,
  groups: ReadonlySet<string>,
): boolean {
  return facts
    .namesAt(name)
    .some(
      (above) =>
        names(facts.where("dns.fqdn2ou", "fqdn", above), "ou").some((unit) => units.has(unit)) ||
        names(facts.where("dns.fqdn2group", "fqdn", above), "group_name").some((group) => groups.has(group)),
    );
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((member) => other.has(member)));
}

/** Everything that can be reached from the start, including the start. */
export function closure(
  start: Iterable<string>,
  next: (one: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set(start);
  for (const one of found) for (const more of next(one)) found.add(more);
  return found;
}
