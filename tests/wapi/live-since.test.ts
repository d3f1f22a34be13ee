import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import type { Background } from "../../server/background.ts";
import { startKea } from "../../server/services/kea/kea.ts";
import { startServices, type Services } from "../../server/services/start-services.ts";
import { freePort, HOST, newKey } from "../support/name-servers.ts";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

const BCD = "scc-net-web-1";
const WWW = { fqdn: "www.example.com.", type: "A", data: "198.51.100.80" };
const REVERSE = "100.51.198.in-addr.arpa.";
const VLAN = { net_instnc: "campus", id: 210 };
const WITHIN = { timeout: 20_000 };

let world: SmallWorld;
let services: Services;
let visits: Background;
beforeAll(async () => {
  world = await smallWorld();
  await apply(
    create("dns.record", { fqdn: "ns1.example.com.", fqdn_type: "domain", type: "A", data: "198.51.100.53" }),
    create("dns.record", { fqdn: "example.com.", type: "NS", data: "ns1.example.com." }),
    create("dns.record", { ...WWW, fqdn_type: "domain" }),
    create("dns.fqdn", { value: REVERSE, is_zone_apex: true }),
    create("dns.record", { fqdn: REVERSE, type: "NS", data: "ns1.example.com." }),
    create("nd.net_instnc", { name: "campus" }),
    create("nd.net_instnc", { name: "annex" }),
    create("nd.vlan", { ...VLAN, name: "web", bcd: BCD }),
    create("nd.vlan", { net_instnc: "campus", id: 220, name: "higher", bcd: BCD }),
    create("nd.vlan", { net_instnc: "campus", id: 230, name: "other", bcd: "scc-other-1" }),
    update("dhcp.bcd_setting", { bcd: BCD }, { is_enabled: true }),
  );
  const parts = { db: world.db, catalogue: world.catalogue, log: () => undefined };
  services = await startServices({
    ...parts,
    listen: [{ host: HOST, port: await freePort() }],
    writes: true,
  });
  visits = startKea(parts);
});
afterAll(async () => {
  await visits.stop();
  await services.stop();
  await world.close();
});

const create = (name: string, values: Params): SentStep => ({ name: `${name}.create`, new: values });
const update = (name: string, old: Params, values: Params): SentStep => ({
  name: `${name}.update`,
  old,
  new: values,
});

async function apply(...steps: readonly SentStep[]): Promise<void> {
  rowsOf(await world.execute("ada", steps));
}

/** The states of one object as its page asks for them, without times. */
async function states(state: string, type: string, key: Params): Promise<readonly Row[]> {
  const said = await world.execute("ada", [
    { idx: "object", name: `${type}.list`, old: key },
    { name: `output.${state}.list`, inner_join_ref: { object: "default" } },
  ]);
  return rowsOf(said, 1);
}

const recordStates = (key: Params = WWW): Promise<readonly Row[]> =>
  states("record_state", "dns.record", key);
const settingStates = (): Promise<readonly Row[]> =>
  states("setting_state", "dhcp.bcd_setting", { bcd: BCD });
const bcdStates = (): Promise<readonly Row[]> => states("bcd_state", "nd.bcd", { name: BCD });
const vlanStates = (key: Params = VLAN): Promise<readonly Row[]> => states("vlan_state", "nd.vlan", key);

/** Gpks of all states that this account reads. */
async function seen(state: string, login: string): Promise<readonly unknown[]> {
  const said = await world.execute(login, [{ name: `output.${state}.list` }]);
  return rowsOf(said).map(({ gpk }) => gpk);
}

it("no object has a state if there is no server", async () => {
  expect(await recordStates()).toEqual([]);
  expect(await settingStates()).toEqual([]);
  expect(await bcdStates()).toEqual([]);
  expect(await vlanStates()).toEqual([]);
});

