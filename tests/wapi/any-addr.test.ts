import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeOf,
  rowsOf,
  smallWorld,
  textIn,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

const MAC = "02:00:00:00:00:11";
const LEASED = "02:00:00:00:00:22";
let world: SmallWorld;

const create = (name: string, values: SentStep["new"]): SentStep => ({
  name: `${name}.create`,
  ...(values === undefined ? {} : { new: values }),
});

beforeAll(async () => {
  world = await smallWorld();
  const made = await world.execute("ada", [
    create("dns.fqdn", { value: "sw.example.org.", type: "domain" }),
    create("dns.fqdn", { value: "www.example.org.", type: "domain" }),
    create("dns.record", { fqdn: "www.example.org.", type: "A", data: "198.51.100.20" }),
    create("dns.record", { fqdn: "www.example.org.", type: "AAAA", data: "2001:db8:47:11::20" }),
    create("dhcp.pool", { first_addr: "198.51.100.100", last_addr: "198.51.100.150" }),
    create("dhcp.static_assignment", { ip_addr: "198.51.100.30", mac_addr: MAC }),
    create("nd.device", { fqdn: "sw.example.org.", type: "switch" }),
    create("nd.l_port", { device: "sw.example.org.", name: "Gi1/0/1", bcd: "scc-net-web-1" }),
    create("nd.l_port", { device: "sw.example.org.", name: "Gi1/0/2", bcd: "scc-other-1" }),
    create("nd.ip_subnet", { cidr: "192.0.2.0/31", bcd: "scc-net-web-1" }),
    create("nd.ip_subnet", {
      cidr: "192.0.2.64/29",
      bcd: "scc-net-web-1",
      gateway_addr: "192.0.2.65",
      router_anycast_addr: "192.0.2.66",
    }),
  ]);
  if (!made.ok) throw new Error(JSON.stringify(made.exception));
  await world.db.query(
    `insert into dhcp.lease_state (ip_addr, mac_addr, ts_begin, ts_end) values
    ('198.51.100.101', $1, now() - interval '1 hour', now() + interval '1 hour'),
    ('198.51.100.102', $1, now() - interval '2 hours', now() - interval '1 hour')`,
    [LEASED],
  );
  await world.db.query(
    `insert into macfinder.sighting (mac_addr, device, port, last_seen) values
    ($1, 'sw.example.org.', 'Gi1/0/1', '2026-11-20T08:15:00Z'), ($1, 'sw.example.org.', 'Gi1/0/2', '2026-11-20T08:16:00Z'),
    ($1, 'nobody.knows.', '', '2026-11-20T08:17:00Z')`,
    [MAC],
  );
});
afterAll(() => world.close());

async function told(login: string | null, value: string) {
  const said = await world.execute(login, [{ name: "tmp.any_addr.list", old: { value } }]);
  return rowsOf(said);
}

