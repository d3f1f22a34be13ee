import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { transferTo } from "../../server/services/dns/content.ts";
import { hadBy, KINDS, servedWorld, type ServedWorld } from "../support/name-servers.ts";

const ZONE = "example.com.";
/** Records of the zone. */
const COUNT = 20_000;
/** Number of changed records: more than are checked before the first is sent, and few enough to be sent by steps. */
const CHANGING = 7_777;

const NAMES = `insert into dns.fqdn (value, type) select 'l' || n || '.${ZONE}', 'domain' from generate_series(1, ${String(COUNT)}) n`;
const RECORDS = `insert into dns.record (fqdn, type, data) select id, 'TXT', 'old' from dns.fqdn where value like 'l%.${ZONE}'`;
const CHANGED = `update dns.record set data = $1 where type = 'TXT' and fqdn in (select id from dns.fqdn where value ~ '^l[3-9].*[.]example[.]com[.]$')`;

describe.skipIf(KINDS.length === 0)("[API-82] a change of many records of a zone", () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await servedWorld();
    await world.db.query(NAMES);
    await world.db.query(RECORDS);
    await world.live(120_000);
  }, 180_000);
  afterAll(() => world.close());

  const serial = async (): Promise<number> => {
    const [row] = await world.db.query<{ serial: number }>("select serial from output.zone where name = $1", [
      ZONE,
    ]);
    return Number(row?.serial);
  };
  const bytesOf = async (text: string): Promise<readonly number[]> => {
    const wanted = Buffer.from(`${String.fromCodePoint(text.length)}${text}`).toString("hex");
    const counts: number[] = [];
    for (const server of world.servers)
      counts.push((await hadBy(server, ZONE)).filter((record) => record.endsWith(wanted)).length);
    return counts;
  };

  it("is sent from its first record on, before the last record is checked", async () => {
    const since = await serial();
    await world.db.query(CHANGED, ["new"]);
    await world.live(120_000);
    const [server] = await world.db.query<{ id: string }>("select id::text from output.server limit 1");
    const began = performance.now();
    let [first, count] = [0, 0];
    await transferTo(world.db, { zone: ZONE, server: server?.id ?? "", since }, async (records) => {
      for await (const record of records ?? []) {
        // The first record is the SOA of the new version, and the second one that of the version before.
        if (++count === 100) first = performance.now() - began;
        expect(record.length).toBeGreaterThan(0);
      }
    });
    const whole = performance.now() - began;
    expect(count).toBe(2 * CHANGING + 4);
    expect(first).toBeLessThan(whole / 2);
    expect(await bytesOf("new")).toEqual(world.servers.map(() => CHANGING));
  });

  it("reaches the servers as a whole even if one of the records can no longer be sent", async () => {
    // One statement, so that it is one step.
    const broken = `insert into dns.record (fqdn, type, data) select id, 'HTTPS', '1 . mandatory=alpn' from dns.fqdn where value = 'l7.${ZONE}'`;
    await world.db.query(`with broken as (${broken}) ${CHANGED}`, ["newer"]);
    await world.live(120_000);
    expect(await bytesOf("newer")).toEqual(world.servers.map(() => CHANGING));
    expect(await bytesOf("new")).toEqual(world.servers.map(() => 0));
    expect(world.logged.join()).toContain("a record of its changes cannot be sent");
  });
});
