import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import { KINDS, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { rowsOf, type SentStep } from "../support/small-world.ts";

const ZONE = "example.com.";

describe.skipIf(KINDS.length === 0)(`the state of names and transactions on ${KINDS.join(" and ")}`, () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await servedWorld();
    await world.live();
  });
  afterAll(() => world.close());

  const record = (fqdn: string, data: string): SentStep => ({
    name: "dns.record.create",
    new: { fqdn, fqdn_type: "domain", type: "A", data, target_is_reverse_unique: false },
  });
  const list = async (type: string, old: Params): Promise<readonly Row[]> =>
    rowsOf(await world.execute("ada", [{ name: `${type}.list`, old }]));
  const nameState = (fqdn: string): Promise<readonly Row[]> => list("output.name_state", { fqdn });

  /** Applies one transaction; answers its gpk and the second in which it began, for times have no parts of a second. */
  async function apply(...steps: readonly SentStep[]) {
    const before = Math.floor(Date.now() / 1000) * 1000;
    rowsOf(await world.execute("ada", steps));
    const [last] = await world.db.query<{ gpk: string }>(
      "select 'tx-' || max(id) as gpk from wapi.transaction",
    );
    return { gpk: last?.gpk ?? "", before };
  }
  const sinceOf = (row: Row): number => Date.parse(textIn(row["since"]));

  it("is shown for each server, with the time when the server first showed the change", async () => {
    const { gpk, before } = await apply(record("a.example.com.", "198.51.100.10"));
    await world.live();
    for (const rows of [
      await nameState("a.example.com."),
      await list("output.transaction_state", { transaction_gfk: gpk }),
    ]) {
      expect(
        rows.map(({ server, zone, unit, is_live, error }) => [server, zone ?? unit, is_live, error]),
      ).toEqual(KINDS.map((kind) => [kind, ZONE, true, null]));
      for (const row of rows) {
        expect(sinceOf(row)).toBeGreaterThanOrEqual(before);
        expect(sinceOf(row)).toBeLessThanOrEqual(Date.now());
      }
    }
  });

  it("stays as it was when another name of the zone is changed", async () => {
    const [first, zone] = [await nameState("a.example.com."), await nameState(ZONE)];
    await pause(1_100);
    const { gpk } = await apply(record("b.example.com.", "198.51.100.11"));
    await world.live();
    expect(await nameState("a.example.com.")).toEqual(first);
    const states = await list("output.transaction_state", { transaction_gfk: gpk });
    expect(await nameState("b.example.com.")).toMatchObject(
      states.map(({ server, since }) => ({ server, since, is_live: true })),
    );
    // The page of the zone shows its latest version.
    for (const [at, row] of (await nameState(ZONE)).entries())
      expect(sinceOf(row)).toBeGreaterThan(sinceOf(zone[at] ?? {}));
  });

  it("of a record is independent of other records of its name", async () => {
    const address = { fqdn: "a.example.com.", type: "A", data: "198.51.100.10" };
    const recordState = async (key: Params): Promise<readonly Row[]> => {
      const [record] = await list("dns.record", key);
      return await list("output.record_state", { record_gfk: record?.["gpk"] ?? null });
    };
    const first = await recordState(address);
    expect(first.map(({ server, name, is_live }) => [server, name, is_live])).toEqual(
      KINDS.map((kind) => [kind, address.fqdn, true]),
    );
    await pause(1_100);
    const note = { fqdn: address.fqdn, type: "TXT", data: "pier" };
    const { before } = await apply({ name: "dns.record.create", new: note });
    await world.live();
    expect(await recordState(address)).toEqual(first);
    const later = await recordState(note);
    expect(later.map(({ server, is_live }) => [server, is_live])).toEqual(KINDS.map((kind) => [kind, true]));
    for (const row of later) expect(sinceOf(row)).toBeGreaterThanOrEqual(before);
  });

  it("begins anew when the last record of a name is deleted", async () => {
    await pause(1_100);
    const { before } = await apply({
      name: "dns.record.delete",
      old: { fqdn: "b.example.com.", type: "A", data: "198.51.100.11" },
    });
    await world.live();
    for (const row of await nameState("b.example.com.")) expect(sinceOf(row)).toBeGreaterThanOrEqual(before);
  });

  it("is empty for a transaction that changes nothing on any server", async () => {
    const { gpk } = await apply({ name: "cntl.group.create", new: { name: "pier" } });
    await world.live();
    expect(await list("output.transaction_state", { transaction_gfk: gpk })).toEqual([]);
  });

  it("names the unreachable server that a change waits for, with the reason, and older changes stay live at that server", async () => {
    const [server] = world.servers;
    if (server === undefined) throw new Error("no server");
    await server.process.end("SIGKILL");
    const { gpk } = await apply(record("c.example.com.", "198.51.100.12"));
    const of = async (): Promise<Row | undefined> =>
      (await list("output.transaction_state", { transaction_gfk: gpk })).find(
        (row) => row["server"] === server.kind,
      );
    await expect
      .poll(of, { timeout: 20_000 })
      .toMatchObject({ is_live: false, error: "no_answer", unit: ZONE });
    server.start();
    await world.live(60_000);
    expect(await of()).toMatchObject({ is_live: true, error: null });
  }, 120_000);
});