describe("any address", () => {
  it.each([
    ["198.51.100.77", "free"],
    ["198.51.100.20", "used"],
    ["198.51.100.30", "used"],
    ["198.51.100.1", "gateway"],
    ["198.51.100.3", "reserved"],
    ["198.51.100.0", "network"],
    ["198.51.100.255", "broadcast"],
    ["198.51.100.100", "pool"],
    ["198.51.100.101", "leased"],
    // Its lease has ended.
    ["198.51.100.102", "pool"],
    ["2001:db8:47:11::20", "used"],
    ["2001:DB8:47:11:0::77", "free"],
    ["2001:db8:47:11::", "network"],
    ["2001:db8:47:11:ffff:ffff:ffff:ffff", "free"],
    // Both addresses of such a subnet are for hosts.
    ["192.0.2.0", "free"],
    ["192.0.2.1", "free"],
    ["192.0.2.65", "gateway"],
    ["192.0.2.66", "anycast"],
  ])("[DNS-16] %s is %s", async (value, state) => {
    const [row] = await told("ab1234", value);
    expect(row).toMatchObject({ state, bcd: "scc-net-web-1" });
  });

  it("[DNS-16] shows subnet, pool and MAC address", async () => {
    expect(await told("ab1234", "198.51.100.101")).toEqual([
      {
        value: "198.51.100.101",
        state: "leased",
        subnet: "198.51.100.0/24",
        bcd: "scc-net-web-1",
        pool: "198.51.100.100 – 198.51.100.150",
        mac_addr: LEASED,
      },
    ]);
    expect(await told("ab1234", "198.51.100.30")).toMatchObject([{ pool: null, mac_addr: MAC }]);
  });

  it.each([
    ["the subnet is another's", "greta", "198.51.100.30"],
    ["the subnet is another's, and the address its gateway", "greta", "198.51.100.1"],
    ["no subnet contains it", "ada", "192.0.2.77"],
    ["the account administers nothing there", "nora", "198.51.100.30"],
  ])("[DNS-17] shows nothing if %s, whatever object has the address", async (_, login, value) => {
    const nothing = { state: "unknown", subnet: null, bcd: null, pool: null, mac_addr: null };
    expect(await told(login, value)).toEqual([{ value, ...nothing }]);
  });

  it("[DNS-17] is refused if the text is no address or is missing", async () => {
    const list = (old: SentStep["old"]) =>
      world.execute("ada", [{ name: "tmp.any_addr.list", ...(old && { old }) }]);
    expect(codeOf(await list({ value: "999.1.1.1" }))).toMatch(/^-20040/);
    expect(codeOf(await list({}))).toBe("-20040/1");
    expect(
      codeOf(await world.execute(null, [{ name: "tmp.any_addr.list", old: { value: "192.0.2.1" } }])),
    ).toMatch(/^-20001/);
  });

  it("[DNS-17] has a state that does not depend on rights to its objects, but its other members do", async () => {
    // The record belongs to another group: the address is not free, and nothing says which object uses it.
    const records = await world.execute("ab1234", [
      { name: "dns.record.list", old: { fqdn: "www.example.org.", is_own: true } },
    ]);
    expect(rowsOf(records)).toEqual([]);
    expect(await told("ab1234", "198.51.100.20")).toMatchObject([{ state: "used", mac_addr: null }]);
  });
});

describe("the place where a MAC address was seen", () => {
  const seen = async (login: string, old: SentStep["old"] = {}) =>
    rowsOf(await world.execute(login, [{ name: "nd.sighting.list", old: { mac_addr: MAC, ...old } }]));
  const places = async (login: string) =>
    (await seen(login, { sorting_params_list: ["last_seen"] })).map(
      ({ device, port, bcd, last_seen: at }) => [device, port, bcd, at],
    );
  const NETWORK = ["sw.example.org.", "Gi1/0/1", "scc-net-web-1", "2026-11-20T08:15:00Z"];
  const OTHER = ["sw.example.org.", "Gi1/0/2", "scc-other-1", "2026-11-20T08:16:00Z"];

  it("[NDOC-14] is shown for ports of own BCDs, and to accounts that read all devices", async () => {
    expect(await places("ab1234")).toEqual([NETWORK]);
    expect(await places("greta")).toEqual([OTHER]);
    expect(await places("nora")).toEqual([]);
    expect(await places("ada")).toEqual([
      NETWORK,
      OTHER,
      ["nobody.knows.", null, null, "2026-11-20T08:17:00Z"],
    ]);
  });

  it("[NDOC-14] is found again by its gpk, even if it has no port", async () => {
    const all = await seen("ada");
    for (const row of all) {
      const gpk = textIn(row, "gpk");
      expect(gpk).toMatch(/^seen-[0-9a-f-]+$/);
      const again = await seen("ada", { gpk_list: [gpk] });
      expect(again.map((one) => one["gpk"])).toEqual([gpk]);
    }
    expect(new Set(all.map((row) => row["gpk"])).size).toBe(3);
  });
});
