import { isObject, type Json, type Params, type Row } from "#contract/wire/json";
import type { Step } from "./court.ts";
import { str, type Facts } from "./facts.ts";
import { policyOf } from "./oracle.ts";
import type { Random } from "./random.ts";
import type { Rights } from "./rights.ts";

/**
 * Steps with which an account might try to take rights of others: one end of a link belongs to it, the other to anybody.
 * Names of new objects are remembered for later steps.
 */
export interface Attempts {
  next(): Step;
}

/** Objects to choose from, by the type that a reference names. New objects come first. */
interface Hands {
  own(type: string): string;
  any(type: string): string;
  fresh(type: string, name: string): string;
}

const KEYS = {
  "cntl.mgr": "login_name",
  "cntl.group": "name",
  "cntl.role": "name",
  "org.unit": "fq_name",
  "nd.bcd": "name",
  "dns.fqdn": "value",
} as const;
type Named = keyof typeof KEYS;

const LINKS: readonly (readonly [type: string, a: string, at: Named, b: string, bt: Named])[] = [
  ["cntl.mgr2group", "login_name", "cntl.mgr", "group_name", "cntl.group"],
  ["cntl.mgr2ou", "login_name", "cntl.mgr", "ou", "org.unit"],
  ["cntl.mgr2role", "login_name", "cntl.mgr", "role_name", "cntl.role"],
  ["cntl.group2ou", "group_name", "cntl.group", "ou", "org.unit"],
  ["nd.bcd2group", "bcd", "nd.bcd", "group_name", "cntl.group"],
  ["nd.bcd2ou", "bcd", "nd.bcd", "ou", "org.unit"],
  ["dns.fqdn2group", "fqdn", "dns.fqdn", "group_name", "cntl.group"],
  ["dns.fqdn2ou", "fqdn", "dns.fqdn", "ou", "org.unit"],
];

export function attemptsOf(facts: Facts, who: Rights, random: Random, mark: string): Attempts {
  const hands = handsOf(facts, who, random);
  const some = (type: string): Row => random.one(facts.all(type)) ?? {};
  const kinds: readonly (readonly [weight: number, make: () => Step])[] = [
    [30, () => linkStep(hands, random)],
    [12, () => unlinkStep(facts, who, random)],
    [10, () => tokenStep(hands, random)],
    [3, () => tokenRoleStep(facts, hands, random)],
    [
      3,
      () => ({
        name: "cntl.mgr.update",
        old: { login_name: hands.any("cntl.mgr") },
        new: { do_copy_roles: true },
      }),
    ],
    [5, () => bulkStep(facts, hands, random)],
    [4, () => importStep(facts, hands, random, mark)],
    [4, () => byGpk("cntl.wapi_auth.update", some("cntl.wapi_auth"), { do_generate: true })],
    [8, () => newAccount(facts, hands, random, mark)],
    [3, () => ({ name: "cntl.mgr.delete", old: { login_name: hands.own("cntl.mgr") } })],
    [8, () => newGroup(hands, random, mark)],
    [9, () => moveGroup(hands, random)],
    [2, () => ({ name: "cntl.group.delete", old: { name: hands.own("cntl.group") } })],
    [7, () => nameStep(hands, random, mark)],
    [8, () => recordStep(facts, hands, random)],
    [6, () => clientStep(facts, hands, random, mark)],
    [6, () => assignmentStep(facts, random, mark)],
    [5, () => spaceStep(facts, hands, random)],
    [2, () => byGpk("org.unit.update", some("org.unit"), { parent: hands.own("org.unit") })],
    [2, () => byGpk("nd.ip_subnet.update", some("nd.ip_subnet"), { bcd: hands.own("nd.bcd") })],
  ];
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0);
  return {
    next() {
      let step = drawn();
      for (let again = 5; again > 0 && !isLikely(step, facts, who); again--) step = drawn();
      return step;
    },
  };

  function drawn(): Step {
    let left = random.below(total);
    const [, make] = kinds.find(([weight]) => (left -= weight) < 0) ?? kinds[0] ?? [];
    if (make === undefined) throw new Error("no kinds of steps");
    return make();
  }
}

/** Whether the step is allowed now, or concerns an object that only an earlier step creates. Forbidden steps rarely lead to a finding. */
function isLikely({ name, old, new: given }: Step, facts: Facts, who: Rights): boolean {
  const [system = "", object = "", fn = ""] = name.split(".");
  const type = `${system}.${object}`;
  const policy = policyOf(type);
  const named = (member: Json | undefined): Row => (isObject(member) ? member : {});
  if (!["create", "update", "delete"].includes(fn)) return true;
  if (fn === "create") {
    const row = type === "cntl.mgr" ? { parent_login_name: who.login, ...named(given) } : named(given);
    return /"(g-|svc-)?t[0-9]/.test(JSON.stringify(row)) || policy.create?.(who, row, facts) === true;
  }
  const key = Object.entries(named(old));
  const row = facts.all(type).find((one) => key.every(([part, value]) => one[part] === value));
  if (row === undefined) return true;
  return (fn === "delete" ? policy.delete : policy.update?.may)?.(who, row, facts) === true;
}

