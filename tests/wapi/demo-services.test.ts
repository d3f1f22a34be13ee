import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isList, isObject, type Json } from "#contract/wire/json";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { checkServices, unservedOf } from "../../server/services/drift/check.ts";
import { demoWorld, texts, type DemoWorld } from "../support/demo-world.ts";

let world: DemoWorld;
beforeAll(async () => {
  world = await demoWorld();
}, 120_000);
afterAll(() => world.close());

/** Rows that a plan read of a table. */
function rowsOfTable(plan: Json | undefined, table: string): number {
  if (isList(plan)) return plan.reduce<number>((sum, part) => sum + rowsOfTable(part, table), 0);
  if (!isObject(plan)) return 0;
  const { "Relation Name": name, "Actual Rows": rows, "Actual Loops": loops } = plan;
  const own = name === table ? Number(rows) * Number(loops) : 0;
  return own + rowsOfTable(Object.values(plan), table);
}

async function none(sql: string): Promise<void> {
  expect(await world.db.query(`select 1 from ${sql} limit 1`)).toEqual([]);
}

describe("services of the demo campus", () => {
  it("otto has pools, assignments, leases and clients with keys", async () => {
    for (const type of ["dhcp.pool", "dhcp.static_assignment", "dhcp.lease", "macauth.client"]) {
      const own = await world.rows("otto", `${type}.list`, { is_own: true });
      expect([type, own.length > 3]).toEqual([type, true]);
    }
    const clients = await world.rows("otto", "macauth.client.list", { is_own: true });
    expect(texts(clients, "wpa2_key")).toHaveLength(clients.length);
    for (const key of texts(clients, "wpa2_key")) expect(key).toMatch(/^[A-Za-z2-9]{20}$/);
    expect(clients.some((row) => row["last_login"] !== null)).toBe(true);
    expect(clients.some((row) => row["last_login"] === null)).toBe(true);
  });

  it("otto and greta have sent tickets, two came from outside, and otto is on the team that works on most of them", async () => {
    const states = async (login: string, filter = {}) =>
      (await world.rows(login, "req.ticket.list", filter)).map((row) => row["state"]);
    expect(await states("otto", { is_own: true })).toEqual(["done", "in_work"]);
    expect(await states("otto", { is_team: true })).toEqual(["done", "in_work", "open", "open", "open"]);
    expect(await world.rows("greta", "req.ticket.list")).toMatchObject([
      { state: "open", sender_name: "Greta Hölzer", assignee: null, is_team: false },
      { state: "open", sender_name: "Greta Hölzer", assignee: null, is_team: false },
    ]);
    expect(await world.rows("ada", "req.ticket.list")).toHaveLength(6);
    expect(await world.rows("ada", "req.ticket.list", { assignee: "ada" })).toHaveLength(3);
    const networks = (await world.rows("ada", "nd.bcd.list")).map((row) => row["name"]);
    const asked = await world.rows("ada", "req.ticket.list", { form: "dhcp" });
    for (const { fields = null } of asked)
      expect(networks).toContain(isObject(fields) ? fields["bcd"] : null);
  });

  it("there are sets of name servers, and a notice", async () => {
    expect(await world.rows("greta", "dnscfg.ns_set.list")).toMatchObject([
      { name: "campus", members_are_exclusive: true },
      { name: "intern", members_are_exclusive: false },
    ]);
    expect(await world.rows("greta", "dnscfg.ns_set_member.list", { ns_set_name: "campus" })).toHaveLength(2);
    expect(await world.rows("greta", "wapi.system_alert.list", { is_active: true })).toHaveLength(1);
  });

  it("the answers of many names are computed without reading other names", async () => {
    const [row] = await world.db.query<{ "QUERY PLAN": Json }>(
      `explain (analyze, format json, timing off) select * from output.wanted_named
       where name = any(array(select name from dns.record where type = 'A' order by id limit 1000))`,
    );
    expect(rowsOfTable(row?.["QUERY PLAN"] ?? null, "fqdn")).toBeLessThan(300);
  });

  it("everything can be served: zones have name servers with addresses, addresses have reverse names, settings have services", async () => {
    const catalogue = await loadCatalogue();
    expect((await checkServices(world.db, catalogue)).found).toEqual([]);
    expect(await unservedOf(world.db, catalogue)).toEqual([]);
    const names = await world.db.query<{ version: number; addresses: number; reverse: number }>(
      `select family(r.target_ipaddr) as version, count(*)::int as addresses, count(w.name)::int as reverse from dns.record r
       left join output.wanted_reverse w on w.name = output.reverse_name(r.target_ipaddr) and w.rdata = r.name
       where r.target_ipaddr is not null group by 1 order by 1`,
    );
    expect(names.map(({ version }) => version)).toEqual([4, 6]);
    for (const { addresses, reverse } of names) {
      expect(addresses).toBeGreaterThan(2_000);
      expect(reverse).toBe(addresses);
    }
  });

  it("all rows keep the rules of the server", async () => {
    await none(`dhcp.pool p join nd.ip_subnet s on s.id = p.subnet where not (s.cidr >>= p.first_addr and s.cidr >>= p.last_addr)
      or p.last_addr - p.first_addr + 1 > 2 ^ (32 - masklen(s.cidr)) - 5 or s.bcd <> p.bcd
      or exists (select from dns.record r where r.target_ipaddr between p.first_addr and p.last_addr)
      or exists (select from dhcp.static_assignment a where a.ip_addr between p.first_addr and p.last_addr)`);
    await none(`dhcp.static_assignment a join nd.ip_subnet s on s.id = a.subnet where not s.cidr >>= a.ip_addr or s.bcd <> a.bcd
      or a.ip_addr = host(broadcast(s.cidr))::inet`);
    await none(
      `dnscfg.ns_set_member m join dnscfg.ns_set s on s.id = m.ns_set_name where m.is_exclusive <> s.members_are_exclusive`,
    );
    await none(
      `cntl.ot_lang_attr_val v join org.unit u on v.object_gfk = 'ou-' || u.id and v.language_tag = 'de' where v.value <> u.title`,
    );
  });
});
