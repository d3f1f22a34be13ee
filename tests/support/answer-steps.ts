import type { Params } from "#contract/wire/json";
import type { Database } from "../../server/db/database.ts";
import type { Random } from "./random.ts";
import type { SentStep } from "./small-world.ts";

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});
const remove = (name: string, old: Params): SentStep => ({ name: `${name}.delete`, old });

const NAMES = ["www", "mail", "ns", "a.www", "sub", "x.sub", "y.x.sub", "*.sub", "alias"];
const ZONES = ["example.com.", "example.org."];
const REVERSE = [
  "198.in-addr.arpa.",
  "100.51.198.in-addr.arpa.",
  "113.0.203.in-addr.arpa.",
  "1.0.0.2.ip6.arpa.",
];
const SUBNETS = [
  { cidr: "198.51.100.0/24", gateway_addr: "198.51.100.1" },
  { cidr: "203.0.113.0/24" },
  { cidr: "2001:db8:47:11::/64", gateway_addr: "2001:db8:47:11::1" },
  { cidr: "192.0.2.0/25" },
] as const;
const NEW_BCDS = ["scc-new-1", "scc-new-2", "scc-net-web-9"];
/** Record types without a kind of step of their own, with data of two forms. */
const DATA: readonly (readonly [type: string, data: (n: number, name: string) => string])[] = [
  ["MX", (n, name) => `${String(n)} ${name}`],
  ["SRV", (n, name) => `${String(n)} 5 5060 ${name}`],
  ["SPF", (n) => `"v=spf1 ip4:192.0.2.${String(n)} -all"`],
  ["CAA", (n) => `0 issue "ca${String(n)}.example"`],
  ["SSHFP", (n) => `1 1 ${String(n).repeat(40)}`],
  ["TLSA", (n) => `3 1 1 ${String(n).repeat(64)}`],
  ["SMIMEA", (n) => `3 1 1 ${String(n).repeat(64)}`],
  ["DS", (n) => `${String(n)} 8 2 ${String(n).repeat(64)}`],
  ["CDS", (n) => `${String(n)} 8 2 ${String(n).repeat(64)}`],
  ["DNSKEY", (n) => `257 3 13 AAA${String(n)}`],
  ["CDNSKEY", (n) => `257 3 13 AAA${String(n)}`],
  ["OPENPGPKEY", (n) => `AAA${String(n)}`],
  ["HINFO", (n) => `"cpu${String(n)}" "os"`],
  ["LOC", (n) => `49 0 ${String(n)}.000 N 8 24 0.000 E 115m 1m 10000m 10m`],
  ["URI", (n) => `10 ${String(n)} "https://example.com/"`],
  ["NAPTR", (n, name) => `100 ${String(n)} "s" "SIP+D2U" "" ${name}`],
  ["SVCB", (n, name) => `${String(n)} ${name}`],
  ["HTTPS", (n, name) => `${String(n)} ${name}`],
];
const MACS = [1, 2, 3, 4, 5, 6].map((n) => `02:00:00:00:00:0${String(n)}`);

/** Existing objects, in the form in which steps name them. */
interface Present {
  readonly records: readonly Params[];
  readonly names: readonly string[];
  readonly apexes: readonly string[];
  readonly bcds: readonly string[];
  readonly subnets: readonly string[];
  readonly assignments: readonly string[];
  readonly clients: readonly string[];
  readonly pools: readonly string[];
  readonly vlans: readonly Params[];
}

/** Objects that answers depend on. */
export async function presentObjects(db: Database): Promise<Present> {
  const [row] = await db.query<{ present: Present }>(`select json_build_object(
    'records', (select coalesce(json_agg(json_build_object('fqdn', name, 'type', type, 'data', data) order by name, type, data), '[]') from dns.record where type <> 'REF-FQDN'),
    'names', (select coalesce(json_agg(value order by value), '[]') from dns.fqdn),
    'apexes', (select coalesce(json_agg(value order by value), '[]') from dns.fqdn where is_zone_apex),
    'bcds', (select coalesce(json_agg(name order by name), '[]') from nd.bcd),
    'subnets', (select coalesce(json_agg(cidr::text order by cidr), '[]') from nd.ip_subnet),
    'assignments', (select coalesce(json_agg(host(ip_addr) order by ip_addr), '[]') from dhcp.static_assignment),
    'clients', (select coalesce(json_agg(mac_addr::text order by mac_addr), '[]') from macauth.client),
    'pools', (select coalesce(json_agg(host(first_addr) order by first_addr), '[]') from dhcp.pool),
    'vlans', (select coalesce(json_agg(json_build_object('net_instnc', n.name, 'id', v.id_) order by n.name, v.id_), '[]')
      from nd.vlan v join nd.net_instnc n on n.id = v.net_instnc)) as present`);
  if (row === undefined) throw new Error("one row is selected");
  return row.present;
}