function handsOf(facts: Facts, who: Rights, random: Random): Hands {
  const made = new Map<string, string[]>();
  const names = (type: Named): readonly string[] => facts.all(type).map((row) => str(row, KEYS[type]));
  const owned: Readonly<Record<string, readonly string[]>> = {
    "cntl.mgr": [...who.accounts],
    "cntl.group": [...who.groups],
    "org.unit": [...who.units],
    "cntl.role": [...who.roles],
    "nd.bcd": names("nd.bcd").filter((name) => who.ownsBcd(name)),
    "dns.fqdn": names("dns.fqdn").filter((name) => who.ownsName(name)),
  };
  const pick = (type: string, list: readonly string[]): string => {
    const fresh = made.get(type) ?? [];
    return (random.chance(50) ? random.one(fresh) : undefined) ?? random.one(list) ?? "";
  };
  const isNamed = (type: string): type is Named => type in KEYS;
  const any = (type: string): string => pick(type, isNamed(type) ? names(type) : []);
  return {
    any,
    own: (type) => (random.chance(85) ? pick(type, owned[type] ?? []) : "") || any(type),
    fresh(type, name) {
      made.set(type, [...(made.get(type) ?? []), name]);
      return name;
    },
  };
}

function linkStep(hands: Hands, random: Random): Step {
  const [type, a, at, b, bt] = random.one(LINKS) ?? LINKS[0] ?? ["", "", "cntl.mgr", "", "cntl.group"];
  const isOwn = random.below(3);
  return {
    name: `${type}.create`,
    new: {
      [a]: isOwn === 0 ? hands.any(at) : hands.own(at),
      [b]: isOwn === 1 ? hands.any(bt) : hands.own(bt),
    },
  };
}

/** Deletes an existing link; in most cases one end belongs to the account. */
function unlinkStep(facts: Facts, who: Rights, random: Random): Step {
  const [type, a, , b] = random.one(LINKS) ?? LINKS[0] ?? ["", "", "cntl.mgr", "", "cntl.group"];
  const ends = new Set([...who.units, ...who.groups, ...who.accounts]);
  const mine = facts.all(type).filter((row) => ends.has(str(row, a)) || ends.has(str(row, b)));
  const row = random.one(random.chance(80) ? mine : facts.all(type)) ?? {};
  return { name: `${type}.delete`, old: keyOf(type, row) };
}

function keyOf(type: string, row: Row): Params {
  return Object.fromEntries(policyOf(type).key.map((name) => [name, row[name] ?? null]));
}

function byGpk(name: string, row: Row, values: Params): Step {
  return { name, old: { gpk: row["gpk"] ?? "none-1" }, new: values };
}

/** Creates or changes a token of any account, with roles of any account. */
function tokenStep(hands: Hands, random: Random): Step {
  const roles = random.chance(30) ? { role_name_list: [hands.any("cntl.role")] } : {};
  return { name: "cntl.wapi_auth.create", new: { login_name: hands.any("cntl.mgr"), ...roles } };
}

function tokenRoleStep(facts: Facts, hands: Hands, random: Random): Step {
  const token = random.one(facts.all("cntl.wapi_auth"));
  return {
    name: "cntl.wapi_auth2role.create",
    new: { wapi_auth_gfk: token?.["gpk"] ?? null, role_name: hands.any("cntl.role") },
  };
}

/** A step that changes all rows that a filter matches, whoever owns them. */
function bulkStep(facts: Facts, hands: Hands, random: Random): Step {
  const gpks = (type: string): Params => ({
    gpk_list: random.some(facts.all(type), 3).map((row) => row["gpk"] ?? null),
  });
  const bulks: readonly (() => Step)[] = [
    () => ({
      name: "macauth.client.bulk_update",
      old: gpks("macauth.client"),
      new: { bcd_name: hands.own("nd.bcd") },
    }),
    () => ({ name: "cntl.wapi_auth.bulk_update", old: gpks("cntl.wapi_auth"), new: { do_generate: true } }),
    () => ({
      name: "cntl.group.bulk_update",
      old: gpks("cntl.group"),
      new: { parent_group_name: hands.own("cntl.group") },
    }),
    () => ({
      name: "dns.record.bulk_update",
      old: gpks("dns.record"),
      new: { data: addressIn(facts, random) },
    }),
  ];
  return random.one(bulks)?.() ?? byGpk("none.none.update", {}, {});
}

/** An import that also creates the name. */
function importStep(facts: Facts, hands: Hands, random: Random, mark: string): Step {
  const fqdn = random.chance(50) ? hands.any("dns.fqdn") : `${mark}.${hands.any("dns.fqdn")}`;
  const data_list = [addressIn(facts, random)];
  return {
    name: "dns.record.imp",
    new: { fqdn, strict_mode: true, import_data: { "dns.record_imp": [{ type: "A", data_list }] } },
  };
}

