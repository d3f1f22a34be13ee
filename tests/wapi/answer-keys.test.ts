import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { DNS_ANSWERS } from "../../server/domain/dns/publish.sql.ts";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

const REVERSE = "100.51.198.in-addr.arpa.";

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const zone = (value: string): SentStep => create("dns.fqdn", { value, is_zone_apex: true });
const record = (fqdn: string, type: string, data: string, more: Params = {}): SentStep =>
  create("dns.record", { fqdn, type, data, fqdn_type: "domain", ...more });

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  const said = await world.execute("ada", [
    zone(REVERSE),
    zone("a.example.com."),
    zone("b.example.com."),
    record("ns.example.org.", "A", "203.0.113.53"),
    record("a.example.com.", "NS", "ns.example.org."),
    record("www.a.example.com.", "A", "198.51.100.80"),
    create("dns.fqdn", { value: "ns.b.example.com." }),
    ...["ns2.example.org.", "mail.example.org."].map((value) => create("dns.fqdn", { value })),
    record("sub.a.example.com.", "NS", "ns.b.example.com."),
    record("www.b.example.com.", "A", "198.51.100.81", { target_is_reverse_unique: false }),
    record("b.example.com.", "NS", "ns.example.org."),
    record("b.example.com.", "NS", "ns2.example.org."),
    record("b.example.com.", "MX", "10 mail.example.org."),
    record("c.example.com.", "A", "203.0.113.80"),
  ]);
  rowsOf(said);
});
afterAll(() => world.close());

/** The names whose answers are read again for these notes of a dry run. */
async function keysOf(
  ...notes: readonly (readonly [kind: string, key: string])[]
): Promise<readonly string[]> {
  const options = { mode: "read write", statementTimeout: 10_000, dryRun: true } as const;
  return world.db.transaction(options, async (tx) => {
    await tx.query(
      "insert into output.asked (kind, key) select * from unnest($1::text[], $2::text[]) n(kind, key)",
      [notes.map(([kind]) => kind), notes.map(([, key]) => key)],
    );
    const rows = await tx.query<{ key: string }>(DNS_ANSWERS.keys);
    return [...new Set(rows.map(({ key }) => key))].toSorted();
  });
}

const BELOW_B = ["b.example.com.", "ns.b.example.com.", "www.b.example.com."];
const SERVERS_OF_B = ["ns.example.org.", "ns2.example.org."];

describe("the names whose answers a dry run reads again", () => {
  it("are the name, or the reverse name of the address", async () => {
    expect(await keysOf(["name", "www.a.example.com."])).toEqual(["www.a.example.com."]);
    expect(await keysOf(["name", "a.example.com."])).toEqual(["a.example.com."]);
    expect(await keysOf(["address", "198.51.100.80"])).toEqual([`80.${REVERSE}`]);
    expect(await keysOf(["address", "2001:db8::1"])).toHaveLength(1);
    expect(await keysOf(["client", "7"], ["name", "c.example.com."])).toEqual(["c.example.com."]);
  });

  it("are the names of a zone and below it, and the name servers of all of them", async () => {
    expect(await keysOf(["zone", "a.example.com."])).toEqual([
      "a.example.com.",
      "ns.b.example.com.",
      "ns.example.org.",
      "sub.a.example.com.",
      "www.a.example.com.",
    ]);
    expect(await keysOf(["zone", "b.example.com."])).toEqual([...BELOW_B, ...SERVERS_OF_B].toSorted());
  });

  it("are the reverse names of a reverse zone, but not those of addresses that want none", async () => {
    expect(await keysOf(["zone", REVERSE])).toEqual([REVERSE, `80.${REVERSE}`].toSorted());
  });

  it("are those of a whole zone only if all its name servers come or go", async () => {
    const [one, two] = SERVERS_OF_B.map((data) => ["servers", `b.example.com. ${data}`] as const);
    if (one === undefined || two === undefined) throw new Error("two name servers");
    expect(await keysOf(one)).toEqual([]);
    expect(await keysOf(["name", `b.example.com. ns.example.org.`], two)).toEqual([
      "b.example.com. ns.example.org.",
    ]);
    expect(await keysOf(one, two)).toEqual([...BELOW_B, ...SERVERS_OF_B].toSorted());
    // The last one is gone already, so nothing else is said about it.
    expect(await keysOf(["servers", "example.com. ns.example.org."])).toContain("c.example.com.");
    expect(await keysOf(["servers", "sub.a.example.com. ns.b.example.com."])).toEqual([]);
  });
});
