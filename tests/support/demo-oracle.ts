import { BlockList, isIPv4 } from "node:net";
import type { Database } from "../../server/db/database.ts";

export const KINDS = [
  "org.unit",
  "cntl.group",
  "nd.bcd",
  "nd.ip_subnet",
  "nd.bcd2group",
  "dns.fqdn",
  "dns.record",
] as const;
export type Kind = (typeof KINDS)[number];

/** A stored row with the facts that the oracle needs. Lists of rows are in the order of the natural key. */
export interface Stored {
  readonly gpk: string;
  /** The text that filters search in. */
  readonly text: string;
  readonly type: string | null;
  readonly ids: Readonly<Record<string, string | null>>;
}

/** What an account sees and owns, and how rows are related. It is computed without SQL of the product. */
export interface Oracle {
  readonly rows: Readonly<Record<Kind, readonly Stored[]>>;
  sees(login: string, kind: Kind, row: Stored): boolean;
  owns(login: string, kind: Kind, row: Stored): boolean;
  /** Gpks of the rows of `later` that are related to one of `rows`. */
  related(name: string, later: Kind, earlier: Kind, rows: readonly Stored[]): ReadonlySet<string>;
}

const SELECTS: Readonly<Record<Kind, string>> = {
  "org.unit": "select id, fq_name text, null type, parent from org.unit order by fq_name",
  "cntl.group": 'select id, name text, null type, parent_group_name parent from cntl."group" order by name',
  "nd.bcd": "select id, name text, null type from nd.bcd order by name",
  "nd.ip_subnet": "select id, cidr::text text, null type, bcd from nd.ip_subnet order by cidr",
  "nd.bcd2group": `select l.id, b.name text, null type, l.bcd, l.group_name "group" from nd.bcd2group l
    join nd.bcd b on b.id = l.bcd join cntl."group" g on g.id = l.group_name order by b.name, g.name`,
  "dns.fqdn": "select id, value text, type from dns.fqdn order by value",
  "dns.record": `select r.id, f.value text, r.type, r.fqdn, r.target_fqdn target, r.data from dns.record r
    join dns.fqdn f on f.id = r.fqdn order by f.value, r.type, r.data nulls last`,
};

type Line = Readonly<Record<string, string | null>> & { readonly text: string; readonly type: string | null };

export async function demoOracle(db: Database, prefix: (kind: Kind) => string): Promise<Oracle> {
  const rows = {} as Record<Kind, readonly Stored[]>;
  for (const kind of KINDS) {
    const lines = await db.query<Line>(SELECTS[kind]);
    rows[kind] = lines.map((line) => ({
      gpk: `${prefix(kind)}-${line["id"] ?? ""}`,
      text: line.text,
      type: line.type,
      ids: line,
    }));
  }
  const world = await worldOf(db, rows);
  return { rows, ...rulesOf(world), related: relationsOf(world) };
}

/** Links between rows and derived facts, by id. */
interface World {
  readonly rows: Readonly<Record<Kind, readonly Stored[]>>;
  readonly accounts: ReadonlyMap<string, Owned>;
  /** BCD of the subnet that contains the address of a record. */
  readonly bcdOf: ReadonlyMap<Stored, string | null>;
  /** A name and all names above it, nearest first. */
  readonly above: ReadonlyMap<string, readonly string[]>;
}

interface Owned {
  readonly isReaderOfAll: boolean;
  readonly units: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly bcds: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly ownsAddress: (bcd: string, address: string) => boolean;
}

type Pair = Readonly<{ a: string; b: string }>;