/** Creates an account with a new name, or with the name of an account that an earlier step deleted. */
function newAccount(facts: Facts, hands: Hands, random: Random, mark: string): Step {
  const old = random.one(facts.where("cntl.mgr", "is_svc", true));
  if (old !== undefined && random.chance(15))
    return {
      name: "cntl.mgr.create",
      new: { is_svc: true, svc_id: str(old, "svc_id"), ou: hands.own("org.unit") },
    };
  if (random.chance(50)) return { name: "cntl.mgr.create", new: { sub_id: mark } };
  hands.fresh("cntl.mgr", `svc-${mark}`);
  return { name: "cntl.mgr.create", new: { is_svc: true, svc_id: mark, ou: hands.own("org.unit") } };
}

function newGroup(hands: Hands, random: Random, mark: string): Step {
  const place: Params = {
    ...(random.chance(60) ? { parent_group_name: hands.own("cntl.group") } : {}),
    ...(random.chance(40) ? { ou: hands.own("org.unit") } : {}),
  };
  // In some cases the name is that of an existing group, or of one that an earlier step deleted or renamed.
  if (random.chance(15))
    return { name: "cntl.group.create", new: { name: hands.any("cntl.group"), ...place } };
  const name = hands.fresh("cntl.group", `g-${mark}-${String(random.below(100))}`);
  return { name: "cntl.group.create", new: { name, ...place } };
}

function moveGroup(hands: Hands, random: Random): Step {
  if (random.chance(15))
    return {
      name: "cntl.group.update",
      old: { name: hands.own("cntl.group") },
      new: { name: `g-renamed-${String(random.below(10_000))}` },
    };
  const to = random.chance(35) ? null : hands.own("cntl.group");
  const old = { name: hands.own("cntl.group") };
  return { name: "cntl.group.update", old, new: { parent_group_name: to } };
}

/** A name below, above or between existing ones. */
function nameStep(hands: Hands, random: Random, mark: string): Step {
  if (random.chance(25)) return { name: "dns.fqdn.delete", old: { value: hands.own("dns.fqdn") } };
  const known = hands.own("dns.fqdn");
  const above = known.split(".").slice(1).join(".");
  const value = random.chance(40) && above !== "" ? above : `${mark}.${known}`;
  hands.fresh("dns.fqdn", value);
  return { name: "dns.fqdn.create", new: { value, type: random.chance(30) ? "extern" : "domain" } };
}

function recordStep(facts: Facts, hands: Hands, random: Random): Step {
  const data = addressIn(facts, random);
  const row = random.one(facts.where("dns.record", "type", "A"));
  if (row !== undefined && random.chance(40))
    return { name: "dns.record.update", old: { gpk: row["gpk"] ?? null }, new: { data } };
  const fqdn = hands.own("dns.fqdn");
  if (random.chance(20)) {
    const target = random.chance(50) ? { type: "CNAME", fqdn: `t.${fqdn}` } : { type: "NS", fqdn };
    return { name: "dns.record.create", new: { ...target, data: hands.any("dns.fqdn") } };
  }
  return {
    name: "dns.record.create",
    new: { fqdn, type: "A", data, target_is_reverse_unique: false },
  };
}

function addressIn(facts: Facts, random: Random): string {
  const v4 = facts.all("nd.ip_subnet").filter((row) => str(row, "cidr").endsWith("/26"));
  return str(random.one(v4), "cidr").replace(/0\/26$/, String(3 + random.below(50)));
}

/** The addresses are unique over worlds of a few thousand steps. */
function macOf(random: Random): string {
  const part = (): string => random.below(256).toString(16).padStart(2, "0");
  return `02:01:${part()}:${part()}:${part()}:${part()}`;
}

function clientStep(facts: Facts, hands: Hands, random: Random, mark: string): Step {
  const row = random.one(facts.all("macauth.client"));
  const moved: Json = { bcd_name: hands.own("nd.bcd") };
  if (row === undefined || random.chance(40))
    return { name: "macauth.client.create", new: { mac_addr: macOf(random), ...moved, description: mark } };
  return byGpk("macauth.client.update", row, moved);
}

function assignmentStep(facts: Facts, random: Random, mark: string): Step {
  const row = random.one(facts.all("dhcp.static_assignment"));
  const ip_addr = addressIn(facts, random);
  if (row === undefined || random.chance(40))
    return {
      name: "dhcp.static_assignment.create",
      new: { ip_addr, mac_addr: macOf(random), description: mark },
    };
  return byGpk("dhcp.static_assignment.update", row, { ip_addr });
}

function spaceStep(facts: Facts, hands: Hands, random: Random): Step {
  const row = random.one(facts.all("cntl.group_addr_space"));
  if (row !== undefined && random.chance(50))
    return { name: "cntl.group_addr_space.delete", old: keyOf("cntl.group_addr_space", row) };
  const subnet = random.one(facts.all("nd.ip_subnet").filter((one) => str(one, "cidr").endsWith("/26")));
  const cidr = str(subnet, "cidr").replace(/0\/26$/, `${random.one(["0", "16", "48"]) ?? "0"}/28`);
  return { name: "cntl.group_addr_space.create", new: { group_name: hands.own("cntl.group"), cidr } };
}
