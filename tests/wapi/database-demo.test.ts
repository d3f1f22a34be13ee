import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passwordHash } from "../../server/access/password.ts";
import { tokenHash } from "../../server/access/token.ts";
import { isEmpty, loadDemo, writeTokenFile } from "../../server/demo/load.ts";
import type { Database } from "../../server/db/database.ts";
import { demoToken, testDatabase } from "../support/postgres.ts";
import type { TestDatabase } from "../support/postgres.ts";

let demo: TestDatabase;

beforeAll(async () => {
  demo = await testDatabase({ demo: true });
});

afterAll(() => demo.close());

const now = new Date("2026-01-05T12:00:00Z");

function load(db: Database, { catalogue }: TestDatabase) {
  return loadDemo(db, "S", { catalogue, passwordHash, tokenHash, newToken: demoToken, now });
}

/** A hash of all rows of the campus without salted passwords, notices and the ends of TTLs, which depend on the clock. */
async function hashOf(db: Database): Promise<string> {
  const tables = [
    "org.unit",
    "nd.bcd",
    "nd.ip_subnet",
    "nd.room",
    "dns.fqdn",
    "dns.record",
    "cntl.mgr",
    "cntl.mgr2group",
    "nd.bcd2group",
    "dns.fqdn2group",
  ];
  const parts: string[] = [];
  for (const table of tables) {
    const [row] = await db.query<{ hash: string }>(
      `select md5(string_agg((to_jsonb(t) - 'ttl_reset_date')::text, chr(10) order by t.id)) as hash from ${table} t`,
    );
    parts.push(row?.hash ?? "");
  }
  return parts.join();
}

async function count(sql: string): Promise<number> {
  const [row] = await demo.db.query<{ n: string }>(`select count(*) as n from ${sql}`);
  return Number(row?.n);
}

/** The constraint that a statement violates, also if it is checked at the end of the transaction. */
async function broken(sql: string): Promise<unknown> {
  const options = { mode: "read write", statementTimeout: 10_000, dryRun: true } as const;
  return demo.db
    .transaction(options, (tx) => tx.query(sql))
    .then(
      () => null,
      (fault: unknown) => (fault instanceof Error && "constraint" in fault ? fault.constraint : fault),
    );
}