describe("the state of a record", () => {
  beforeAll(async () => {
    const key = newKey("ns1.");
    const place = { address: HOST, port: await freePort(), key_name: key.name, key_secret: key.secret };
    await apply(create("output.server", { name: "ns1", ...place }));
  });

  const waiting = { server: "ns1", is_live: false, error: "no_answer" };

  it("tells which server the name and the reverse name of the record wait for, and why", async () => {
    await expect.poll(() => recordStates(), WITHIN).toMatchObject([waiting, waiting]);
    expect((await recordStates()).map(({ zone, name }) => [zone, name])).toEqual([
      [REVERSE, `80.${REVERSE}`],
      ["example.com.", WWW.fqdn],
    ]);
  });

  it("is not reset by a change of another record of the same name", async () => {
    const serials = async (): Promise<readonly Row[]> =>
      await world.db.query("select type, serial from output.rr where name = $1 order by type", [WWW.fqdn]);
    const before = await serials();
    const note = { fqdn: WWW.fqdn, type: "TXT", data: "pier" };
    await apply(create("dns.record", note));
    await expect.poll(() => recordStates(note), WITHIN).toMatchObject([{ ...waiting, name: WWW.fqdn }]);
    const [address, text, ...others] = await serials();
    expect([address, others]).toEqual([...before, []]);
    await apply(update("dns.record", note, { ttl: 60 }));
    await expect.poll(serials, WITHIN).not.toEqual([address, text]);
    expect((await serials())[0]).toEqual(address);
  });

  it("is kept if an equal record replaces the record", async () => {
    const note = { fqdn: WWW.fqdn, type: "TXT", data: "pier" };
    const [before] = await recordStates(note);
    await apply({ name: "dns.record.delete", old: note }, create("dns.record", { ...note, ttl: 60 }));
    await expect.poll(() => recordStates(note), WITHIN).toMatchObject([{ since: before?.["since"] }]);
    expect((await recordStates(note))[0]?.["record_gfk"]).not.toBe(before?.["record_gfk"]);
  });

  it("is empty for a record that no server gets", async () => {
    const bare = { fqdn: "ref.example.com.", type: "REF-FQDN" };
    await apply(create("dns.record", { ...bare, fqdn_type: "domain" }));
    const last = { fqdn: "z.example.com.", type: "TXT", data: "last" };
    await apply(create("dns.record", { ...last, fqdn_type: "domain" }));
    await expect.poll(() => recordStates(last), WITHIN).toHaveLength(1);
    expect(await recordStates(bare)).toEqual([]);
  });

  it.each(["ab1234", "greta"])("is shown by %s for records that the account may read", async (login) => {
    const list = async (who: string, name: string): Promise<readonly Row[]> =>
      rowsOf(await world.execute(who, [{ name: `${name}.list` }]));
    const records = (await list(login, "dns.record")).map(({ gpk }) => gpk);
    const all = await list("ada", "output.record_state");
    const visible = all.filter(({ record_gfk: of }) => records.includes(of)).map(({ gpk }) => gpk);
    expect(await seen("record_state", login)).toEqual(visible);
    expect(visible.length).toBe(login === "greta" ? 0 : all.length - 1);
  });
});

