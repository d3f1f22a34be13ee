import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Database } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { agentLogin } from "../../examples/try/guide.ts";
import { startRadiusBeside, type Beside } from "../../examples/try/dhcp-radius.ts";
import { debianPostgres, HAS_DEBIAN_POSTGRES, type DebianPostgres } from "../support/debian-postgres.ts";
import { addressIn, openDhcpClients, type DhcpClients } from "../support/dhcp-client.ts";
import { freePort, HOST } from "../support/name-servers.ts";
import { openRadiusClient, type RadiusClient } from "../support/radius-client.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { MISSING, runServices, startServices, type Services } from "../support/service-machine.ts";

const missing = [...MISSING, ...(HAS_DEBIAN_POSTGRES ? [] : ["the PostgreSQL of Debian 12"])];
if (missing.length > 0) console.warn(`SKIPPED: two service machines, because of ${missing.join(", ")}`);

/** Names of the copies, and of their slots. */
const COPIES = ["machine_1", "machine_2"] as const;
const DATABASE = "netportal";
const LINK = "10.220.0.1";

interface Machine {
  readonly copy: DebianPostgres;
  readonly name: string;
  readonly radius: RadiusClient;
}

describe.skipIf(missing.length > 0)("two service machines of one portal", () => {
  const folder = mkdtempSync(join(tmpdir(), "netportal-machines-"));
  let central: DebianPostgres;
  let database = DATABASE;
  let portal: ServerProcess;
  let ada: string;
  let db: Database;
  let machines: readonly Machine[];
  /** Kea and the FreeRADIUS of the first machine, and the FreeRADIUS of the second. */
  let services: Services;
  let other: Beside;
  let devices: DhcpClients;

  const open = async (): Promise<void> => {
    portal = await startProcess({ DATABASE_URL: central.url(database) });
    ada = await portal.signIn("ada");
    db = createPool({ connectionString: central.url(database) }, 2);
  };
  const close = async (): Promise<void> => {
    await db.close();
    await portal.end("SIGTERM");
  };
  const execute = async (...steps: readonly object[]): Promise<readonly (readonly Row[])[]> => {
    const said = await portal.execute(steps, ada);
    if (said.code !== "200") throw new Error(said.code);
    return said.lists;
  };
  const copyTo = (machine: Pick<Machine, "copy" | "name">) => {
    const from = central.libpq(database, "netportal_copy");
    const names = ["--name", machine.name, "--from", from, "--role", "netportal_copy"];
    return runServices(central.url(database), ["copy", machine.copy.url(DATABASE), ...names]);
  };
  /** One RADIUS answer in words; "nobody" if there is none. */
  const admitted = async (radius: RadiusClient, mac: string): Promise<string> => {
    const answer = await radius.ask(mac);
    return answer === null ? "nobody" : [answer.is, answer.vlan, answer.key].join(" ");
  };
  const admittedByAll = (mac: string) => Promise.all(machines.map(({ radius }) => admitted(radius, mac)));
  const both = (text: string): readonly string[] => machines.map(() => text);
  /** The expected answer for each MAC client of the database. */
  const wantedAnswers = () =>
    db.query<{ mac: string; answer: string }>(
      `select c.mac_addr::text as mac, coalesce('Accept ' || (select min(v.id_)::text from nd.vlan v where v.bcd = c.bcd_name)
         || ' ' || coalesce(c.wpa2_key, ''), 'Reject  ') as answer from macauth.client c order by c.mac_addr`,
    );
  const deliveries = async (): Promise<readonly string[]> =>
    ((await execute({ name: "output.delivery.list" }))[0] ?? [])
      .map(
        ({ server, unit, is_live, error }) =>
          `${textIn(server)} ${textIn(unit)} ${is_live === true ? "live" : "not live"} ${textIn(error)}`,
      )
      .toSorted();
  const live = async (): Promise<void> => {
    await vi.waitFor(async () => expect(await deliveries()).toEqual(ALL_LIVE), LATE);
  };
  const offered = async (mac: string): Promise<string> => {
    const answer = await devices.discover(mac, LINK);
    return [answer?.address, addressIn(answer?.options.get(6))].join(" ");
  };

  beforeAll(async () => {
    central = await debianPostgres({ wal_level: "logical" });
    central.create(DATABASE);
    await open();
    await db.query("create role netportal_copy login replication");
    const copies = await Promise.all(COPIES.map(() => debianPostgres()));
    for (const [at, copy] of copies.entries()) {
      copy.create(DATABASE);
      const there = createPool({ connectionString: copy.url(DATABASE) }, 1);
      await there.query(
        "create role kea login; alter role kea set search_path = kea; create role radius login",
      );
      await there.close();
      const made = await copyTo({ copy, name: COPIES[at] ?? "" });
      if (made.code !== 0) throw new Error(made.output);
    }
    const [first, second] = copies;
    if (first === undefined || second === undefined) throw new Error("no copies");
    const relay = await openDhcpClients(0);
    services = await startServices(first.host, relay.port, await freePort());
    relay.close();
    devices = await openDhcpClients(services.dhcpPort, relay.port);
    const port = await freePort();
    const views = { host: second.host, database: DATABASE };
    other = startRadiusBeside({ folder: join(folder, "radius-2"), views, port });
    machines = await Promise.all(
      [services.radiusPort, port].map(async (radiusPort, at) => ({
        copy: copies[at] ?? first,
        name: COPIES[at] ?? "",
        radius: await openRadiusClient(radiusPort, "testing123"),
      })),
    );
    const { user, password } = agentLogin();
    const server = (name: string, kind: string, values: Params): object =>
      create("output.server", { name, kind, address: HOST, ...values });
    await execute(
      ...(await network()),
      server("kea-1", "kea", {
        port: services.agentPort,
        key_name: user,
        key_secret: password,
        copy_name: COPIES[0],
      }),
      server("radius-1", "radius", { port: services.radiusPort, copy_name: COPIES[0] }),
      server("radius-2", "radius", { port, copy_name: COPIES[1] }),
    );
    await live();
  }, 240_000);
  afterAll(async () => {
    devices.close();
    for (const { radius } of machines) radius.close();
    await Promise.all([services.stop(), other.end()]);
    await close();
    await Promise.all(machines.map(({ copy }) => copy.stop()));
    await central.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  async function network(): Promise<readonly object[]> {
    const [[instance] = []] = await execute({ name: "nd.net_instnc.list" });
    const of = instance?.["name"] ?? null;
    const vlan = (id: number, bcd: string): object =>
      create("nd.vlan", { net_instnc: of, id, name: `vlan-${String(id)}`, bcd });
    return [
      create("nd.bcd", { name: "two-1" }),
      create("nd.bcd", { name: "two-2" }),
      vlan(4061, "two-1"),
      vlan(4062, "two-2"),
      create("nd.ip_subnet", { cidr: "10.220.0.0/16", bcd: "two-1", gateway_addr: LINK }),
      setting({ is_enabled: true, dns_server_list: ["10.220.0.53"] }),
      create("dhcp.pool", { first_addr: "10.220.255.16", last_addr: "10.220.255.31" }),
    ];
  }

  it("both FreeRADIUS give the same answer right after an apply, that of the database", async () => {
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      const [device, key] = [mac(n), `key-of-device-${String(n)}`];
      await execute(client(device, { wpa2_key: key }));
      const began = performance.now();
      await vi.waitFor(async () => {
        expect(await admittedByAll(device)).toEqual(both(`Accept 4061 ${key}`));
      }, SOON);
      times.push(performance.now() - began);
      await execute(changed(device, { bcd_name: "two-2" }));
      await vi.waitFor(async () => {
        expect(await admittedByAll(device)).toEqual(both(`Accept 4062 ${key}`));
      }, SOON);
    }
    console.log(`both FreeRADIUS: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    const wanted = await wantedAnswers();
    expect(wanted.length).toBeGreaterThan(20);
    for (const { mac: device, answer } of wanted)
      expect([device, await admittedByAll(device)]).toEqual([device, both(answer)]);
  }, 60_000);

  it("while one copy is away, the other FreeRADIUS answers; later both give the same answer", async () => {
    const [near, away] = machines;
    await away?.copy.pause();
    // A device that was accepted is not rejected, because the network device asks its other server.
    expect(await admittedByAll(mac(0))).toEqual(["Accept 4062 key-of-device-0", "nobody"]);
    await execute(
      changed(mac(0), { wpa2_key: "key-while-away" }),
      { name: "macauth.client.delete", old: { mac_addr: mac(1) } },
      ...Array.from({ length: 300 }, (_, n) => client(mac(1000 + n), { wpa2_key: `many-${String(n)}-keys` })),
    );
    await vi.waitFor(async () => {
      expect(near && (await admitted(near.radius, mac(1299)))).toBe("Accept 4061 many-299-keys");
      expect(await deliveries()).toEqual(
        expect.arrayContaining(["radius-1 clients live ", "radius-2 clients not live no_answer"]),
      );
    }, LATE);
    await away?.copy.resume();
    const began = performance.now();
    await vi.waitFor(async () => {
      expect(await admittedByAll(mac(1299))).toEqual(both("Accept 4061 many-299-keys"));
    }, LATE);
    console.log(`caught up ${(performance.now() - began).toFixed(0)} ms after its start`);
    expect(await admittedByAll(mac(0))).toEqual(both("Accept 4062 key-while-away"));
    expect(await admittedByAll(mac(1))).toEqual(both("Reject  "));
    await live();
  }, 120_000);

  it("after a restore each copy that follows the old database is reported, and Kea and FreeRADIUS answer from the backup", async () => {
    const [kept, moved, lost] = [mac(0), mac(2), mac(3)];
    await execute(reservation("10.220.1.1", kept), reservation("10.220.1.2", moved));
    await vi.waitFor(async () => {
      expect(await offered(moved)).toBe("10.220.1.2 10.220.0.53");
    }, LATE);
    await live();
    const file = central.dump(DATABASE);
    const backup = await wantedAnswers();
    await execute(
      { name: "dhcp.static_assignment.delete", old: { ip_addr: "10.220.1.2" } },
      reservation("10.220.1.3", lost),
      setting({ dns_server_list: ["10.220.0.54"] }),
      create("dhcp.pool", { first_addr: "10.220.254.16", last_addr: "10.220.254.31" }),
      changed(moved, { wpa2_key: "key-of-the-lost-time", bcd_name: "two-1" }),
      { name: "macauth.client.delete", old: { mac_addr: mac(4) } },
      client(mac(2000), { wpa2_key: "key-that-is-lost" }),
    );
    await vi.waitFor(async () => {
      expect(await offered(lost)).toBe("10.220.1.3 10.220.0.54");
      expect(await admittedByAll(mac(2000))).toEqual(both("Accept 4061 key-that-is-lost"));
    }, LATE);
    await close();

    central.restore(file, "restored");
    database = "restored";
    const told = await runServices(central.url(database), ["check"]);
    expect(told.code).toBe(1);
    for (const line of [
      "kea-1 dhcp4 other_networks",
      "kea-1 reservations4 no_copy",
      "radius-1 clients no_copy",
      "radius-2 clients no_copy",
    ])
      expect(told.output).toContain(`  ${line}`);

    await open();
    // The networks come from the portal itself, the other answers from the copies.
    await vi.waitFor(async () => {
      expect(await deliveries()).toEqual(WITHOUT_COPIES);
      expect(await offered(kept)).toBe("10.220.1.1 10.220.0.53");
    }, LATE);
    expect(await admittedByAll(mac(2000))).toEqual(both("Accept 4061 key-that-is-lost"));
    const [first] = machines;
    const asked = neverRejected(first, kept);
    for (const machine of machines) {
      const made = await copyTo(machine);
      expect([made.code, made.output]).toEqual([0, expect.stringContaining("gets the rows anew")]);
    }
    expect(await asked.end()).toEqual([]);
    await live();
    expect(await wantedAnswers()).toEqual(backup);
    for (const { mac: device, answer } of backup)
      expect([device, await admittedByAll(device)]).toEqual([device, both(answer)]);
    expect(await admittedByAll(mac(2000))).toEqual(both("Reject  "));
    expect([await offered(kept), await offered(moved)]).toEqual([
      "10.220.1.1 10.220.0.53",
      "10.220.1.2 10.220.0.53",
    ]);
    expect(await offered(lost)).toMatch(/^10\.220\.255\.\d+ 10\.220\.0\.53$/);
  }, 240_000);

  it("a change of the restored database is answered, and a second run of the command changes nothing", async () => {
    await execute(
      client(mac(3000), { wpa2_key: "key-of-the-new-time" }),
      reservation("10.220.1.9", mac(3000)),
    );
    await vi.waitFor(async () => {
      expect(await admittedByAll(mac(3000))).toEqual(both("Accept 4061 key-of-the-new-time"));
      expect(await offered(mac(3000))).toBe("10.220.1.9 10.220.0.53");
    }, LATE);
    for (const machine of machines) {
      const again = await copyTo(machine);
      expect([again.code, again.output]).toEqual([0, expect.not.stringContaining("anew")]);
    }
  }, 120_000);

  it("a row that somebody changed in a copy is reported and corrected by the command", async () => {
    const [first] = machines;
    if (first === undefined) throw new Error("no machine");
    const there = createPool({ connectionString: first.copy.url(DATABASE) }, 1);
    await there.query("update macauth.client set wpa2_key = 'key-by-hand' where mac_addr = $1", [mac(3000)]);
    await there.close();
    expect(await admitted(first.radius, mac(3000))).toBe("Accept 4061 key-by-hand");
    const { code, output } = await copyTo(first);
    expect([code, output]).toEqual([0, expect.stringContaining("gets the rows anew")]);
    expect(await admitted(first.radius, mac(3000))).toBe("Accept 4061 key-of-the-new-time");
    await live();
  }, 60_000);

  /** Asks continuously for a device that is accepted before and after; answers all other results. */
  function neverRejected(machine: Machine | undefined, device: string) {
    const heard = new Set<string>();
    let isEnded = false;
    const asking = (async () => {
      while (!isEnded && machine !== undefined)
        heard.add((await admitted(machine.radius, device)).slice(0, 6));
    })();
    return {
      async end(): Promise<readonly string[]> {
        isEnded = true;
        await asking;
        return [...heard].filter((one) => one !== "Accept");
      },
    };
  }
});

const UNITS = ["kea-1 dhcp4", "kea-1 reservations4", "radius-1 clients", "radius-2 clients"] as const;
const ALL_LIVE = UNITS.map((unit) => `${unit} live `);
const WITHOUT_COPIES = UNITS.map((unit) =>
  unit === "kea-1 dhcp4" ? `${unit} live ` : `${unit} not live no_copy`,
);

const SOON = { timeout: 10_000, interval: 5 };
const LATE = { timeout: 60_000, interval: 100 };

const mac = (n: number): string =>
  `0a:02:00:00:${[n >> 8, n & 255].map((part) => part.toString(16).padStart(2, "0")).join(":")}`;
const create = (name: string, values: Params): object => ({ name: `${name}.create`, new: values });
const client = (mac_addr: string, values: Params): object =>
  create("macauth.client", { mac_addr, bcd_name: "two-1", ...values });
const changed = (mac_addr: string, values: Params): object => ({
  name: "macauth.client.update",
  old: { mac_addr },
  new: values,
});
const reservation = (ip_addr: string, mac_addr: string): object =>
  create("dhcp.static_assignment", { ip_addr, mac_addr });
const setting = (values: Params): object => ({
  name: "dhcp.bcd_setting.update",
  old: { bcd: "two-1" },
  new: values,
});
