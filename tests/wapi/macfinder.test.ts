import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Json, Row } from "#contract/wire/json";
import { startMacFinder } from "../../server/tools/mac-finder.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

interface Job {
  readonly id: string;
  readonly mac_addr: string;
  readonly state: string;
  readonly ts_created: string;
  readonly ts_finished: string | null;
  readonly detail: string | null;
  readonly hit_list: readonly Row[] | null;
}

const MAC = "aa:bb:cc:dd:ee:01";
const JOBS = "/api/macfinder/jobs";

let world: HttpWorld;
let ada: string;
let greta: string;
let switchPort: string;

beforeAll(async () => {
  world = await httpWorld();
  [ada, greta] = [await world.signIn("ada"), await world.signIn("greta")];
  switchPort = await buildNetwork();
});
afterAll(() => world.close());

/** Runs steps as ada and returns their result lists. */
async function run(steps: Json): Promise<Readonly<Record<string, readonly Row[]>>> {
  const { status, text } = await world.post("/api/4.2/wapi/transaction/execute?dict_mode=true", steps, ada);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text) as Record<string, readonly Row[]>;
}

async function make(name: string, values: Readonly<Record<string, Json>>): Promise<string> {
  const { made } = await run([{ idx: "made", name: `${name}.create`, new: values }]);
  return textOf(made?.[0]?.["gpk"]);
}

function textOf(value: Json | undefined): string {
  if (typeof value !== "string") throw new Error(`${JSON.stringify(value)} is no text`);
  return value;
}

/** Creates a switch whose port 17 leads through a panel to a wall socket. Greta's group has the first BCD, nobody the second. */
async function buildNetwork(): Promise<string> {
  const { room, zone, group, compound } = await run([
    { idx: "room", name: "nd.room.list", old: { fetch_limit: 1 } },
    {
      idx: "zone",
      name: "dns.fqdn.list",
      old: { is_zone_apex: true, value_regexp: "example", fetch_limit: 1 },
    },
    { idx: "group", name: "cntl.mgr2group.list", old: { login_name: "greta", fetch_limit: 1 } },
    { idx: "compound", name: "nd.net_cmpnd.list", old: { fetch_limit: 1 } },
  ]);
  const device = `sw-finder.${textOf(zone?.[0]?.["value"])}`;
  const { name: nc = null, net_instnc: instance = null } = compound?.[0] ?? {};
  await run([
    { name: "dns.fqdn.create", new: { value: device, type: "domain" } },
    { name: "nd.device.create", new: { fqdn: device, type: "switch", nc } },
    { name: "nd.bcd.create", new: { name: "tst-finder-1" } },
    { name: "nd.bcd.create", new: { name: "tst-finder-2" } },
    {
      name: "nd.bcd2group.create",
      new: { bcd: "tst-finder-1", group_name: group?.[0]?.["group_name"] ?? null },
    },
    {
      name: "nd.vlan.create",
      new: { net_instnc: instance, id: 4001, name: "finder-1", bcd: "tst-finder-1" },
    },
    {
      name: "nd.vlan.create",
      new: { net_instnc: instance, id: 4002, name: "finder-2", bcd: "tst-finder-2" },
    },
    { name: "ndcfg.module_type_class.create", new: { name: "finder" } },
    { name: "ndcfg.module_type.create", new: { name: "finder", class: "finder" } },
  ]);
  const module = (name: string) =>
    make("nd.module", { name, module_type: "finder", room_gfk: room?.[0]?.["gpk"] ?? null });
  const port = async (owner: string, name: string, more: Readonly<Record<string, Json>> = {}) =>
    make("nd.p_port", { module_gfk: owner, name, ...more });
  const [sw, panel, socket] = [
    await module("finder-sw"),
    await module("finder-panel"),
    await module("finder-socket"),
  ];
  const [a, b, c, d, e] = [
    await port(sw, "17"),
    await port(panel, "f1"),
    await port(panel, "r1"),
    await port(socket, "r1"),
    await port(socket, "f1"),
  ];
  await run([
    { name: "nd.p_port.update", old: { gpk: b }, new: { internal_gfk: c } },
    { name: "nd.p_port.update", old: { gpk: d }, new: { internal_gfk: e } },
    { name: "nd.p_port.connect", old: { gpk: a }, new: { p_port_gfk: b } },
    { name: "nd.p_port.connect", old: { gpk: c }, new: { p_port_gfk: d } },
    { name: "nd.l_port.create", new: { device, name: "Gi1/0/17", p_port_gfk: a, bcd: "tst-finder-1" } },
  ]);
  await world.db.query(
    `insert into macfinder.sighting (mac_addr, device, port, vlan_id, last_seen) values
       ($1, $2, 'Gi1/0/17', 4001, '2026-11-20T08:10:00Z'), ($1, $2, 'Gi1/0/18', 4002, '2026-11-20T08:11:00Z'),
       ($1, 'unknown.example.', '', null, '2026-11-20T08:09:00Z'), ('aa:bb:cc:dd:ee:02', $2, 'Gi1/0/17', null, now())`,
    [MAC, device],
  );
  return a;
}