describe("the state of DHCP settings, BCDs and VLANs", () => {
  beforeAll(async () => {
    const key = newKey("kea.");
    const port = await freePort();
    const kea = { kind: "kea", address: HOST, port, key_name: key.name, key_secret: key.secret };
    const radius = { kind: "radius", address: HOST, port: 1812 };
    await apply(
      create("output.server", { name: "kea1", ...kea, copy_name: null }),
      create("output.server", { name: "radius1", ...radius, copy_name: null }),
    );
  });

  const kea = { server: "kea1", unit: "dhcp4", is_live: false, shown_by: "server", error: "no_answer" };
  const radius = { server: "radius1", unit: "clients", is_live: true, shown_by: "database", error: null };

  it("tells which server has each object, or what each object waits for", async () => {
    await expect.poll(() => settingStates(), WITHIN).toMatchObject([kea]);
    await expect.poll(() => bcdStates(), WITHIN).toMatchObject([radius, kea]);
    await expect.poll(() => vlanStates(), WITHIN).toMatchObject([radius]);
  });

  it("is empty for a VLAN that no client gets because its BCD has a lower VLAN, until the lower VLAN is deleted", async () => {
    const higher = { net_instnc: "campus", id: 220 };
    expect(await vlanStates(higher)).toEqual([]);
    await apply({ name: "nd.vlan.delete", old: VLAN });
    await expect.poll(() => vlanStates(higher), WITHIN).toMatchObject([radius]);
    await apply(create("nd.vlan", { ...VLAN, name: "web", bcd: BCD }));
    await expect.poll(() => vlanStates(higher), WITHIN).toEqual([]);
    await expect.poll(() => vlanStates(), WITHIN).toMatchObject([radius]);
  });

  /** Versions that brought the present state of the BCD, its settings and its VLAN, by type and unit. */
  async function versions(): Promise<Readonly<Record<string, number>>> {
    const rows = await world.db.query<{ part: string; serial: string }>(
      `select p.type || ' ' || p.unit as part, p.serial from nd.bcd b join output.part p
         on p.type = 'nd.bcd' and p.object = b.id
         or p.type = 'dhcp.bcd_setting' and p.object = (select d.id from dhcp.bcd_setting d where d.bcd = b.id)
         or p.type = 'nd.vlan' and p.object = (select v.id from nd.vlan v join nd.net_instnc i on i.id = v.net_instnc where i.name = 'campus' and v.id_ = 210)
       where b.name like 'scc-net-web-_'`,
    );
    return Object.fromEntries(rows.map(({ part, serial }) => [part, Number(serial)]));
  }

  const SETTING = "dhcp.bcd_setting dhcp4";
  const SETTING6 = "dhcp.bcd_setting dhcp6";
  const NETWORK = "nd.bcd dhcp4";
  const NETWORK6 = "nd.bcd dhcp6";
  const CLIENTS = "nd.bcd clients";
  const VLANS = "nd.vlan clients";

  it.each<readonly [what: string, step: SentStep, changed: readonly string[]]>([
    [
      "a setting",
      update("dhcp.bcd_setting", { bcd: BCD }, { lease_time: 7200 }),
      [SETTING, SETTING6, NETWORK, NETWORK6],
    ],
    [
      "a subnet",
      update("nd.ip_subnet", { cidr: "198.51.100.0/24" }, { gateway_addr: "198.51.100.2" }),
      [NETWORK],
    ],
    ["a pool", create("dhcp.pool", { first_addr: "198.51.100.100", last_addr: "198.51.100.120" }), [NETWORK]],
    ["the name of the BCD", update("nd.bcd", { name: BCD }, { name: "scc-net-web-2" }), [NETWORK, NETWORK6]],
    ["its old name", update("nd.bcd", { name: "scc-net-web-2" }, { name: BCD }), [NETWORK, NETWORK6]],
    ["another BCD", update("nd.bcd", { name: "scc-other-1" }, { name: "scc-other-2" }), []],
    [
      "a VLAN of the same number",
      create("nd.vlan", { net_instnc: "annex", id: 210, name: "w2", bcd: BCD }),
      [],
    ],
    [
      "a lower VLAN",
      create("nd.vlan", { net_instnc: "annex", id: 209, name: "w3", bcd: BCD }),
      [CLIENTS, VLANS],
    ],
    ["a description", update("nd.bcd", { name: BCD }, { description: "web" }), []],
  ])("begins anew with %s where that counts", async (_, step, changed) => {
    const published = async (): Promise<boolean> =>
      (await world.db.query("select from output.journal")).length === 0;
    await expect.poll(published, WITHIN).toBe(true);
    const before = await versions();
    await apply(step);
    await expect.poll(published, WITHIN).toBe(true);
    const after = await versions();
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    expect(names.filter((name) => before[name] !== after[name]).toSorted()).toEqual([...changed].toSorted());
  });

  it.each(["bcd_state", "vlan_state", "setting_state"])(
    "%s is readable for accounts that have the BCD",
    async (state) => {
      const all = await seen(state, "ada");
      const others = await seen(state, "greta");
      expect(await seen(state, "ab1234")).toEqual(all.filter((gpk) => !others.includes(gpk)));
      expect(all.length).toBeGreaterThan(others.length);
    },
  );

  it("is empty once DHCP is disabled", async () => {
    await apply(update("dhcp.bcd_setting", { bcd: BCD }, { is_enabled: false }));
    await expect.poll(() => settingStates(), WITHIN).toEqual([]);
    await expect.poll(() => bcdStates(), WITHIN).toMatchObject([radius]);
  });
});