async function worldOf(db: Database, rows: World["rows"]): Promise<World> {
  const pairs = (table: string, a: string, b: string): Promise<Pair[]> =>
    db.query<Pair>(`select ${a}::text a, ${b}::text b from ${table}`);
  const links = {
    mgr2ou: await pairs("cntl.mgr2ou", "login_name", "ou"),
    mgr2group: await pairs("cntl.mgr2group", "login_name", "group_name"),
    group2ou: await pairs("cntl.group2ou", "group_name", "ou"),
    bcd2ou: await pairs("nd.bcd2ou", "bcd", "ou"),
    bcd2group: await pairs("nd.bcd2group", "bcd", "group_name"),
    fqdn2ou: await pairs("dns.fqdn2ou", "fqdn", "ou"),
    fqdn2group: await pairs("dns.fqdn2group", "fqdn", "group_name"),
    spaces: await pairs("cntl.group_addr_space", "group_name", "cidr"),
  };
  const subnets = rows["nd.ip_subnet"].map((row) => ({
    bcd: row.ids["bcd"] ?? "",
    holds: holder(row.text),
    cidr: row.text,
  }));
  const bcdOf = new Map(rows["dns.record"].map((row) => [row, bcdOfRecord(row, subnets)]));
  const above = namesAbove(rows["dns.fqdn"]);
  const accounts = new Map<string, Owned>();
  const logins = await pairs("cntl.mgr", "login_name", "id");
  for (const { a: login, b: id } of logins.filter(({ a }) => ["ada", "otto", "greta"].includes(a))) {
    const of = (list: readonly Pair[], key: "a" | "b", wanted: ReadonlySet<string>): string[] =>
      list.filter((pair) => wanted.has(pair[key])).map((pair) => pair[key === "a" ? "b" : "a"]);
    const self = new Set([id]);
    const units = below(rows["org.unit"], of(links.mgr2ou, "a", self));
    const groups = below(rows["cntl.group"], [
      ...of(links.mgr2group, "a", self),
      ...of(links.group2ou, "b", units),
    ]);
    const byUnit = new Set(of(links.bcd2ou, "b", units));
    const byGroup = links.bcd2group.filter(({ b }) => groups.has(b));
    const roots = new Set([...of(links.fqdn2ou, "b", units), ...of(links.fqdn2group, "b", groups)]);
    const spacesIn = (bcd: string, group: string): string[] =>
      links.spaces
        .filter(
          ({ a, b }) =>
            a === group && subnets.some((net) => net.bcd === bcd && net.holds(b.split("/")[0] ?? "")),
        )
        .map(({ b }) => b);
    const isFree = new Set(byGroup.filter(({ a, b }) => spacesIn(a, b).length === 0).map(({ a }) => a));
    const holders = new Map(
      byGroup
        .filter(({ a }) => !isFree.has(a))
        .map(({ a }) => [
          a,
          byGroup
            .filter((link) => link.a === a)
            .flatMap(({ b }) => spacesIn(a, b))
            .map(holder),
        ]),
    );
    accounts.set(login, {
      isReaderOfAll: login === "ada",
      units,
      groups,
      bcds: new Set([...byUnit, ...byGroup.map(({ a }) => a)]),
      names: new Set(
        [...above].filter(([, path]) => path.some((name) => roots.has(name))).map(([name]) => name),
      ),
      ownsAddress: (bcd, address) =>
        byUnit.has(bcd) || isFree.has(bcd) || (holders.get(bcd) ?? []).some((holds) => holds(address)),
    });
  }
  return { rows, accounts, bcdOf, above };
}

/** Ids of the given rows of a tree and of all rows below them. */
function below(rows: readonly Stored[], start: readonly string[]): ReadonlySet<string> {
  const found = new Set(start);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const { ids } of rows) if (found.has(ids["parent"] ?? "")) found.add(ids["id"] ?? "");
  }
  return found;
}

function holder(cidr: string): (address: string) => boolean {
  const [network = "", prefix] = cidr.split("/");
  const family = isIPv4(network) ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(prefix ?? (family === "ipv4" ? 32 : 128)), family);
  return (address) => (isIPv4(address) ? "ipv4" : "ipv6") === family && list.check(address, family);
}

function bcdOfRecord(
  row: Stored,
  subnets: readonly { bcd: string; cidr: string; holds: (address: string) => boolean }[],
): string | null {
  if (row.type !== "A" && row.type !== "AAAA") return null;
  const prefix = (cidr: string): number => Number(cidr.split("/")[1]);
  const [nearest] = subnets
    .filter(({ holds }) => holds(row.ids["data"] ?? ""))
    .sort((a, b) => prefix(b.cidr) - prefix(a.cidr));
  return nearest?.bcd ?? null;
}

