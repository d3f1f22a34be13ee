import { createRandom, type Random } from "./rights-oracle/random.ts";
import type { SentStep, SmallWorld } from "./small-world.ts";

export interface RandomNames {
  /** One transaction of a few random changes; a refused one changes nothing. */
  change(): Promise<void>;
  counts(): { readonly applied: number; readonly refused: number };
}

const REVERSE = [
  "in-addr.arpa.",
  "198.in-addr.arpa.",
  "51.198.in-addr.arpa.",
  "100.51.198.in-addr.arpa.",
  "8.b.d.0.1.0.0.2.ip6.arpa.",
  "7.4.0.0.8.b.d.0.1.0.0.2.ip6.arpa.",
];
const LABELS = ["www", "mail", "*", "größe", "_443._tcp", "a", "b", "c"];
const LONG = "ä".repeat(180) + ' "quoted" \\ and more '.repeat(8);

interface Known {
  readonly names: readonly string[];
  readonly apexes: readonly string[];
  readonly records: readonly { readonly fqdn: string; readonly type: string; readonly data: string | null }[];
}

const KNOWN = `select (select json_agg(value order by value) from dns.fqdn where zone is not null) as names,
  (select json_agg(value order by value) from dns.fqdn where is_zone_apex) as apexes,
  (select coalesce(json_agg(json_build_object('fqdn', name, 'type', type, 'data', data) order by name, type, data), '[]') from dns.record) as records`;

/** Random changes of names, records, zones and TTLs below the zones of the small world, also reverse zones at every cut. */
export function randomNames(world: SmallWorld, start: number): RandomNames {
  const random = createRandom(start);
  const counts = { applied: 0, refused: 0 };
  return {
    counts: () => counts,
    async change() {
      const [known] = await world.db.query<Known>(KNOWN);
      if (known === undefined) throw new Error("no names");
      const steps = Array.from({ length: 1 + random.below(4) }, () => step(random, known)).flat();
      const said = await world.execute("ada", steps);
      if (said.ok) counts.applied++;
      else counts.refused++;
    },
  };
}

function step(random: Random, known: Known): readonly SentStep[] {
  const kind = random.below(100);
  if (kind < 55) return [newRecord(random, known)];
  if (kind < 72) return removed(random, known);
  if (kind < 82) return newTtl(random, known);
  if (kind < 92) return newZone(random, known);
  return changedZone(random, known);
}

