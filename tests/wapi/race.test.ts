import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Tx } from "../../server/db/database.ts";
import { codeOf, smallWorld, type Said, type SentStep, type SmallWorld } from "../support/small-world.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** Two transactions that both finish their work before either commits, unless one has to wait for the other. */
async function atOnce(one: string, other: string): Promise<void> {
  const waiting: (() => void)[] = [];
  const meet = async (tx: Tx, sql: string): Promise<void> => {
    await tx.query(sql);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const go of waiting) go();
      else setTimeout(resolve, 400);
    });
  };
  const options = { mode: "read write", statementTimeout: 5_000, dryRun: false } as const;
  await Promise.all([one, other].map((sql) => world.db.transaction(options, (tx) => meet(tx, sql))));
}

/** Answers to two calls. The second is sent when the first has run its steps, and waits until the first ends. */
async function oneWhileOther(one: readonly SentStep[], other: readonly SentStep[]): Promise<readonly Said[]> {
  const late = { name: "nd.bcd.update", old: { name: "scc-other-1" }, new: { description: "late" } };
  const options = { mode: "read write", statementTimeout: 20_000, dryRun: false } as const;
  const answers = await world.db.transaction(options, async (tx) => {
    await tx.query("select from nd.bcd where name = 'scc-other-1' for update");
    const first = world.execute("ada", [...one, late]);
    await expect.poll(() => waiting(), { timeout: 10_000 }).toBe(1);
    const second = world.execute("ada", other);
    await expect.poll(() => waiting(), { timeout: 10_000 }).toBe(2);
    return [first, second];
  });
  return Promise.all(answers);
}

/** Number of transactions that wait for another one. */
async function waiting(): Promise<number> {
  const [row] = await world.db.query<{ n: number }>(`select count(*)::int n from ${LOCK_WAITERS}`);
  return row?.n ?? 0;
}

const MISPLACED = `select f.value, p.value parent from dns.fqdn f left join dns.fqdn p on p.id = f.parent
  where f.parent is distinct from (select n.id from dns.fqdn n
    where n.id <> f.id and n.value = any(dns.names_above(f.value)) order by length(n.value) desc limit 1)`;

describe("two transactions at once", () => {
  const insert = (value: string, more = "false"): string =>
    `insert into dns.fqdn (value, type, is_zone_apex) values ('${value}', 'domain', ${more})`;

  it.each([
    ["a name and one below it", insert("a.example.com."), insert("x.a.example.com.")],
    ["a zone and a name in it", insert("z.example.com.", "true"), insert("x.z.example.com.")],
    [
      "a name gone and one below it",
      "delete from dns.fqdn where value = 'a.example.com.'",
      insert("y.a.example.com."),
    ],
  ])("%s", async (_, one, other) => {
    await atOnce(one, other);
    expect(await world.db.query(MISPLACED)).toEqual([]);
  });

  it("keep the rules for a linked name and a name below it", async () => {
    await atOnce(
      `insert into dns.fqdn2group (fqdn, group_name) select f.id, g.id from dns.fqdn f, cntl."group" g where f.value = 'z.example.com.' and g.name = 'other'`,
      insert("w.z.example.com."),
    );
    const wrong = await world.db.query(
      `select f.value from dns.fqdn f join dns.fqdn z on z.value = 'z.example.com.' where f.value like '%.z.example.com.' and f.scope is distinct from z.id`,
    );
    expect(wrong).toEqual([]);
  });

  it("keep the rules for a subnet and a record in it", async () => {
    await atOnce(
      `insert into nd.ip_subnet (cidr, bcd) select '192.0.2.0/24', id from nd.bcd where name = 'scc-other-1'`,
      `insert into dns.record (fqdn, type, data) select id, 'A', '192.0.2.9' from dns.fqdn where value = 'example.com.'`,
    );
    const wrong = await world.db.query(
      "select r.data from dns.record r where r.bcd is distinct from dns.bcd_of(r.target_ipaddr)",
    );
    expect(wrong).toEqual([]);
  });

  it("keep the rules for two records of one name, one of them with a TTL", async () => {
    const create = (data: string, more: object = {}) => ({
      name: "dns.record.create",
      new: { fqdn: "example.com.", type: "TXT", data, ...more },
    });
    const answers = await oneWhileOther([create("one", { ttl: 61 })], [create("two")]);
    expect(answers.map(codeOf)).toEqual(["200", "200"]);
    const ttls = await world.db.query<{ data: string; ttl: string }>(
      "select data, ttl from dns.record where type = 'TXT' order by id",
    );
    expect(ttls.map(({ data, ttl }) => [data, ttl])).toEqual([
      ["one", "61"],
      ["two", "61"],
    ]);
  });

  it("keep the rules for a delegation and a text below it", async () => {
    const made = (value: string): SentStep => ({ name: "dns.fqdn.create", new: { value } });
    const record = (fqdn: string, type: string, data: string): SentStep => ({
      name: "dns.record.create",
      new: { fqdn, type, data },
    });
    const [cut, below] = ["cut.example.com.", "w.cut.example.com."];
    expect(codeOf(await world.execute("ada", [made(cut), made(below)]))).toBe("200");
    const answers = await oneWhileOther([record(cut, "NS", "example.com.")], [record(below, "TXT", "x")]);
    expect(answers.map(codeOf)).toEqual(["200", "-20060/4"]);
  });
});
