import type { Step } from "#contract/wire/step";
import type { Bench } from "./bench.ts";
import { databaseCpu } from "./cpu.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import { load, times } from "./load.ts";

const CHANGES = 1_000;

interface Kind {
  readonly what: string;
  /** At most 1,000 steps: one for each row. */
  readonly steps: readonly Step[];
  /** Reads as many answers as the steps change. */
  readonly byHand: string;
}

/** N3: additional time of a dry run of 1,000 changes that also reports which answers of servers change, beside reading as many answers in SQL. */
export async function answers({
  base,
  db,
  size,
  product,
  ada: token,
  rounds,
  note,
}: Bench): Promise<readonly Figure[]> {
  const url = `${base}/api/4.2/wapi/transaction/execute?dry_mode=true`;
  const figures: Figure[] = [];
  for (const { what, steps, byHand } of await kindsOf(db)) {
    if (steps.length === 0) {
      note(`N3: the campus of size ${size} has no ${what} (--fresh makes a new one)`);
      continue;
    }
    const bodies = [JSON.stringify(steps)];
    const run = async (asked: string): Promise<Run> => {
      const before = [await product.cpu(), await databaseCpu(db)] as const;
      const {
        times: [time = Number.NaN],
        bytes,
      } = await load({ url: url + asked, token, bodies, clients: 1, calls: 1 });
      return {
        time,
        bytes,
        process: (await product.cpu()) - before[0],
        database: (await databaseCpu(db)) - before[1],
      };
    };
    const more: Run[] = [];
    for (let round = 0; round <= rounds; round++) {
      const isFirst = round % 2 === 0;
      const [one, other] = [
        await run(isFirst ? "" : "&service_mode=true"),
        await run(isFirst ? "&service_mode=true" : ""),
      ];
      // The first round only warms up.
      if (round > 0) more.push(isFirst ? between(one, other) : between(other, one));
    }
    const floor = 2 * quantile(await times(rounds, 1, () => db.query(byHand)), 0.5);
    const cpu = (part: "process" | "database"): string =>
      `${(more.reduce((sum, one) => sum + one[part], 0) / rounds).toFixed(0)} ms`;
    note(`N3: ${String(steps.length)} ${what}, ${String(more[0]?.bytes)} bytes of answers`);
    figures.push(
      figureOf({
        id: "N3",
        size,
        what: `answers before and after ${String(steps.length)} ${what}; CPU ${cpu("process")} of the product, ${cpu("database")} of the database`,
        unit: "ms",
        times: more.map(({ time }) => time),
        floor,
      }),
    );
  }
  return figures;
}

interface Run {
  readonly time: number;
  readonly bytes: number;
  readonly process: number;
  readonly database: number;
}

function between(without: Run, asked: Run): Run {
  return {
    time: asked.time - without.time,
    bytes: asked.bytes - without.bytes,
    process: asked.process - without.process,
    database: asked.database - without.database,
  };
}

const ZONES = `zones as materialized (select value, output.network_of(value) as network from dns.fqdn where is_zone_apex and value like '%.arpa.')`;

/** Names with addresses that point back, none of which belongs to a name server or an alias. */
const RECORDS = `select r.id, f.value as fqdn, r."type", r.data, r.target_ipaddr from dns.record r join dns.fqdn f on f.id = r.fqdn
  where r.target_is_reverse_unique and f.zone is not null and not f.is_zone_apex
    and not exists (select from dns.record t where t.target_fqdn = f.id) order by r.id limit ${String(CHANGES)}`;

const RECORD_ANSWERS = `with ${ZONES}, r as materialized (${RECORDS})
  select json_agg(json_build_array(zone, name, "type", ttl, data))::text from (
    select z.value as zone, r.name, r."type", coalesce(r.ttl, z.zone_ttl_default, 3600) as ttl, r.data
      from dns.record r join dns.fqdn z on z.id = r.zone where r.fqdn in (select fqdn from dns.record where id in (select id from r))
    union all select z.value, output.reverse_name(r.target_ipaddr), 'PTR', 3600, r.fqdn from r cross join lateral (
      select value from zones where r.target_ipaddr <<= network order by masklen(network) desc limit 1) z) x`;

const ADDRESSES = `select host(a) as address from (select s.cidr, set_masklen(s.cidr::inet, 32) + n as a, s.gateway_addr, s.router_anycast_addr, s.reserved_addr_list
    from nd.ip_subnet s cross join generate_series(2, 250) n where family(s.cidr) = 4) x
  where a << cidr and a <> host(broadcast(cidr))::inet and a is distinct from gateway_addr and a is distinct from router_anycast_addr and not a = any(reserved_addr_list)
    and not exists (select from dns.record r where r.target_ipaddr = a)
    and not exists (select from dhcp.pool p where a between p.first_addr and p.last_addr)
    and not exists (select from dhcp.static_assignment p where p.ip_addr = a)
    and exists (select from dns.fqdn z where z.is_zone_apex and a <<= output.network_of(z.value)) order by a limit ${String(CHANGES)}`;

