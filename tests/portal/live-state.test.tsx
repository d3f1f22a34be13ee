import { cleanup, screen, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Background } from "../../server/background.ts";
import { startKea } from "../../server/services/kea/kea.ts";
import { startServices, type Services } from "../../server/services/start-services.ts";
import { freePort, HOST, newKey } from "../support/name-servers.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const TITLE = "Live on servers";
const NO_REVERSE_ZONE = "No reverse zone contains the address: it has no reverse name. Create the zone,";
const NAME = "www.hafen.example.";

let world: PortalWorld;
let services: Services;
let kea: Background;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "dns.fqdn.create", new: { value: "hafen.example.", type: "domain", is_zone_apex: true } },
    record(NAME, "A", "192.0.2.1"),
    record("hafen.example.", "NS", NAME),
  ]);
  const catalogue = await loadCatalogue();
  const listen = [{ host: HOST, port: await freePort() }];
  services = await startServices({ db: world.db, catalogue, listen, writes: true, log: () => undefined });
  kea = startKea({ db: world.db, catalogue, log: () => undefined });
}, 120_000);
afterAll(async () => {
  await kea.stop();
  await services.stop();
  await world.close();
});
afterEach(cleanup);

function record(fqdn: string, type: string, data: string): Step {
  return { name: "dns.record.create", new: { fqdn, fqdn_type: "domain", type, data } };
}

async function stateRows(path: string, title: string | RegExp = TITLE): Promise<readonly string[]> {
  await world.show(path);
  const table = await screen.findByRole("grid", { name: title });
  return within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll("td")]
        .map((cell) => cell.textContent.replaceAll("\u200b", "").trim())
        .join(" | "),
    );
}

describe("the page of a name", () => {
  it("says nothing about servers if there are none, and asks for them in its one call", async () => {
    const before = world.calls.length;
    await world.show(`/dnsvs/fqdns/${NAME}`);
    await screen.findByRole("heading", { name: NAME });
    expect(screen.queryByText(TITLE)).toBeNull();
    const calls = world.calls.slice(before).filter((steps) => steps.some(({ idx }) => idx === "state"));
    expect(calls).toHaveLength(1);
    expect(calls[0]?.filter(({ name }) => name.startsWith("output."))).toHaveLength(1);
  });

  it("says which server a name and its zone wait for, and why; so does the page of the transaction", async () => {
    const key = newKey("ns1.");
    await world.apply([
      {
        name: "output.server.create",
        new: {
          name: "ns1",
          address: HOST,
          port: await freePort(),
          key_name: key.name,
          key_secret: key.secret,
        },
      },
      record(NAME, "TXT", "pier"),
    ]);
    const error = async (): Promise<unknown> =>
      (await world.db.query("select error from output.name_state where error = 'no_answer' limit 1"))[0];
    await expect.poll(error, { timeout: 20_000 }).toEqual({ error: "no_answer" });
    world.client.clear();
    for (const path of [`/dnsvs/fqdns/${NAME}`, "/dnsvs/fqdns/hafen.example."])
      expect(await stateRows(path)).toEqual([
        expect.stringMatching(/^hafen\.example\. \| ns1 \| no \| .* \| does not answer$/),
      ]);
    const gpkOf = async (name: string, old: Params): Promise<string> => {
      const { found = [] } = await world.apply([{ idx: "found", name: `${name}.list`, old }]);
      cleanup();
      return textIn(found[0]?.["gpk"]);
    };
    const last = await gpkOf("wapi.transaction", { sorting_params_list: ["gpk DESC"], fetch_limit: 1 });
    expect(await stateRows(`/object/${last}`)).toEqual([
      expect.stringMatching(/^hafen\.example\. \| ns1 \| no \| .* \| does not answer$/),
    ]);
    const note = await gpkOf("dns.record", { fqdn: NAME, type: "TXT" });
    expect(await stateRows(`/object/${note}`, / states?$/)).toEqual([
      expect.stringMatching(
        /hafen\.example\. \| www\.hafen\.example\. \| ns1 \| no \| .* \| does not answer/,
      ),
    ]);
    cleanup();
    expect((await stateRows(`/dnsvs/fqdns/${NAME}/records`)).toSorted(byText)).toEqual(
      [
        `A | 192.0.2.1 | 1.2.0.192.in-addr.arpa. |  | no |  | ${NO_REVERSE_ZONE}`,
        "A | 192.0.2.1 | hafen.example. | ns1 | no | ",
        "TXT | pier | hafen.example. | ns1 | no | ",
      ].map((record): unknown => expect.stringContaining(record)),
    );
  });
});

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