function pick<T>(random: Random, list: readonly T[]): T {
  const one = random.one(list);
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

function someName(random: Random, { names }: Known): string {
  const above = pick(
    random,
    names.filter((name) => !name.startsWith("*")),
  );
  return random.chance(35)
    ? above
    : `${pick(random, LABELS)}${String(random.below(9))}.${above}`.replace(/^\*\d/, "*");
}

function dataOf(random: Random, type: string, known: Known): string {
  const host = String(10 + random.below(200));
  const target = pick(random, known.names);
  const values: Readonly<Record<string, string>> = {
    A: `198.51.100.${host}`,
    AAAA: `2001:db8:47:11::${host}`,
    MX: `${host} ${target}`,
    SRV: `0 5 443 ${target}`,
    TXT: random.chance(30) ? LONG : `v=spf1 -all ${host}`,
    SPF: `v=spf1 ip4:198.51.100.${host} -all`,
    CAA: `0 issue "ca${host}.example"`,
    SSHFP: `4 2 ${host.padStart(4, "0").repeat(16)}`,
    TLSA: `3 1 1 ${host.padStart(4, "0").repeat(16)}`,
    SMIMEA: `3 0 0 ${host.padStart(4, "0")}`,
    OPENPGPKEY: "mQENBFxZ",
    DS: `${host} 13 2 ${host.padStart(4, "0").repeat(16)}`,
    CDS: `${host} 13 2 ${host.padStart(4, "0").repeat(16)}`,
    DNSKEY: `257 3 13 ${Buffer.alloc(64, Number(host)).toString("base64")}`,
    CDNSKEY: `257 3 13 ${Buffer.alloc(64, Number(host)).toString("base64")}`,
    HINFO: `"PC ${host}" "gr\\195\\188n \\"x\\""`,
    LOC: `49 0 ${host.slice(0, 2)}.5 S 8 24 37.25 E -${host}.5m 1m 10000m 10m`,
    URI: `10 ${host} "https://www.example.com/a;b ${host}"`,
    NAPTR: `100 ${host} "u" "E2U+sip" "!^(.*)$!sip:\\\\1@example.com!" .`,
    SVCB: `1 ${target} mandatory=alpn,key667 alpn=h2,h3 port=${host} ipv4hint=192.0.2.1,192.0.2.2 key667="a b"`,
    HTTPS: `1 . alpn=h2 no-default-alpn ech=AQI= ipv6hint=2001:db8::${host}`,
  };
  return values[type] ?? target;
}

const TYPES = [
  "A",
  "A",
  "A",
  "AAAA",
  "AAAA",
  "MX",
  "SRV",
  "TXT",
  "SPF",
  "CAA",
  "SSHFP",
  "TLSA",
  "SMIMEA",
  "OPENPGPKEY",
  "DS",
  "CDS",
  "DNSKEY",
  "CDNSKEY",
  "HINFO",
  "LOC",
  "URI",
  "NAPTR",
  "SVCB",
  "HTTPS",
  "CNAME",
  "NS",
  "PTR",
  "DNAME",
];

/** At an apex these types say that the zone is signed, which it is not, so the checkers refuse the zone. */
const KEYS: ReadonlySet<string> = new Set(["CDS", "DNSKEY", "CDNSKEY"]);

function nameFor(random: Random, type: string, known: Known): string {
  const below = (label: string, names: readonly string[]): string => `${label}.${pick(random, names)}`;
  if (type === "PTR") return `${String(10 + random.below(200))}.100.51.198.in-addr.arpa.`;
  if (type === "CNAME" || type === "DNAME") return below(`l${String(random.below(99))}`, known.apexes);
  if (KEYS.has(type)) return below(`k${String(random.below(9))}`, known.apexes);
  const cuts = known.apexes.filter((apex) =>
    known.apexes.some((above) => above !== apex && apex.endsWith(`.${above}`)),
  );
  return type === "DS" && cuts.length > 0 ? pick(random, cuts) : someName(random, known);
}

function newRecord(random: Random, known: Known): SentStep {
  const type = pick(random, TYPES);
  const values = {
    fqdn: nameFor(random, type, known),
    type,
    data: dataOf(random, type, known),
    fqdn_type: type === "CNAME" ? "alias" : "domain",
  };
  const ttl = random.chance(25) ? { ttl: 60 * random.below(9) } : {};
  return { name: "dns.record.create", new: { ...values, ...ttl } };
}

function removed(random: Random, known: Known): readonly SentStep[] {
  const record = random.one(
    known.records.filter(({ fqdn, type }) => type !== "NS" || !known.apexes.includes(fqdn)),
  );
  return record === undefined ? [] : [{ name: "dns.record.delete", old: { ...record } }];
}

function newTtl(random: Random, known: Known): readonly SentStep[] {
  if (random.chance(30))
    return [
      {
        name: "dns.fqdn.update",
        old: { value: pick(random, known.apexes) },
        new: { zone_ttl_default: 100 * random.below(50) },
      },
    ];
  const record = random.one(known.records);
  if (record === undefined) return [];
  return [
    {
      name: "dns.record.update",
      old: { ...record },
      new: { ttl: random.chance(30) ? null : random.below(9999) },
    },
  ];
}

function newZone(random: Random, known: Known): readonly SentStep[] {
  const value = random.chance(60)
    ? pick(random, REVERSE)
    : `z${String(random.below(6))}.${pick(random, known.apexes)}`;
  const there = known.names.includes(value);
  const zone = { name: "dns.fqdn.create", new: { value, is_zone_apex: true } };
  const apex = { name: "dns.fqdn.update", old: { value }, new: { is_zone_apex: true } };
  const inside = `ns.${value}`;
  const isInside = random.chance(50) && !value.endsWith("arpa.");
  const server = isInside ? inside : "ns.example.com.";
  return [
    there ? apex : zone,
    ...(isInside
      ? [
          {
            name: "dns.record.create",
            new: {
              fqdn: inside,
              fqdn_type: "domain",
              type: "AAAA",
              data: `2001:db8:47:11::${String(1000 + random.below(9000))}`,
            },
          },
        ]
      : []),
    { name: "dns.record.create", new: { fqdn: value, type: "NS", data: server } },
    ...(random.chance(30)
      ? [{ name: "dns.record.create", new: { fqdn: value, type: "DS", data: `1 13 2 ${"ab".repeat(32)}` } }]
      : []),
  ];
}

function changedZone(random: Random, known: Known): readonly SentStep[] {
  const value = random.one(known.apexes.filter((name) => !/^example\.(com|org)\.$/.test(name)));
  return value === undefined
    ? []
    : [{ name: "dns.fqdn.update", old: { value }, new: { is_zone_apex: false } }];
}
