import type { Row } from "#contract/wire/json";
import { str, type Facts } from "./facts.ts";
import { policyOf, sees, writerOf } from "./oracle.ts";
import { isLocked, rightsOf, type Rights } from "./rights.ts";

/** A right that an account has after some steps of another account, and that neither of them had before. */
export interface Gain {
  readonly login: string;
  readonly right: string;
}

/** A world at one moment, with the rights of each account. */
export interface Moment {
  readonly facts: Facts;
  rights(login: string): Rights;
  /** Everything that the account administers, owns and acts for, as texts that stay equal when objects are renamed. */
  ground(login: string): ReadonlySet<string>;
}

export function momentOf(facts: Facts): Moment {
  const rights = new Map<string, Rights>();
  const grounds = new Map<string, ReadonlySet<string>>();
  const moment: Moment = {
    facts,
    rights(login) {
      const known = rights.get(login) ?? rightsOf(facts, { token: {}, su: login, dryRun: true });
      rights.set(login, known);
      return known;
    },
    ground(login) {
      const known = grounds.get(login) ?? groundOf(facts, moment.rights(login));
      grounds.set(login, known);
      return known;
    },
  };
  return moment;
}

/** Accounts of the world that may call the API. */
export function freeAccounts(facts: Facts): readonly Row[] {
  return facts.all("cntl.mgr").filter((row) => !isLocked(facts, row));
}

function groundOf(facts: Facts, who: Rights): ReadonlySet<string> {
  const among = (type: string, key: string, has: (name: string) => boolean): readonly string[] =>
    facts
      .all(type)
      .filter((row) => has(str(row, key)))
      .map((row) => str(row, "gpk"));
  const addresses = facts.all("nd.ip_subnet").flatMap((row) => samplesOf(str(row, "cidr")));
  return new Set([
    ...among("org.unit", "fq_name", (name) => who.units.has(name)),
    ...among("cntl.group", "name", (name) => who.groups.has(name)),
    ...among("cntl.mgr", "login_name", (name) => who.accounts.has(name)),
    ...among("nd.bcd", "name", (name) => who.ownsBcd(name)),
    ...among("dns.fqdn", "value", (name) => who.ownsName(name)),
    ...addresses.filter((address) => who.ownsAddress(address) === true),
    ...[...who.roles].map((name) => `role ${name}`),
  ]);
}

/** A few addresses of a subnet, inside and outside of the address spaces that worlds have. */
function samplesOf(cidr: string): readonly string[] {
  const v6 = cidr.endsWith("/64") ? cidr.replace(/\/64$/, "5") : null;
  return v6 === null
    ? [3, 20, 36, 50].map((host) => cidr.replace(/0\/26$/, String(host)))
    : [v6, v6.replace("::5", ":8000::5")];
}

/** Rights that accounts gained between two moments although none of the `movers` could give them. */
export function gainsOf(
  before: Moment,
  after: Moment,
  movers: readonly string[],
  deep: readonly string[],
): readonly Gain[] {
  const old = gpksOf(before.facts);
  const linked = newlyLinked(before.facts, after.facts);
  const isNew = (mark: string): boolean => mark.includes("-") && !old.has(mark);
  return freeAccounts(after.facts).flatMap((row): readonly Gain[] => {
    const login = str(row, "login_name");
    const isKnown = old.has(str(row, "gpk"));
    const had = isKnown ? before.ground(login) : new Set<string>();
    const given = new Set(movers.flatMap((mover) => [...before.ground(mover)]));
    const ground = [...after.ground(login)].filter((mark) => !had.has(mark));
    const wrong = ground.filter((mark) => !given.has(mark) && !isNew(mark));
    const told = wrong.map((right) => ({ login, right: `${right} as its own` }));
    if (ground.length === 0 && !deep.includes(login)) return told;
    return [
      ...told,
      ...objectGains(
        before,
        after,
        [...movers, ...(isKnown && !movers.includes(login) ? [login] : [])],
        login,
        linked,
      ),
    ];
  });
}