type Kind = () => SentStep | null;

/** A short list of steps that change answers; some are refused. */
export function answerSteps(random: Random, present: Present): readonly SentStep[] {
  const draws = drawsOf(random, present);
  const kinds = [dnsKinds, zoneKinds, dhcpKinds, networkKinds, clientKinds].flatMap((some) => some(draws));
  return Array.from({ length: 1 + random(4) }, () => draws.pick(kinds)?.() ?? null).filter(
    (step) => step !== null,
  );
}

type Draws = ReturnType<typeof drawsOf>;

function drawsOf(random: Random, present: Present) {
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const oneOf = (list: readonly string[]): string => pick(list) ?? "";
  return {
    random,
    present,
    pick,
    oneOf,
    /** A step for an existing object; none if there is no such object. */
    of: <T>(list: readonly T[], step: (one: T) => SentStep | null): SentStep | null => {
      const one = pick(list);
      return one === undefined ? null : step(one);
    },
    name: () => (random(3) === 0 ? oneOf(present.names) : `${oneOf(NAMES)}.${oneOf(ZONES)}`),
    v4: () => `${oneOf(["198.51.100", "203.0.113"])}.${String(10 + random(12))}`,
    v6: () => `2001:db8:47:11::${String(1 + random(9))}`,
    mac: () => oneOf(MACS),
    bcd: () => oneOf(present.bcds),
  };
}

function dnsKinds({ random, present, pick, of, oneOf, name, v4, v6 }: Draws): readonly Kind[] {
  const ttl = (): Params => (random(3) === 0 ? { ttl: 60 * (1 + random(3)) } : {});
  const record = (type: string, data: string, fqdn = name()): SentStep =>
    create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...ttl() });
  const other = (): SentStep | null =>
    of(DATA, ([type, data]) => record(type, data(1 + random(3), oneOf(present.names))));
  const gone = (): SentStep | null => of(present.records, (old) => remove("dns.record", old));
  return [
    () => record("A", v4()),
    () => record("A", v4()),
    () => record("AAAA", v6()),
    () => record("TXT", `"t${String(random(3))}"`),
    () => record("CNAME", oneOf(present.names), `alias${String(random(3))}.${oneOf(ZONES)}`),
    () => record("NS", oneOf(present.names), oneOf(present.apexes)),
    () => record("NS", oneOf(present.names), oneOf(present.apexes)),
    () => record("DNAME", "example.org.", oneOf(["sub.example.com.", "100.51.198.in-addr.arpa."])),
    () => record("PTR", oneOf(present.names), `${String(10 + random(12))}.100.51.198.in-addr.arpa.`),
    other,
    other,
    other,
    () =>
      of(present.records, ({ fqdn, type, data }) => {
        const isAddress = type === "A" || type === "AAAA";
        const values = pick<Params>([
          { ttl: 60 + random(3) },
          { ttl: null },
          { ttl: 30, ttl_reset_date: "2999-01-01T00:00:00Z" },
          type === "A" ? { data: v4() } : { ttl: 120 },
          isAddress ? { target_is_reverse_unique: random(2) === 0 } : { ttl: 90 },
        ]);
        return update(
          "dns.record",
          { fqdn: fqdn ?? null, type: type ?? null, data: data ?? null },
          values ?? {},
        );
      }),
    gone,
    gone,
    gone,
    () => ({
      name: "dns.record.bulk_update",
      old: { type: oneOf(["A", "TXT", "NS"]) },
      new: { ttl: 60 + random(5) },
    }),
  ];
}

function zoneKinds({ random, present, of, oneOf }: Draws): readonly Kind[] {
  const all = [...REVERSE, "sub.example.com.", "x.sub.example.com.", "a.www.example.org."];
  const absent = all.filter((value) => !present.names.includes(value));
  const zone = (): SentStep | null =>
    of(absent, (value) => create("dns.fqdn", { value, is_zone_apex: true }));
  return [
    zone,
    zone,
    () => update("dns.fqdn", { value: oneOf(present.names) }, { is_zone_apex: random(2) === 0 }),
    () => of(present.apexes, (value) => update("dns.fqdn", { value }, { is_zone_apex: false })),
    () =>
      of(present.apexes, (value) =>
        update("dns.fqdn", { value }, { zone_ttl_default: 300 * (1 + random(3)) }),
      ),
    () => of(present.names, (value) => remove("dns.fqdn", { value })),
  ];
}