function namesAbove(names: readonly Stored[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map(names.map(({ text, ids }) => [text, ids["id"] ?? ""]));
  return new Map(
    names.map(({ text, ids }) => {
      const labels = text.split(".");
      const path = labels.map(
        (_, i) => byName.get(labels.slice(i).join(".")) ?? byName.get(`${labels.slice(i).join(".")}.`),
      );
      return [ids["id"] ?? "", [...new Set(path.filter((id) => id !== undefined))]];
    }),
  );
}

function rulesOf({ accounts, bcdOf }: World): Pick<Oracle, "sees" | "owns"> {
  const owned = (login: string): Owned => {
    const found = accounts.get(login);
    if (found === undefined) throw new Error(`no account ${login}`);
    return found;
  };
  const ownsAddress = (account: Owned, row: Stored): boolean => {
    const bcd = bcdOf.get(row) ?? null;
    return bcd !== null && account.ownsAddress(bcd, row.ids["data"] ?? "");
  };
  const owns: Oracle["owns"] = (login, kind, row) => {
    const account = owned(login);
    const id = row.ids["id"] ?? "";
    switch (kind) {
      case "org.unit":
        return account.units.has(id);
      case "cntl.group":
        return account.groups.has(id);
      case "nd.bcd":
        return account.bcds.has(id);
      case "nd.ip_subnet":
      case "nd.bcd2group":
        return account.bcds.has(row.ids["bcd"] ?? "");
      case "dns.fqdn":
        return account.names.has(id);
      case "dns.record":
        return (
          account.names.has(row.ids["fqdn"] ?? "") &&
          ((bcdOf.get(row) ?? null) === null || ownsAddress(account, row))
        );
    }
  };
  return {
    owns,
    sees(login, kind, row) {
      const account = owned(login);
      if (account.isReaderOfAll || kind === "org.unit") return true;
      if (kind !== "dns.record") return owns(login, kind, row);
      return account.names.has(row.ids["fqdn"] ?? "") || ownsAddress(account, row);
    },
  };
}

/** Ids of the later rows that are related to an earlier row, by name of the relation and both types. */
function relationsOf(world: World): Oracle["related"] {
  const { rows, bcdOf, above } = world;
  const kept = new Map<string, ReadonlyMap<string, readonly string[]>>();
  const pairs = (name: string, later: Kind): Iterable<readonly [string, string]> => {
    const fkey = FKEYS[name];
    if (name === "self") return rows[later].map(({ ids }) => [ids["id"] ?? "", ids["id"] ?? ""]);
    if (fkey !== undefined) {
      const holds = rows[fkey.of].map(({ ids }): [string, string] => [ids["id"] ?? "", ids[fkey.by] ?? ""]);
      return later === fkey.of && !name.endsWith("_inverse") ? holds : holds.map(([a, b]) => [b, a]);
    }
    if (name === "api_func_dns_record_is_in_bcd") {
      const places = inBcds(rows["dns.record"], bcdOf);
      return later === "dns.record" ? places : places.map(([a, b]) => [b, a]);
    }
    const tree = [...(later === "dns.fqdn" ? above : paths(rows[later]))].flatMap(([id, path]) =>
      path.map((over): [string, string] => [id, over]),
    );
    return name.endsWith("_superset") ? tree : tree.map(([a, b]) => [b, a]);
  };
  return (name, later, earlier, found) => {
    const key = `${name} ${later} ${earlier}`;
    let map = kept.get(key);
    if (map === undefined) {
      const made = new Map<string, string[]>();
      for (const [to, from] of pairs(name, later)) {
        if (to === "" || from === "") continue;
        const list = made.get(from);
        if (list === undefined) made.set(from, [to]);
        else list.push(to);
      }
      map = made;
      kept.set(key, made);
    }
    return new Set(found.flatMap(({ ids }) => map.get(ids["id"] ?? "") ?? []));
  };
}

const FKEYS: Readonly<Record<string, { readonly of: Kind; readonly by: string }>> = {
  api_fkey_nd_ip_subnet_bcd: { of: "nd.ip_subnet", by: "bcd" },
  api_fkey_nd_bcd2group_bcd: { of: "nd.bcd2group", by: "bcd" },
  api_fkey_nd_bcd2group_group: { of: "nd.bcd2group", by: "group" },
  api_fkey_dns_record_fqdn: { of: "dns.record", by: "fqdn" },
  api_fkey_dns_record_target_fqdn: { of: "dns.record", by: "target" },
  api_fkey_org_unit_parent: { of: "org.unit", by: "parent" },
  api_fkey_org_unit_parent_inverse: { of: "org.unit", by: "parent" },
};

/** Pairs of record and BCD: by its address, by an address of its name, or by one of the name that it is an alias of (wire contract 7.6). */
function inBcds(records: readonly Stored[], bcdOf: World["bcdOf"]): readonly (readonly [string, string])[] {
  const ofName = new Map<string, Set<string>>();
  for (const row of records) {
    const bcd = bcdOf.get(row) ?? null;
    if (bcd === null) continue;
    const name = row.ids["fqdn"] ?? "";
    ofName.set(name, (ofName.get(name) ?? new Set()).add(bcd));
  }
  return records.flatMap((row) => {
    const id = row.ids["id"] ?? "";
    if (row.type === "A" || row.type === "AAAA") {
      const bcd = bcdOf.get(row) ?? null;
      return bcd === null ? [] : [[id, bcd] as const];
    }
    const name = row.type === "CNAME" ? row.ids["target"] : row.ids["fqdn"];
    return [...(ofName.get(name ?? "") ?? [])].map((bcd) => [id, bcd] as const);
  });
}

function paths(rows: readonly Stored[]): ReadonlyMap<string, readonly string[]> {
  const parents = new Map(rows.map(({ ids }) => [ids["id"] ?? "", ids["parent"] ?? null]));
  return new Map(
    [...parents.keys()].map((id) => {
      const path: string[] = [];
      for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) path.push(at);
      return [id, path];
    }),
  );
}