describe("the page of an object that DHCP and RADIUS servers have", () => {
  const AWAY = "does not answer";
  const MAC = "02:00:00:00:00:01";
  const create = (name: string, values: Params): Step => ({ name: `${name}.create`, new: values });

  /** Types whose objects have a page of their own. */
  const SCREENS: Readonly<Record<string, string>> = {
    "nd.ip_subnet": "/dnsvs/subnets/192.0.2.0%2F24",
    "nd.bcd": "/cntl/bcds/bcd-1",
    "dhcp.bcd_setting": "/dhcp-leases/bcds/bcd-1",
  };

  /** Pages of the objects, by type. */
  async function pages(): Promise<Readonly<Record<string, string>>> {
    const lists = await world.execute(
      ["dhcp.pool", "dhcp.static_assignment", "macauth.client", "nd.vlan"].map((type) => ({
        idx: type,
        name: `${type}.list`,
      })),
      { dryRun: false },
    );
    if (!lists.ok) throw new Error(lists.fault.description);
    const gpks = Object.entries(lists.lists).map(
      ([type, [row]]) => [type, `/object/${textIn(row?.["gpk"])}`] as const,
    );
    return { ...SCREENS, ...Object.fromEntries(gpks) };
  }

  beforeAll(async () => {
    await world.apply([
      create("nd.bcd", { name: "bcd-1" }),
      create("nd.ip_subnet", { cidr: "192.0.2.0/24", bcd: "bcd-1", gateway_addr: "192.0.2.1" }),
      { name: "dhcp.bcd_setting.update", old: { bcd: "bcd-1" }, new: { is_enabled: true } },
      create("dhcp.pool", { first_addr: "192.0.2.100", last_addr: "192.0.2.120" }),
      create("dhcp.static_assignment", { ip_addr: "192.0.2.10", mac_addr: MAC }),
      create("nd.net_instnc", { name: "campus" }),
      create("nd.vlan", { net_instnc: "campus", id: 210, name: "web", bcd: "bcd-1" }),
      create("macauth.client", { mac_addr: MAC, bcd_name: "bcd-1", wpa2_key: null }),
    ]);
  });

  it("has no such rows if there are no servers", async () => {
    const told: string[] = [];
    for (const [type, path] of Object.entries(await pages())) {
      await world.show(path);
      await screen.findByRole("heading", { level: 1 });
      if (screen.queryAllByText(/( states?$|^Live on servers)/).length > 0) told.push(type);
      cleanup();
    }
    expect(told).toEqual([]);
  });

  it("says which server has a pool, a subnet, an assignment or a client, or what it waits for", async () => {
    await world.apply([
      create("output.server", {
        name: "kea1",
        kind: "kea",
        address: HOST,
        port: await freePort(),
        key_name: "kea.",
        key_secret: newKey("kea.").secret,
        copy_name: null,
      }),
      create("output.server", {
        name: "radius1",
        kind: "radius",
        address: HOST,
        port: 1812,
        copy_name: null,
      }),
    ]);
    const states = async (): Promise<unknown> =>
      world.db.query(
        `select error from output.pool_state union all select error from output.subnet_state
         union all select error from output.assignment_state union all select error from output.client_state`,
      );
    await expect
      .poll(states, { timeout: 20_000 })
      .toEqual(["no_answer", "no_answer", "no_answer", null].map((error) => ({ error })));
    world.client.clear();
    const found = await pages();
    const told: Record<string, readonly string[]> = {};
    for (const [type, path] of Object.entries(found)) {
      told[type] = await stateRows(path, type in SCREENS ? TITLE : / states?$/);
      cleanup();
    }
    const waits = (unit: string, shownBy: string): readonly unknown[] => [
      expect.stringMatching(new RegExp(`${unit} \\| kea1 \\| no \\| .* \\| ${shownBy} \\| ${AWAY}`)),
    ];
    const live: unknown = expect.stringMatching(
      /MAC clients \| radius1 \| yes \| .* \| this database, which it reads \|/,
    );
    expect(told).toEqual({
      "nd.ip_subnet": waits("networks of DHCPv4", "the server itself"),
      "dhcp.pool": waits("networks of DHCPv4", "the server itself"),
      "dhcp.static_assignment": waits("static assignments of DHCPv4", "this database, which it reads"),
      "macauth.client": [live],
      "nd.vlan": [live],
      "dhcp.bcd_setting": waits("networks of DHCPv4", "the server itself"),
      "nd.bcd": [live, ...waits("networks of DHCPv4", "the server itself")],
    });
  });

  it("says for an address which server has its records", async () => {
    expect((await stateRows("/dnsvs/ips/192.0.2.1/records")).toSorted(byText)).toEqual([
      expect.stringContaining(`${NAME} | A | 1.2.0.192.in-addr.arpa. |  | no |  | ${NO_REVERSE_ZONE}`),
      expect.stringContaining(`${NAME} | A | hafen.example. | ns1 | no | `),
    ]);
    cleanup();
  });

  it("says which objects no server answers, and what to do", async () => {
    await world.apply([
      create("nd.bcd", { name: "bcd-2" }),
      create("macauth.client", { mac_addr: "02:00:00:00:00:02", bcd_name: "bcd-2", wpa2_key: null }),
      { name: "nd.ip_subnet.update", old: { cidr: "192.0.2.0/24" }, new: { gateway_addr: null } },
    ]);
    world.client.clear();
    const noVlan = "MAC clients |  | no |  |  | The BCD has MAC clients, but no VLAN:";
    for (const path of ["/macauth/bcds/bcd-2", "/cntl/bcds/bcd-2"]) {
      expect(await stateRows(path)).toEqual([expect.stringContaining(noVlan)]);
      cleanup();
    }
    const { found = [] } = await world.apply([
      { idx: "found", name: "macauth.client.list", old: { mac_addr: "02:00:00:00:00:02" } },
    ]);
    expect(await stateRows(`/object/${textIn(found[0]?.["gpk"])}`, / states?$/)).toEqual([
      expect.stringContaining("MAC clients |  | no |  |  | The BCD of the MAC client has no VLAN:"),
    ]);
    cleanup();
    expect(await stateRows("/dnsvs/subnets/192.0.2.0%2F24")).toContainEqual(
      expect.stringContaining(
        "networks of DHCPv4 |  | no |  |  | DHCP is enabled, but the subnet has no gateway",
      ),
    );
    cleanup();
    expect(await stateRows("/dhcp-leases/bcds/bcd-1")).toContainEqual(
      expect.stringContaining(
        "networks of DHCPv4 |  | no |  |  | DHCP is enabled, but a subnet has no gateway",
      ),
    );
  });
});