const ZONE = `select value from dns.fqdn where is_zone_apex and value not like '%.arpa.' order by value limit 1`;

const QUARTER = CHANGES / 4;
const BCDS = `select b.name, b.id from nd.bcd b where exists (select from nd.ip_subnet s where s.bcd = b.id) order by b.id limit ${String(QUARTER)}`;
const SETTINGS = `select b.name, b.id from dhcp.bcd_setting d join nd.bcd b on b.id = d.bcd where d.is_enabled order by b.id limit ${String(QUARTER)}`;
const CLIENTS = `select mac_addr::text as name, id from macauth.client order by id limit ${String(QUARTER)}`;
const ASSIGNMENTS = `select host(ip_addr) as name, id from dhcp.static_assignment order by id limit ${String(QUARTER)}`;

const NETWORK_ANSWERS = `select json_agg(x)::text from (
  select s.cidr::text, b.name, d.lease_time::text, d.dns_server_list::text from nd.ip_subnet s join nd.bcd b on b.id = s.bcd join dhcp.bcd_setting d on d.bcd = s.bcd
    where d.is_enabled and s.bcd in (select id from (${BCDS}) b union select id from (${SETTINGS}) d)
  union all select c.mac_addr::text, (select min(v.id_) from nd.vlan v where v.bcd = c.bcd_name)::text, md5(c.wpa2_key), null
    from macauth.client c where c.id in (select id from (${CLIENTS}) c)
  union all select host(a.ip_addr), a.mac_addr::text, s.cidr::text, f.value from dhcp.static_assignment a join nd.ip_subnet s on s.id = a.subnet
    left join dns.fqdn f on f.id = a.fqdn where a.id in (select id from (${ASSIGNMENTS}) a)) x`;

async function kindsOf(db: Bench["db"]): Promise<readonly Kind[]> {
  const records = await db.query<{ fqdn: string; type: string; data: string }>(RECORDS);
  const addresses = await db.query<{ address: string }>(ADDRESSES);
  const [zone] = await db.query<{ value: string }>(ZONE);
  const olds = records.map(({ fqdn, type, data }) => ({ fqdn, type, data }));
  return [
    {
      what: "changed TTLs",
      steps: olds.map((old) => ({ name: "dns.record.update", old, new: { ttl: 777 } })),
      byHand: RECORD_ANSWERS,
    },
    {
      what: "new addresses with reverse names",
      steps: addresses.map(({ address }, at) => ({
        name: "dns.record.create",
        new: {
          fqdn: `bench-answers-${String(at)}.${zone?.value ?? ""}`,
          fqdn_type: "domain",
          type: "A",
          data: address,
        },
      })),
      byHand: RECORD_ANSWERS,
    },
    {
      what: "deleted addresses with reverse names",
      steps: olds.map((old) => ({ name: "dns.record.delete", old })),
      byHand: RECORD_ANSWERS,
    },
    {
      what: "changes of BCDs, DHCP settings, static assignments and MAC clients",
      steps: await networkSteps(db),
      byHand: NETWORK_ANSWERS,
    },
  ];
}

function renamed(bcd: string): string {
  return bcd.replace(/^[a-z0-9]+/, "$&b");
}

/** Interleaved, as templates make them. */
async function networkSteps(db: Bench["db"]): Promise<readonly Step[]> {
  const named = async (sql: string, step: (name: string, at: number) => Step): Promise<readonly Step[]> =>
    (await db.query<{ name: string }>(sql)).map(({ name }, at) => step(name, at));
  const mac = (at: number): string =>
    `02:99:00:00:${String(at >> 7).padStart(2, "0")}:${(at & 127).toString(16).padStart(2, "0")}`;
  const kinds = [
    await named(BCDS, (name) => ({ name: "nd.bcd.update", old: { name }, new: { name: renamed(name) } })),
    await named(SETTINGS, (bcd) => ({
      name: "dhcp.bcd_setting.update",
      old: { bcd },
      new: { lease_time: 777 },
    })),
    await named(ASSIGNMENTS, (ip_addr, at) => ({
      name: "dhcp.static_assignment.update",
      old: { ip_addr },
      new: { mac_addr: mac(at) },
    })),
    await named(CLIENTS, (mac_addr) => ({
      name: "macauth.client.update",
      old: { mac_addr },
      new: { wpa2_key: "a key of the bench" },
    })),
  ];
  // The setting is found by the name of its BCD, which changes earlier.
  const [bcds = [], ...others] = kinds;
  return [
    ...Array.from({ length: QUARTER }, (_, at) => others.flatMap((kind) => kind[at] ?? [])).flat(),
    ...bcds,
  ];
}
