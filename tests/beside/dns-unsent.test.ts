import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import { hadBy, KINDS, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { rowsOf } from "../support/small-world.ts";

const LABEL = "a".repeat(63);
/** 255 characters, one more than fits on the wire. */
const LONG_NAME = `${LABEL}.${LABEL}.${LABEL}.${"a".repeat(50)}.example.com.`;

/** Data that are older than the rules. */
const OLD = [
  ["old1.example.com.", "HTTPS", "1 . mandatory=alpn"],
  ["old2.example.com.", "NAPTR", '10 10 "u" "E2U+sip" "no expression" .'],
  ["old3.example.com.", "SVCB", '1 . alpn="" port=1'],
  [LONG_NAME, "TXT", "x"],
] as const;

describe.skipIf(KINDS.length === 0)("[API-82] records that no name server would take", () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await servedWorld();
    await world.live();
    for (const [name, type, data] of OLD) {
      await world.db.query("insert into dns.fqdn (value, type) values ($1, 'domain')", [name]);
      await world.db.query(
        "insert into dns.record (fqdn, type, data) select id, $2, $3 from dns.fqdn where value = $1",
        [name, type, data],
      );
    }
    const good = { fqdn: "good.example.com.", fqdn_type: "domain", type: "TXT", data: "good" };
    rowsOf(await world.execute("ada", [{ name: "dns.record.create", new: good }]));
    await world.live();
  });
  afterAll(() => world.close());

  it("are left out, while the rest of the zone is served", async () => {
    for (const server of world.servers) {
      const has = (await hadBy(server, "example.com.")).join(" ");
      expect(has).toContain(Buffer.from("\x04good").toString("hex"));
      expect(has).not.toContain(Buffer.from("\x04old1").toString("hex"));
    }
  });

  it("are reported at the record, the name, the zone and the delivery", async () => {
    const said = await world.execute("ada", [
      { name: "output.record_state.list", old: { error: "left_out" } },
      { name: "output.name_state.list", old: { error: "left_out", sorting_params_list: ["fqdn"] } },
      { name: "output.delivery.list", old: { unit: "example.com." } },
    ]);
    expect(
      rowsOf(said)
        .map((row) => textIn(row["name"]))
        .toSorted(),
    ).toEqual(OLD.map(([name]) => name).toSorted());
    const names = rowsOf(said, 1).map((row) => textIn(row["fqdn"]));
    expect(names.toSorted()).toEqual([...OLD.map(([name]) => name), "example.com."].toSorted());
    expect(rowsOf(said, 2).map((row) => [row["is_live"], row["left_out"]])).toEqual(
      world.servers.map(() => [true, OLD.length]),
    );
  });

  it("are delivered when they are corrected", async () => {
    const [name, type, data] = OLD[0];
    const mended = { data: "1 . mandatory=alpn alpn=h2" };
    rowsOf(
      await world.execute("ada", [
        { name: "dns.record.update", old: { fqdn: name, type, data }, new: mended },
      ]),
    );
    await world.live();
    for (const server of world.servers)
      expect((await hadBy(server, "example.com.")).join(" ")).toContain(
        Buffer.from("\x04old1").toString("hex"),
      );
    expect(
      rowsOf(
        await world.execute("ada", [{ name: "output.delivery.list", old: { unit: "example.com." } }]),
      )[0],
    ).toMatchObject({
      left_out: OLD.length - 1,
    });
  });
});
