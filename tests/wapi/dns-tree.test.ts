import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../server/db/database.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

/** Changes of the tree that a person or an import could make; numbers select among existing objects. */
type Change =
  | { readonly kind: "make"; readonly names: readonly string[] }
  | { readonly kind: "remove"; readonly at: number; readonly count: number }
  | { readonly kind: "apex"; readonly at: number }
  | { readonly kind: "link" | "unlink"; readonly by: "fqdn2group" | "fqdn2ou"; readonly at: number }
  | { readonly kind: "address"; readonly at: number; readonly host: number }
  | { readonly kind: "point"; readonly at: number; readonly to: number }
  | { readonly kind: "subnet"; readonly net: number; readonly length: number }
  | { readonly kind: "move" | "drop"; readonly at: number };

interface NameRow {
  readonly id: string;
  readonly value: string;
  readonly is_zone_apex: boolean;
  readonly is_linked: boolean;
  readonly place: string;
}

interface RecordRow {
  readonly id: string;
  readonly fqdn: string;
  readonly address: string | null;
  readonly place: string;
}

interface SubnetRow {
  readonly id: string;
  readonly bcd: string;
  readonly cidr: string;
}

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.query(
    `insert into org.unit_type (short_name, title, position) values ('abt', 'Abteilung', 1)`,
  );
  await database.db.query(
    `insert into org.unit (short_name, title, unit_type) select 'U' || n, 'Unit', (select id from org.unit_type) from generate_series(1, 2) n`,
  );
  await database.db.query(`insert into cntl."group" (name) select 'g' || n from generate_series(1, 2) n`);
  await database.db.query(`insert into nd.bcd (name) select 'scc-net-' || n from generate_series(1, 3) n`);
});

afterAll(async () => {
  await database.close();
});

const label = fc.constantFrom("a", "b", "c", "a-b", "b1");
const name = fc.array(label, { minLength: 0, maxLength: 4 }).map((labels) => `${labels.join(".")}.`);
const at = fc.nat({ max: 1000 });
const link = fc.constantFrom("fqdn2group" as const, "fqdn2ou" as const);
const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("make" as const),
      names: fc.array(name, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("remove" as const), at, count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("apex" as const), at }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("link" as const, "link" as const, "unlink" as const),
      by: link,
      at,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("address" as const), at, host: fc.nat({ max: 63 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("point" as const), at, to: at }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("subnet" as const),
      net: fc.nat({ max: 3 }),
      length: fc.integer({ min: 28, max: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("move" as const, "drop" as const), at }) },
);

describe("tree of names", () => {
  it("equals a brute-force search after any changes, and records have the place of their name", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), (changes) =>
        database.db
          .transaction({ mode: "read write", statementTimeout: 20_000, dryRun: true }, async (tx) => {
            for (const [step, one] of changes.entries()) {
              await apply(tx, one);
              await compare(tx, `${String(step)} ${JSON.stringify(one)}`);
            }
          })
          .then(() => undefined),
      ),
      { numRuns: 40 },
    );
  }, 120_000);

  it("keeps linked names a forest", async () => {
    await inTransaction(async (tx) => {
      await tx.query(
        `insert into dns.fqdn (value, type) select v, 'domain' from unnest(array['c.b.a.', 'a.', 'b.a.', 'x.a.']) v`,
      );
      await tx.query(
        `insert into dns.fqdn2ou (fqdn, ou) select id, (select min(id) from org.unit) from dns.fqdn where value in ('a.', 'c.b.a.')`,
      );
      const anchors = await tx.query(
        `select f.value, u.value up from dns.anchor a join dns.fqdn f on f.id = a.fqdn left join dns.fqdn u on u.id = a.up order by 1`,
      );
      expect(anchors).toEqual([
        { value: "a.", up: null },
        { value: "c.b.a.", up: "a." },
      ]);
    });
  });
});

async function inTransaction(work: (tx: Tx) => Promise<void>): Promise<void> {
  await database.db.transaction({ mode: "read write", statementTimeout: 20_000, dryRun: true }, work);
}