const begin = (token: string, mac: unknown = MAC): Promise<Answered> =>
  world.post(JOBS, { mac_addr: mac }, token);

async function begun(token: string, mac = MAC): Promise<Job> {
  const { status, text } = await begin(token, mac);
  expect(status).toBe(202);
  return JSON.parse(text) as Job;
}

async function ended(token: string, id: string): Promise<Job> {
  const job = JSON.parse((await world.get(`${JOBS}/${id}`, token)).text) as Job;
  if (job.state !== "queued" && job.state !== "running") return job;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return ended(token, id);
}

const search = async (token: string, mac = MAC): Promise<Job> => ended(token, (await begun(token, mac)).id);

beforeEach(async () => {
  // The tests of this file search more in a minute than a person may.
  await world.db.query("delete from netportal.attempt where kind = 'mac_job'");
});

describe("POST /api/macfinder/jobs", () => {
  it("[TOOL-05] answers the job, and its hits when it is done", async () => {
    const job = await begun(greta, "AA-BB-CC-DD-EE-01");
    expect(job).toEqual({
      id: job.id,
      mac_addr: MAC,
      state: "queued",
      ts_created: job.ts_created,
      ts_finished: null,
      detail: null,
      hit_list: null,
    });
    expect(job.id).toMatch(/^job-\d+$/);
    const done = await ended(greta, job.id);
    expect(done).toMatchObject({
      id: job.id,
      mac_addr: MAC,
      state: "done",
      ts_created: job.ts_created,
      detail: null,
    });
    expect(done.ts_finished).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const [hit] = done.hit_list ?? [];
    expect(hit).toMatchObject({
      port: "Gi1/0/17",
      p_port_gfk: switchPort,
      vlan_id: 4001,
      bcd: "tst-finder-1",
      last_seen: "2026-11-20T08:10:00Z",
    });
    expect(hit?.["device"]).toMatch(/^sw-finder\./);
    expect(hit?.["socket"]).toMatch(/\/finder-socket\/f1$/);
    expect(textOf(hit?.["net_instnc"])).not.toBe("");
    expect(done.hit_list).toHaveLength(1);
  });

  it("[TOOL-05] hits outside own BCDs are shown only with nd.ro:device, newest first", async () => {
    const { hit_list: hits } = await search(ada);
    expect(hits?.map(({ port, bcd }) => [port, bcd])).toEqual([
      ["Gi1/0/18", "tst-finder-2"],
      ["Gi1/0/17", "tst-finder-1"],
      [null, null],
    ]);
    expect(hits?.[2]).toEqual({
      device: "unknown.example.",
      port: null,
      p_port_gfk: null,
      socket: null,
      vlan_id: null,
      net_instnc: null,
      bcd: null,
      last_seen: "2026-11-20T08:09:00Z",
    });
  });

  it("gives a sighting without VLAN the VLAN of the BCD of its port", async () => {
    const { hit_list: hits } = await search(greta, "aa:bb:cc:dd:ee:02");
    expect(hits).toMatchObject([{ vlan_id: 4001, bcd: "tst-finder-1" }]);
  });

  it("[NDOC-14] the VLAN of a sighting is that of the device's net instance, then that of its port's BCD, then the lowest", async () => {
    const { devices, compound } = await run([
      { idx: "devices", name: "nd.device.list", old: { fqdn_regexp: "^sw-finder\\." } },
      { idx: "compound", name: "nd.net_cmpnd.list", old: { fetch_limit: 1 } },
    ]);
    const device = textOf(devices?.[0]?.["fqdn"]);
    const own = textOf(compound?.[0]?.["net_instnc"]);
    const vlan = (net_instnc: string, id: number, bcd: string): Json => ({
      name: "nd.vlan.create",
      new: { net_instnc, id, name: `finder-${net_instnc}-${String(id)}`, bcd },
    });
    await run([
      { name: "nd.net_instnc.create", new: { name: "finder-else" } },
      { name: "nd.bcd.create", new: { name: "tst-finder-3" } },
      { name: "nd.bcd.create", new: { name: "tst-finder-4" } },
      vlan("finder-else", 4021, "tst-finder-3"),
      vlan("finder-else", 4011, "tst-finder-3"),
      vlan("finder-else", 4023, "tst-finder-4"),
      vlan("finder-else", 4022, "tst-finder-4"),
      vlan(own, 4013, "tst-finder-3"),
      vlan(own, 4012, "tst-finder-3"),
      vlan(own, 4011, "tst-finder-1"),
      { name: "nd.l_port.create", new: { device, name: "Gi1/0/21", bcd: "tst-finder-3" } },
      { name: "nd.l_port.create", new: { device, name: "Gi1/0/22", bcd: "tst-finder-4" } },
      { name: "nd.l_port.create", new: { device, name: "Gi1/0/23" } },
    ]);
    const seen = async (at: number, port: string, vlanId: number | null): Promise<unknown> => {
      const mac = `aa:bb:cc:dd:ef:0${String(at)}`;
      await world.db.query("insert into macfinder.sighting values ($1, $2, $3, $4, now())", [
        mac,
        device,
        port,
        vlanId,
      ]);
      const { hit_list: hits } = await search(ada, mac);
      return hits?.map((hit) => [hit["net_instnc"], hit["vlan_id"], hit["bcd"]])[0];
    };
    // The port's BCD has VLANs in two net instances: the device's own wins, and there the lowest.
    expect(await seen(1, "Gi1/0/21", null)).toEqual([own, 4012, "tst-finder-3"]);
    expect(await seen(2, "Gi1/0/21", 4013)).toEqual([own, 4013, "tst-finder-3"]);
    // Without one there, that of another net instance counts.
    expect(await seen(3, "Gi1/0/22", null)).toEqual(["finder-else", 4022, "tst-finder-4"]);
    expect(await seen(4, "Gi1/0/21", 4021)).toEqual(["finder-else", 4021, "tst-finder-3"]);
    // An id that was seen is that of the device's net instance, also where the port's BCD has the id elsewhere.
    expect(await seen(5, "Gi1/0/21", 4011)).toEqual([own, 4011, "tst-finder-1"]);
    // An unknown id stays, with the BCD of the port.
    expect(await seen(6, "Gi1/0/21", 4090)).toEqual([own, 4090, "tst-finder-3"]);
    expect(await seen(7, "Gi1/0/23", null)).toEqual([own, null, null]);
  });

  it("ends a search without hits with an empty list", async () => {
    expect(await search(greta, "aa:bb:cc:dd:ee:99")).toMatchObject({ state: "done", hit_list: [] });
  });

  it("hides hits when the right to them is lost", async () => {
    const { id, hit_list: hits } = await search(greta);
    expect(hits).toHaveLength(1);
    const link = { bcd: "tst-finder-1" };
    const { links } = await run([{ idx: "links", name: "nd.bcd2group.list", old: link }]);
    const key = { ...link, group_name: textOf(links?.[0]?.["group_name"]) };
    await run([{ name: "nd.bcd2group.delete", old: key }]);
    expect((await ended(greta, id)).hit_list).toEqual([]);
    await run([{ name: "nd.bcd2group.create", new: key }]);
  });

  it.each([
    [{ mac_addr: "aa:bb" }, "-20040/5"],
    [{ mac_addr: 7 }, "-20040/3"],
    [{ mac_addr: null }, "-20040/2"],
    [{}, "-20040/1"],
    [{ mac_addr: MAC, x: 1 }, "-20900/4"],
    [[], "-20900/1"],
  ])("%j is refused with %s", async (body, fault) => {
    const answer = await world.post(JOBS, body, greta);
    expect([answer.status, answer.fault]).toEqual([400, fault]);
  });

  it("needs a token", async () => {
    expect((await world.post(JOBS, { mac_addr: MAC })).fault).toBe("-20001/1");
    expect((await world.get(`${JOBS}/job-1`)).fault).toBe("-20001/1");
    expect((await begin(await world.signIn("lars"))).fault).toBe("-20010/4");
    expect((await begin(await world.signIn("nora"))).fault).toBe("-20010/7");
  });
});

