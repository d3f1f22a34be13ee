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
const BCDS = ["scc-net-web-1", "scc-other-1"];
const MACS = [1, 2, 3, 4, 5, 6].map((n) => `02:00:00:00:00:0${String(n)}`);

/** Objects of the moment, as the steps name them. */
interface Present {
  readonly records: readonly Params[];
  readonly names: readonly string[];
  readonly assignments: readonly string[];
  readonly clients: readonly string[];
  readonly vlans: readonly Params[];
}

/** Objects that answers depend on. */
export async function presentObjects(db: Database): Promise<Present> {
  const [row] = await db.query<{ present: Present }>(`select json_build_object(
    'records', (select coalesce(json_agg(json_build_object('fqdn', name, 'type', type, 'data', data)), '[]') from dns.record where type <> 'REF-FQDN'),
    'names', (select coalesce(json_agg(value), '[]') from dns.fqdn),
    'assignments', (select coalesce(json_agg(host(ip_addr)), '[]') from dhcp.static_assignment),
    'clients', (select coalesce(json_agg(mac_addr::text), '[]') from macauth.client),
    'vlans', (select coalesce(json_agg(json_build_object('net_instnc', n.name, 'id', v.id_)), '[]')
      from nd.vlan v join nd.net_instnc n on n.id = v.net_instnc)) as present`);
  if (row === undefined) throw new Error("one row is selected");
  return row.present;
}

/** A short list of steps that change answers; some are refused. */
export function answerSteps(random: Random, present: Present): readonly SentStep[] {
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  const oneOf = (list: readonly string[]): string => pick(list) ?? "";
  const name = (): string => (random(5) === 0 ? oneOf(present.names) : `${oneOf(NAMES)}.${oneOf(ZONES)}`);
  const v4 = (): string => `${oneOf(["198.51.100", "203.0.113"])}.${String(10 + random(12))}`;
  const v6 = (): string => `2001:db8:47:11::${String(1 + random(9))}`;
  const mac = (): string => oneOf(MACS);
  const ttl = (): Params => (random(3) === 0 ? { ttl: 60 * (1 + random(3)) } : {});
  const record = (type: string, data: string, fqdn = name()): SentStep =>
    create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...ttl() });
  const reverseName = (): string => `${String(10 + random(12))}.100.51.198.in-addr.arpa.`;
  const kinds: readonly (() => SentStep | null)[] = [
    () => record("A", v4()),
    () => record("A", v4()),
    () => record("AAAA", v6()),
    () => record("TXT", `"t${String(random(3))}"`),
    () => record("CNAME", name()),
    () => record("NS", name(), oneOf([...ZONES, "sub.example.com.", "100.51.198.in-addr.arpa."])),
    () => record("DNAME", "example.org.", "sub.example.com."),
    () => record("PTR", name(), reverseName()),
    () => {
      const { fqdn, type, data } = pick(present.records) ?? {};
      if (fqdn === undefined) return null;
      const values = pick<Params>([
        { ttl: 60 + random(3) },
        { ttl: null },
        type === "A" ? { data: v4() } : { ttl: 120 },
        { target_is_reverse_unique: type === "A" || type === "AAAA" ? random(2) === 0 : null },
      ]);
      return update("dns.record", { fqdn, type: type ?? null, data: data ?? null }, values ?? {});
    },
    () => {
      const old = pick(present.records);
      return old === undefined ? null : remove("dns.record", old);
    },
    () => {
      const old = pick(present.records);
      return old === undefined ? null : remove("dns.record", old);
    },
    () =>
      create("dns.fqdn", {
        value: oneOf([...REVERSE, "sub.example.com.", "x.sub.example.com."]),
        is_zone_apex: true,
      }),
    () =>
      update("dns.fqdn", { value: oneOf([...present.names, ...ZONES]) }, { is_zone_apex: random(2) === 0 }),
    () =>
      update(
        "dns.fqdn",
        { value: oneOf([...ZONES, ...REVERSE]) },
        { zone_ttl_default: 300 * (1 + random(3)) },
      ),
    () => remove("dns.fqdn", { value: oneOf(present.names) }),
    () =>
      create("dhcp.static_assignment", {
        ip_addr: random(6) === 0 ? v6() : v4(),
        mac_addr: mac(),
        fqdn: random(2) === 0 ? oneOf(present.names) : null,
      }),
    () =>
      update(
        "dhcp.static_assignment",
        { ip_addr: oneOf(present.assignments) },
        random(2) === 0
          ? { mac_addr: mac() }
          : { fqdn: random(2) === 0 ? oneOf(present.names) : null, ip_addr: v4() },
      ),
    () => remove("dhcp.static_assignment", { ip_addr: oneOf(present.assignments) }),
    () => update("dhcp.bcd_setting", { bcd: oneOf(BCDS) }, { is_enabled: random(3) > 0 }),
    () =>
      update("nd.ip_subnet", { cidr: oneOf(["198.51.100.0/24", "203.0.113.0/24"]) }, { bcd: oneOf(BCDS) }),
    () =>
      create("macauth.client", {
        mac_addr: mac(),
        bcd_name: oneOf(BCDS),
        ...(random(3) === 0 ? { wpa2_key: null } : random(2) === 0 ? { wpa2_key: "a key of a client" } : {}),
      }),
    () =>
      update(
        "macauth.client",
        { mac_addr: oneOf(present.clients) },
        pick<Params>([
          { bcd_name: oneOf(BCDS) },
          { wpa2_key: null },
          { do_generate: true },
          { mac_addr: mac() },
          { wpa2_key: `another key ${String(random(2))}` },
          { description: "told to nobody" },
        ]) ?? {},
      ),
    () => remove("macauth.client", { mac_addr: oneOf(present.clients) }),
    () =>
      create("nd.vlan", {
        net_instnc: oneOf(["n0", "n1"]),
        id: 1 + random(4),
        name: `v${String(random(100))}`,
        bcd: oneOf(BCDS),
      }),
    () => {
      const vlan = pick(present.vlans);
      return vlan === undefined ? null : update("nd.vlan", vlan, { bcd: oneOf(BCDS) });
    },
    () => {
      const vlan = pick(present.vlans);
      return vlan === undefined ? null : remove("nd.vlan", vlan);
    },
  ];
  return Array.from({ length: 1 + random(4) }, () => pick(kinds)?.() ?? null).filter((step) => step !== null);
}