function dhcpKinds({ random, present, pick, of, oneOf, v4, v6, mac, bcd }: Draws): readonly Kind[] {
  const fqdn = (): string | null => (random(2) === 0 ? oneOf(present.names) : null);
  const addresses = present.assignments;
  const reserved = (): SentStep =>
    create("dhcp.static_assignment", {
      ip_addr: random(6) === 0 ? v6() : v4(),
      mac_addr: mac(),
      fqdn: fqdn(),
    });
  return [
    reserved,
    reserved,
    () =>
      of(addresses, (ip_addr) =>
        update(
          "dhcp.static_assignment",
          { ip_addr },
          random(2) === 0 ? { mac_addr: mac() } : { fqdn: fqdn(), ip_addr: v4() },
        ),
      ),
    () => of(addresses, (ip_addr) => remove("dhcp.static_assignment", { ip_addr })),
    () => update("dhcp.bcd_setting", { bcd: bcd() }, { is_enabled: random(3) > 0 }),
    () =>
      update(
        "dhcp.bcd_setting",
        { bcd: bcd() },
        pick<Params>([
          { lease_time: 600 * (1 + random(3)) },
          { domain: fqdn() },
          { dns_server_list: [v4(), v6()].slice(random(3)) },
        ]) ?? {},
      ),
    () => {
      const first = 30 + 10 * random(3);
      const net = oneOf(["198.51.100", "203.0.113"]);
      return create("dhcp.pool", {
        first_addr: `${net}.${String(first)}`,
        last_addr: `${net}.${String(first + 2 + random(5))}`,
      });
    },
    () => of(present.pools, (first_addr) => remove("dhcp.pool", { first_addr })),
  ];
}

/** Subnets and their BCDs, which are created, renamed, moved and deleted. */
function networkKinds({ random, present, pick, of, oneOf, bcd }: Draws): readonly Kind[] {
  const newBcds = NEW_BCDS.filter((name) => !present.bcds.includes(name));
  const moved = (): SentStep | null =>
    of(present.subnets, (cidr) => update("nd.ip_subnet", { cidr }, { bcd: bcd() }));
  const made = (): SentStep | null =>
    of(
      SUBNETS.filter(({ cidr }) => !present.subnets.includes(cidr)),
      (values) => create("nd.ip_subnet", { ...values, bcd: bcd() }),
    );
  return [
    moved,
    moved,
    made,
    made,
    () => of(newBcds, (name) => create("nd.bcd", { name })),
    () => of(newBcds, (name) => update("nd.bcd", { name: bcd() }, { name })),
    () => update("nd.bcd", { name: bcd() }, { description: `d${String(random(3))}` }),
    () => remove("nd.bcd", { name: bcd() }),
    () =>
      of(
        present.subnets.filter((cidr) => cidr.startsWith("198.51.100.")),
        (cidr) =>
          update(
            "nd.ip_subnet",
            { cidr },
            { gateway_addr: pick([null, "198.51.100.1", "198.51.100.2"]) ?? null },
          ),
      ),
    () => of(present.subnets, (cidr) => (random(3) === 0 ? remove("nd.ip_subnet", { cidr }) : null)),
    () =>
      create("nd.vlan", {
        net_instnc: oneOf(["n0", "n1"]),
        id: 1 + random(4),
        name: `v${String(random(100))}`,
        bcd: bcd(),
      }),
    () => of(present.vlans, (vlan) => update("nd.vlan", vlan, { bcd: bcd() })),
    () => of(present.vlans, (vlan) => remove("nd.vlan", vlan)),
  ];
}

function clientKinds({ random, present, pick, of, mac, bcd }: Draws): readonly Kind[] {
  return [
    () =>
      create("macauth.client", {
        mac_addr: mac(),
        bcd_name: bcd(),
        ...(random(3) === 0 ? { wpa2_key: null } : random(2) === 0 ? { wpa2_key: "a key of a client" } : {}),
      }),
    () =>
      of(present.clients, (mac_addr) =>
        update(
          "macauth.client",
          { mac_addr },
          pick<Params>([
            { bcd_name: bcd() },
            { wpa2_key: null },
            { do_generate: true },
            { mac_addr: mac() },
            { wpa2_key: `another key ${String(random(2))}` },
            { description: "told to nobody" },
          ]) ?? {},
        ),
      ),
    () => of(present.clients, (mac_addr) => remove("macauth.client", { mac_addr })),
  ];
}