async function apply(tx: Tx, one: Change): Promise<void> {
  switch (one.kind) {
    case "make":
      await tx.query(
        `insert into dns.fqdn (value, type) select v, 'domain' from (select distinct unnest($1::text[]) v) x where v not in (select value from dns.fqdn)`,
        [one.names.filter((value) => value !== ".").concat(one.names.includes(".") ? ["."] : [])],
      );
      return;
    case "remove":
      return removeNames(tx, one.at, one.count);
    case "apex":
      await tx.query(`update dns.fqdn set is_zone_apex = not is_zone_apex where id = ${pick("dns.fqdn")}`, [
        one.at,
      ]);
      return;
    case "link":
    case "unlink":
      return changeLink(tx, one.kind, one.by, one.at);
    case "address":
      await tx.query(
        `insert into dns.record (fqdn, type, data) select f.id, 'A', $2::text from dns.fqdn f where f.id = ${pick("dns.fqdn")}
          and not exists (select from dns.record r where r.target_ipaddr = $2::text::inet)`,
        [one.at, `10.0.0.${String(one.host)}`],
      );
      return;
    case "point":
      await tx.query(
        `insert into dns.record (fqdn, type, data) select f.id, 'NS', x.value from dns.fqdn f, dns.fqdn x
          where f.id = ${pick("dns.fqdn")} and x.id = ${pick("dns.fqdn", "$2")}
          on conflict do nothing`,
        [one.at, one.to],
      );
      return;
    case "subnet":
      await tx.query(
        `insert into nd.ip_subnet (cidr, bcd) select c, (select id from nd.bcd order by name offset masklen(c) % 3 limit 1)
          from (select network(set_masklen(('10.0.0.' || $1::int * 16)::inet, $2::int))::cidr c) x where not exists (select from nd.ip_subnet s where s.cidr && c)`,
        [one.net, one.length],
      );
      return;
    case "move":
      await tx.query(
        `update nd.ip_subnet set bcd = (select id from nd.bcd order by id offset ($1::int % 3) limit 1) where id = ${pick("nd.ip_subnet")}`,
        [one.at],
      );
      return;
    case "drop":
      await tx.query(`delete from nd.ip_subnet where id = ${pick("nd.ip_subnet")}`, [one.at]);
  }
}

/** SQL for the row of a table that a number selects. */
function pick(table: string, place = "$1"): string {
  return `(select id from ${table} order by id offset (${place}::bigint % greatest((select count(*) from ${table}), 1)) limit 1)`;
}

/** Deletes names after their links and records, as the executor requires. */
async function removeNames(tx: Tx, first: number, count: number): Promise<void> {
  const gone = await tx.query<{ id: string }>(
    `select id::text id from (select id from dns.fqdn order by id offset ($1::bigint % greatest((select count(*) from dns.fqdn), 1)) limit $2) x`,
    [first, count],
  );
  const ids = [gone.map(({ id }) => id)];
  await tx.query(
    "delete from dns.record where fqdn = any($1::bigint[]) or target_fqdn = any($1::bigint[])",
    ids,
  );
  await tx.query("delete from dns.fqdn2group where fqdn = any($1::bigint[])", ids);
  await tx.query("delete from dns.fqdn2ou where fqdn = any($1::bigint[])", ids);
  await tx.query("delete from dns.fqdn where id = any($1::bigint[])", ids);
}

async function changeLink(
  tx: Tx,
  kind: "link" | "unlink",
  by: "fqdn2group" | "fqdn2ou",
  first: number,
): Promise<void> {
  if (kind === "unlink") {
    await tx.query(`delete from dns.${by} where id = ${pick(`dns.${by}`)}`, [first]);
    return;
  }
  const [column, table] = by === "fqdn2ou" ? ["ou", "org.unit"] : ["group_name", 'cntl."group"'];
  await tx.query(
    `insert into dns.${by} (fqdn, ${column}) select f.id, (select id from ${table} order by id offset ($1::bigint % 2) limit 1)
      from dns.fqdn f where f.id = ${pick("dns.fqdn")} on conflict do nothing`,
    [first],
  );
}

/** Compares all derived values of the database with values computed from names, links and networks. */
async function compare(tx: Tx, after: string): Promise<void> {
  const names = await tx.query<NameRow>(
    `select id::text id, value, is_zone_apex, id in (select fqdn from dns.fqdn2group union select fqdn from dns.fqdn2ou) is_linked,
      json_build_array(parent, anc, zone, scope, up)::text place from dns.fqdn order by id`,
  );
  const places = new Map(names.map((one) => [one.id, placeOf(one, names)]));
  for (const { id, value, place } of names)
    expect(JSON.parse(place), `${after}: ${value}`).toEqual(places.get(id));
  const subnets = await tx.query<SubnetRow>(
    "select id::text id, bcd::text bcd, cidr::text cidr from nd.ip_subnet",
  );
  const records = await tx.query<RecordRow>(
    `select id::text id, fqdn::text fqdn, host(target_ipaddr) address, json_build_array(zone, scope, bcd)::text place from dns.record`,
  );
  for (const { id, fqdn, address, place } of records) {
    const [, , zone, scope] = places.get(fqdn) ?? [];
    const bcd = address === null ? null : (subnets.find(({ cidr }) => lies(address, cidr))?.bcd ?? null);
    expect(JSON.parse(place), `${after}: record ${id}`).toEqual([
      zone,
      scope,
      bcd === null ? null : Number(bcd),
    ]);
  }
}