describe("demo campus", () => {
  it("is the same on every machine, and fills empty databases only", async () => {
    const other = await testDatabase();
    expect(await isEmpty(other.db)).toBe(true);
    await load(other.db, other);
    expect(await hashOf(other.db)).toBe(await hashOf(demo.db));
    await expect(load(other.db, other)).rejects.toThrow("The database is not empty.");
    await other.close();
  });

  it("has a tree four levels deep, owned networks and names, and every record in its zone", async () => {
    const levels = await demo.db.query("select distinct cardinality(path) as level from org.unit order by 1");
    expect(levels).toEqual([{ level: 1 }, { level: 2 }, { level: 3 }, { level: 4 }]);
    expect(await count("nd.bcd b where not exists (select from nd.bcd2group l where l.bcd = b.id)")).toBe(0);
    expect(await count("dns.record where zone is null or scope is null and name <> 'example.edu.'")).toBe(0);
    expect(await count("dns.record where type in ('A', 'AAAA') and bcd is null")).toBe(0);
    expect(await count("dns.fqdn where value = 'example.edu.' and is_zone_apex")).toBe(1);
  });

  it("has special cases: the root name, an OE without administrators, a domain of a group, a temporary TTL", async () => {
    const root = "(select id from dns.fqdn where value = '.')";
    expect(await count(`dns.fqdn where value = 'tannmuehl.example.' and parent = ${root}`)).toBe(1);
    expect(await count(`dns.fqdn where not anc @> array[${root}]`)).toBe(0);
    const closed = "org.unit u where not u.can_have_mgr";
    expect(await count(closed)).toBe(1);
    expect(await count(`${closed} and exists (select from cntl.mgr2ou l where l.ou = u.id)`)).toBe(0);
    expect(await count("cntl.group where name = 'dns-automatik' and dhcp_domain is not null")).toBe(1);
    expect(await count("dns.record where ttl is not null and ttl_reset_date > now()")).toBe(2);
    expect(await count("nd.ip_subnet where router_anycast_addr is not null")).toBeGreaterThan(0);
    expect(await count("cntl.mgr where kit_status is not null")).toBeGreaterThan(0);
    const served = "domain is not null and cardinality(dns_server_list) > 0";
    expect(await count(`dhcp.bcd_setting where is_enabled and ${served}`)).toBeGreaterThan(0);
  });

  it("gives the demo accounts their promised contents", async () => {
    const admin = `cntl.mgr2role l join cntl.mgr m on m.id = l.login_name join cntl.role r on r.id = l.role_name where m.login_name = 'ada' and r.name = 'admin'`;
    expect(await count(admin)).toBe(1);
    const ungranted = `cntl.permission p where not exists (select from cntl.role2permission l join cntl.role r on r.id = l.role_name
      where r.name = 'admin' and l.permission_name = p.id)`;
    expect(await count(ungranted)).toBe(0);
    const of = (login: string): string => `(select id from cntl.mgr where login_name = '${login}')`;
    expect(
      await count(`org.unit u join cntl.mgr2ou l on l.ou = any(u.path) where l.login_name = ${of("otto")}`),
    ).toBeGreaterThan(5);
    expect(await count(`cntl.mgr2group where login_name = ${of("greta")}`)).toBe(2);
    expect(await count("cntl.mgr where login_name = 'lars' and is_adm_locked")).toBe(1);
    expect(await count("cntl.mgr where login_name = 'nora'")).toBe(0);
    expect(await count("cntl.password where login_name = 'nora'")).toBe(1);
    const networks = `nd.bcd2group b join cntl.mgr2group g on g.group_name = b.group_name where g.login_name = ${of("otto-sub")}`;
    expect(await count(networks)).toBe(1);
    const hash = tokenHash(demoToken("svc-dns"));
    expect(await count(`cntl.wapi_auth where login_name = ${of("svc-dns")} and token_hash = '${hash}'`)).toBe(
      1,
    );
  });

  it("writes its tokens to a file that only its owner can read", () => {
    const folder = mkdtempSync(join(tmpdir(), "netportal-tokens-"));
    const file = writeTokenFile(folder, { "otto-sub": "text" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ "otto-sub": "text" });
    rmSync(folder, { recursive: true });
  });
});

describe("constraints hold in the database itself", () => {
  const NAME = "(select fqdn from dns.record where type = 'A' order by id limit 1)";

  it.each([
    [
      "subnets do not overlap",
      "insert into nd.ip_subnet (cidr, bcd) select network(set_masklen(cidr::inet, masklen(cidr) + 1)), bcd from nd.ip_subnet where id = 1",
      "nd_ip_subnet_cidr_overlap",
    ],
    [
      "a key stands once",
      "insert into nd.net_instnc (name) select name from nd.net_instnc limit 1",
      "nd_net_instnc_key",
    ],
    ["a referenced row stays", "delete from nd.site where id = 1", "nd_bldg_site_fkey"],
    [
      "no other data beside a CNAME",
      `insert into dns.record (fqdn, type, data) select ${NAME}, 'CNAME', value from dns.fqdn where id = 1`,
      "dns_record_alone",
    ],
    [
      "one reverse name for an address",
      "insert into dns.record (fqdn, type, data) select (select max(id) from dns.fqdn where type = 'domain'), type, data from dns.record where type = 'A' order by id limit 1",
      "dns_record_reverse",
    ],
    [
      "a unit is not below itself",
      "update org.unit set parent = (select max(id) from org.unit where 2 = any(path)) where id = 2",
      "org_unit_cycle",
    ],
  ])("%s", async (_, sql, constraint) => {
    expect(await broken(sql)).toBe(constraint);
  });

  it("networks may overlap until the end of a transaction", async () => {
    const split = `insert into nd.ip_subnet (cidr, bcd) select network(set_masklen(cidr::inet, masklen(cidr) + 1)), bcd from nd.ip_subnet where id = 1;
      delete from nd.ip_subnet where id = 1`;
    expect(await broken(split)).toBeNull();
  });
});