/** Objects that the account may newly read, change or delete. */
function objectGains(
  before: Moment,
  after: Moment,
  givers: readonly string[],
  login: string,
  linked: ReadonlySet<string>,
): readonly Gain[] {
  const gains: Gain[] = [];
  const together = givers.map((one) => before.rights(one)).reduce(united);
  const hands = givers.map((one) => ({ ...together, login: one, kind: before.rights(one).kind }));
  for (const type of TYPES) {
    const was = new Map(before.facts.all(type).map((row) => [str(row, "gpk"), row]));
    for (const row of after.facts.all(type)) {
      const old = was.get(str(row, "gpk"));
      if (old === undefined) continue;
      for (const [word, may] of Object.entries(RIGHTS)) {
        if (!may(after.rights(login), type, row, after.facts)) continue;
        if (hands.some((who) => may(who, type, old, before.facts))) continue;
        if (isByContract(word, type, { old, row }, linked, hands)) continue;
        gains.push({ login, right: `${word} ${type} ${str(row, "gpk")}` });
      }
    }
  }
  return gains;
}

/**
 * Gains that the contract allows (7.3, 7.5): administrators of a group or OE see its members,
 * and administrators of a group above take back assignments of their own.
 */
function isByContract(
  word: string,
  type: string,
  { old, row }: { readonly old: Row; readonly row: Row },
  linked: ReadonlySet<string>,
  hands: readonly Rights[],
): boolean {
  // A link of a subaccount may be older; it counts again when its main account is linked.
  if (word === "read" && type === "cntl.mgr")
    return linked.has(str(row, "login_name")) || linked.has(str(row, "parent_login_name"));
  if (word !== "delete" || !(type === "nd.bcd2group" || type === "dns.fqdn2group")) return false;
  // The movers are those of the start, when the objects may have had other names.
  return hands.some(
    (who) =>
      who.groups.has(str(old, "group_name")) &&
      (type === "nd.bcd2group" ? who.ownsBcd(str(old, "bcd")) : who.ownsName(str(old, "fqdn"))),
  );
}

type May = (who: Rights, type: string, row: Row, facts: Facts) => boolean;

const mayChange: May = (who, type, row, facts) =>
  who.permissions.has(writerOf(type)) || policyOf(type).update?.may(who, row, facts) === true;
const mayDelete: May = (who, type, row, facts) =>
  who.permissions.has(writerOf(type)) || policyOf(type).delete?.(who, row, facts) === true;

const RIGHTS: Readonly<Record<string, May>> = { read: sees, change: mayChange, delete: mayDelete };

/** The rights of two accounts together. */
function united(one: Rights, other: Rights): Rights {
  const both = (name: "permissions" | "roles" | "units" | "groups" | "accounts"): ReadonlySet<string> =>
    new Set([...one[name], ...other[name]]);
  return {
    ...one,
    permissions: both("permissions"),
    roles: both("roles"),
    units: both("units"),
    groups: both("groups"),
    accounts: both("accounts"),
    ownsBcd: (name) => one.ownsBcd(name) || other.ownsBcd(name),
    ownsName: (name) => one.ownsName(name) || other.ownsName(name),
    ownsAddress(address) {
      const [mine, theirs] = [one.ownsAddress(address), other.ownsAddress(address)];
      return mine === null ? theirs : mine || theirs === true;
    },
    ownsSomeName: one.ownsSomeName || other.ownsSomeName,
  };
}

/** Types whose rows an account may lose to others, and types whose rows decide about rights. */
export const TYPES = [
  "org.unit",
  "cntl.mgr",
  "cntl.mgr2group",
  "cntl.mgr2ou",
  "cntl.mgr2role",
  "cntl.group",
  "cntl.group2ou",
  "cntl.group_addr_space",
  "cntl.wapi_auth",
  "cntl.wapi_auth2role",
  "nd.bcd",
  "nd.bcd2group",
  "nd.bcd2ou",
  "nd.ip_subnet",
  "nd.vlan",
  "nd.vxlan",
  "nd.device",
  "nd.l_port",
  "dns.fqdn",
  "dns.fqdn2group",
  "dns.fqdn2ou",
  "dns.record",
  "dhcp.bcd_setting",
  "dhcp.pool",
  "dhcp.static_assignment",
  "macauth.client",
] as const;

function gpksOf(facts: Facts): ReadonlySet<string> {
  return new Set(TYPES.flatMap((type) => facts.all(type).map((row) => str(row, "gpk"))));
}

function newlyLinked(before: Facts, after: Facts): ReadonlySet<string> {
  const links = ["cntl.mgr2group", "cntl.mgr2ou"].flatMap((type) =>
    after.all(type).filter((row) => before.first(type, "gpk", row["gpk"]) === undefined),
  );
  return new Set(links.map((row) => str(row, "login_name")));
}
