import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import type { Background } from "../../server/background.ts";
import { makeViews } from "../../server/services/copy/copy-views.ts";
import { startServices, type Services } from "../../server/services/start-services.ts";
import { askKea } from "../../server/services/kea/kea-agent.ts";
import { startKea } from "../../server/services/kea/kea.ts";
import { missingFor, startKeaBeside, type Beside } from "../../examples/try/dhcp-radius.ts";
import { agentLogin } from "../../examples/try/guide.ts";
import { freePort, HOST } from "../support/name-servers.ts";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

const MISSING = missingFor("kea");
if (MISSING.length > 0)
  console.warn(`SKIPPED: real Kea servers, because ${MISSING.join(", ")} cannot be read`);

const SERVERS = ["kea-1", "kea-2"] as const;

describe.skipIf(MISSING.length > 0)("several real Kea servers of one database", () => {
  const folder = mkdtempSync(join(tmpdir(), "netportal-kea-"));
  let world: SmallWorld;
  let keas: readonly Beside[];
  let visits: Background;
  let services: Services;
  let mute: Mute;
  let agentPorts: readonly number[] = [];
  beforeAll(async () => {
    world = await smallWorld();
    const [{ is_there: hasRole } = { is_there: false }] = await world.db.query<{ is_there: boolean }>(
      "select exists (select from pg_roles where rolname = 'kea') as is_there",
    );
    if (!hasRole) await world.db.query("create role kea login");
    await makeViews(world.db, world.catalogue);
    const ports: number[] = [];
    for (let at = 0; at < SERVERS.length * 3 + 1; at++) ports.push(await freePort());
    agentPorts = [ports[0] ?? 0, ports[3] ?? 0];
    const url = new URL(world.url);
    const views = { host: url.searchParams.get("host") ?? "", database: url.pathname.slice(1) };
    keas = SERVERS.map((name, at) => {
      const [agentPort = 0, dhcpPort = 0, relayPort = 0] = ports.slice(at * 3);
      const own = { folder: join(folder, name), user: userOf(name), agentPort, dhcpPort, relayPort };
      return startKeaBeside({ ...own, views, v6: null });
    });
    const { password } = agentLogin();
    const server = (name: string, port: number, more: Params = {}): SentStep => ({
      name: "output.server.create",
      new: { name, kind: "kea", address: HOST, port, copy_name: null, key_secret: password, ...more },
    });
    mute = await startMute(ports.at(-1) ?? 0);
    rowsOf(
      await world.execute("ada", [
        { name: "dhcp.bcd_setting.update", old: { bcd: "scc-net-web-1" }, new: { is_enabled: true } },
        server("kea-1", ports[0] ?? 0, { key_name: userOf("kea-1") }),
        server("kea-2", ports[3] ?? 0, { key_name: userOf("kea-2"), is_enabled: false }),
        server("kea-0", ports.at(-1) ?? 0, { is_enabled: false }),
      ]),
    );
    const parts = { db: world.db, catalogue: world.catalogue, log: () => undefined };
    services = await startServices({ ...parts, listen: [], writes: true });
    visits = startKea(parts);
  });
  afterAll(async () => {
    mute.stop();
    await visits.stop();
    await services.stop();
    await Promise.all(keas.map((kea) => kea.end()));
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const networksOf = async (server: string): Promise<Row | undefined> =>
    rowsOf(await world.execute("ada", [{ name: "output.delivery.list", old: { server, unit: "dhcp4" } }]))[0];
  const update = (name: string, old: Params, values: Params) =>
    world.execute("ada", [{ name: `${name}.update`, old, new: values }]).then(rowsOf);
  const dnsServer = (address: string) =>
    update("dhcp.bcd_setting", { bcd: "scc-net-web-1" }, { dns_server_list: [address] });
  /** The first Kea gives a lease of its first subnet; answers its address. */
  const addLease = async (): Promise<string> => {
    const agent = {
      service: "dhcp4",
      address: HOST,
      port: agentPorts[0] ?? 0,
      user: userOf("kea-1"),
      password: agentLogin().password,
    } as const;
    const text = JSON.stringify(await askKea(agent, "config-get"));
    const [, net = ""] = /"subnet":"([0-9.]+\.)\d+\//.exec(text) ?? [];
    await askKea(agent, "lease4-add", { "ip-address": `${net}77`, "hw-address": "02:00:00:00:00:01" });
    return `${net}77`;
  };
  const fileOf = (name: string): string => join(folder, name, "kea4.json");

  it("a server that cannot write its file is reported, and is asked again until it has written it", async () => {
    await expect.poll(() => networksOf("kea-1"), WITHIN).toMatchObject({ is_live: true, error: null });
    const file = fileOf("kea-1");
    renameSync(file, `${file}.away`);
    mkdirSync(file);
    const leased = await addLease();
    await dnsServer("198.51.100.54");
    await expect
      .poll(() => networksOf("kea-1"), WITHIN)
      .toMatchObject({
        is_live: false,
        error: "not_kept",
        detail: expect.stringMatching(/^config-write: /) as string,
      });
    // The server still gives leases.
    await expect
      .poll(
        async () =>
          rowsOf(await world.execute("ada", [{ name: "dhcp.lease.list", old: { ip_addr: leased } }])),
        WITHIN,
      )
      .toMatchObject([{ ip_addr: leased, mac_addr: "02:00:00:00:00:01" }]);
    // Its answers are right, and the pages of the objects say so.
    const states = await world.execute("ada", [
      { name: "output.subnet_state.list", old: { server: "kea-1", unit: "dhcp4" } },
    ]);
    expect(rowsOf(states)).toMatchObject([{ unit: "dhcp4", is_live: true, error: null }]);
    for (const name of ["setting_state", "bcd_state"]) {
      const own = await world.execute("ada", [
        { name: `output.${name}.list`, old: { server: "kea-1", unit: "dhcp4" } },
      ]);
      expect(rowsOf(own)).toMatchObject([{ unit: "dhcp4", is_live: true, error: null }]);
    }
    rmdirSync(file);
    await expect
      .poll(() => networksOf("kea-1"), WITHIN)
      .toMatchObject({ is_live: true, error: null, detail: null });
    expect(readFileSync(file, "utf8")).toContain("198.51.100.54");
  });

  it("each server gets all networks, and a silent server delays no other", async () => {
    await update("output.server", { name: "kea-0" }, { is_enabled: true });
    await mute.asked;
    await update("output.server", { name: "kea-2" }, { is_enabled: true });
    await dnsServer("198.51.100.55");
    for (const name of SERVERS) {
      await expect.poll(() => readFileSync(fileOf(name), "utf8"), SOON).toContain("198.51.100.55");
      await expect.poll(() => networksOf(name), SOON).toMatchObject({ is_live: true, error: null });
    }
    expect(mute.isWaiting()).toBe(true);
  });

  it("a server that does not answer is reported by a word of the catalogue and by its own words", async () => {
    mute.stop();
    await expect
      .poll(() => networksOf("kea-0"), WITHIN)
      .toMatchObject({
        is_live: false,
        error: "no_answer",
        detail: expect.stringMatching(/^config-get: /) as string,
      });
    await update("output.server", { name: "kea-2" }, { key_secret: "d3Jvbmctd3Jvbmctd3Jvbmc=" });
    await expect.poll(() => networksOf("kea-2"), WITHIN).toMatchObject({ error: "key_refused" });
  });
});

/** A key belongs to one server. */
const userOf = (server: string): string => `${server}.netportal.`;

const WITHIN = { timeout: 20_000, interval: 100 };
/** Shorter than the time limit for a silent server. */
const SOON = { timeout: 12_000, interval: 100 };

interface Mute {
  /** Somebody asks. */
  readonly asked: Promise<unknown>;
  isWaiting(): boolean;
  stop(): void;
}

/** Takes connections and never answers. */
async function startMute(port: number): Promise<Mute> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  }).listen(port, HOST);
  await once(server, "listening");
  return {
    asked: once(server, "connection"),
    isWaiting: () => sockets.size > 0,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