function placeOf(one: NameRow, all: readonly NameRow[]): readonly unknown[] {
  const path = all
    .filter(({ value }) => value === one.value || value === "." || one.value.endsWith(`.${value}`))
    .sort((left, right) => left.value.length - right.value.length);
  const last = (rows: readonly NameRow[]): number | null =>
    rows.length === 0 ? null : Number(rows.at(-1)?.id);
  const above = path.slice(0, -1);
  const linked = last(path.filter(({ is_linked }) => is_linked));
  return [
    last(above),
    path.map(({ id }) => Number(id)),
    last(path.filter(({ is_zone_apex }) => is_zone_apex)),
    linked,
    one.is_linked ? last(above.filter(({ is_linked }) => is_linked)) : null,
  ];
}

/** Whether 10.0.0.x lies in a network of 10.0.0.0/24. */
function lies(address: string, cidr: string): boolean {
  const [network = "", length = ""] = cidr.split("/");
  const host = Number(address.split(".")[3]);
  const first = Number(network.split(".")[3]);
  return host >= first && host < first + 2 ** (32 - Number(length));
}

describe("rules of records that every writer keeps", () => {
  it.each<[string, readonly (readonly [string, string, string | null])[], string | null]>([
    [
      "an alias beside an address",
      [
        ["a.", "A", "10.0.0.1"],
        ["a.", "CNAME", "b."],
      ],
      "dns_record_alone",
    ],
    [
      "a second alias",
      [
        ["a.", "CNAME", "b."],
        ["a.", "CNAME", "c."],
      ],
      "dns_record_one_cname",
    ],
    [
      "two reverse names of one address",
      [
        ["a.", "A", "10.0.0.1"],
        ["b.", "A", "10.0.0.1"],
      ],
      "dns_record_reverse",
    ],
    [
      "the same record twice",
      [
        ["a.", "REF-FQDN", null],
        ["a.", "REF-FQDN", null],
      ],
      "dns_record_key",
    ],
    ["a target that does not exist", [["a.", "NS", "nowhere."]], "dns_record_target_fqdn_fkey"],
    ["an address that is not in short form", [["a.", "AAAA", "2001:db8:0::1"]], "dns_record_data"],
    ["an address of the other family", [["a.", "A", "2001:db8::1"]], "dns_record_data"],
    ["data of a bare reference", [["a.", "REF-FQDN", "x"]], "dns_record_data"],
    [
      "several records that fit",
      [
        ["a.", "A", "10.0.0.1"],
        ["a.", "MX", "10 b."],
        ["a.", "TXT", "x".repeat(4000)],
      ],
      null,
    ],
  ])("%s", async (_, records, constraint) => {
    await inTransaction(async (tx) => {
      await tx.query(`insert into dns.fqdn (value, type) select unnest(array['a.', 'b.', 'c.']), 'domain'`);
      const sent = [JSON.stringify(records.map(([name, type, data]) => ({ name, type, data })))];
      const broken = await tx
        .nested((inner) =>
          inner.query(
            `insert into dns.record (fqdn, type, data) select f.id, r.type, r.data
              from json_to_recordset($1::json) r(name text, type text, data text) join dns.fqdn f on f.value = r.name`,
            sent,
          ),
        )
        .then(
          () => null,
          (fault: unknown) =>
            fault instanceof Error && "constraint" in fault ? fault.constraint : String(fault),
        );
      expect(broken).toBe(constraint);
    });
  });

  it("targets follow from the data, and addresses have a reverse name by default", async () => {
    await inTransaction(async (tx) => {
      await tx.query(`insert into dns.fqdn (value, type) select unnest(array['a.', 'b.']), 'domain'`);
      const rows = await tx.query(
        `insert into dns.record (fqdn, type, data) select f.id, r.type, r.data
          from (values ('A', '10.0.0.1'), ('SRV', '0 5 443 b.'), ('TXT', 'b.')) r(type, data), dns.fqdn f where f.value = 'a.'
          returning type, host(target_ipaddr) ip, (select value from dns.fqdn where id = target_fqdn) as name, target_data_unref text, target_is_reverse_unique reverse`,
      );
      expect(rows).toEqual([
        { type: "A", ip: "10.0.0.1", name: null, text: null, reverse: true },
        { type: "SRV", ip: null, name: "b.", text: null, reverse: false },
        { type: "TXT", ip: null, name: null, text: "b.", reverse: false },
      ]);
    });
  });
});