describe("GET /api/macfinder/jobs/{id}", () => {
  it("[TOOL-05] does not find jobs of others, unknown jobs and jobs of last week", async () => {
    const { id } = await begun(ada);
    for (const [other, token] of [
      [id, greta],
      ["job-999999", ada],
      ["job-0", ada],
      ["job-99999999999999999999", ada],
      ["x", ada],
    ] as const) {
      const { status, fault } = await world.get(`${JOBS}/${other}`, token);
      expect([status, fault]).toEqual([404, "-20020/1"]);
    }
    const old = "update macfinder.job set ts_created = now() - interval '7 days' where id = $1";
    await world.db.query(old, [id.slice(4)]);
    expect((await world.get(`${JOBS}/${id}`, ada)).status).toBe(404);
    // Each new job removes old ones, except those that are still being processed.
    await vi.waitFor(async () => {
      await begun(ada);
      expect(await world.db.query("select from macfinder.job where id = $1", [id.slice(4)])).toEqual([]);
    });
  });
});

describe("jobs in the background", () => {
  it("another process takes over an abandoned job, up to three times", async () => {
    const left = (tries: number) =>
      world.db.query<{ id: string }>(
        `insert into macfinder.job (login_name, mac_addr, state, tries, next_try) values ('ada', $1, 'running', $2, now() - interval '1 s')
         returning 'job-' || id as id`,
        [MAC, tries],
      );
    const [[again], [third], [hopeless]] = [await left(1), await left(2), await left(3)];
    await search(ada);
    expect((await ended(ada, again?.id ?? "")).hit_list).toHaveLength(3);
    expect((await ended(ada, third?.id ?? "")).hit_list).toHaveLength(3);
    const failed = await ended(ada, hopeless?.id ?? "");
    expect([failed.state, failed.hit_list]).toEqual(["failed", null]);
    expect(failed.detail).toBe("Die Suche ist im Server fehlgeschlagen.");
    expect(failed.ts_finished).not.toBeNull();
  });

  it("several processes share the queue, and each job runs once", async () => {
    const finders = [1, 2, 3].map(() => startMacFinder(world.db, (text) => world.logged.push(text)));
    const jobs = await Promise.all(Array.from({ length: 60 }, () => begun(ada)));
    const done = await Promise.all(jobs.map(({ id }) => ended(ada, id)));
    expect(done.every(({ hit_list: hits }) => hits?.length === 3)).toBe(true);
    const again = await world.db.query("select from macfinder.job where tries > 1 and id > $1", [
      jobs[0]?.id.slice(4),
    ]);
    expect(again).toEqual([]);
    await Promise.all(finders.map((finder) => finder.stop()));
  });

  it("[TOOL-05] a search that fails has a reason", async () => {
    await world.db.query("alter table macfinder.sighting rename to gone");
    const { state, detail, hit_list: hits } = await search(ada);
    expect([state, detail, hits]).toEqual(["failed", "Die Suche ist im Server fehlgeschlagen.", null]);
    expect(world.logged.some((text) => text.startsWith("macfinder: job "))).toBe(true);
    await world.db.query("alter table macfinder.gone rename to sighting");
  });
});

describe("the demo campus", () => {
  it("has devices that were seen at ports of their BCD, with socket and VLAN", async () => {
    const [seen] = await world.db.query<{ mac: string; total: number }>(
      `select s.mac_addr::text mac, count(*) over ()::int total from macfinder.sighting s join dns.fqdn f on f.value = s.device
       join nd.device d on d.fqdn = f.id join nd.l_port l on l.device = d.id and l.name = s.port
       where s.device not like 'sw-finder%' order by l.p_port_gfk is null, s.mac_addr limit 1`,
    );
    expect(seen?.total).toBeGreaterThan(10);
    const { hit_list: hits } = await search(ada, seen?.mac);
    expect(hits?.[0]).toMatchObject({
      vlan_id: expect.any(Number) as unknown,
      bcd: expect.any(String) as unknown,
    });
    expect(textOf(hits?.[0]?.["p_port_gfk"])).toMatch(/^pp-/);
    expect(textOf(hits?.[0]?.["socket"])).toContain("/");
  });
});
