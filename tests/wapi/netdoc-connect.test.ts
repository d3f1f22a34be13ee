import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { describe as described } from "../../server/wapi/describe/metadata.ts";
import { openApi } from "../../server/wapi/describe/openapi.ts";
import { transactionSchema } from "../../server/wapi/describe/step-schema.ts";
import { connect, join, plant, type Plant } from "../support/plant.ts";
import { codeOf, rowsOf, textIn, type Said, type SentStep } from "../support/small-world.ts";

let world: Plant;
let module = "";
beforeAll(async () => {
  world = await plant();
  [module = ""] = await world.modules([{ name: "panel", room_gfk: world.room }]);
}, 120_000);
afterAll(() => world.close());

let made = 0;
const ports = (count: number): Promise<readonly string[]> =>
  world.ports(Array.from({ length: count }, () => [module, `p${String(++made)}`]));
const disconnect = (gpk: string): SentStep => ({ name: "nd.p_port.disconnect", old: { gpk } });
const detailsOf = (said: Said): Row => (said.ok ? {} : said.exception.details);

describe("connect and disconnect", () => {
  it("[API-65] create and end a connection with time and account, answer both ports, and are logged", async () => {
    const [a = "", b = ""] = await ports(2);
    const said = await world.post("ada", "nd.p_port.connect", { old: { gpk: b }, new: { p_port_gfk: a } });
    expect(rowsOf(said)).toMatchObject([
      { gpk: b, remote_gfk: a, is_connected: true, conn_id_gfk_list: [a, b] },
      { gpk: a, remote_gfk: b, is_connected: true, conn_id_gfk_list: [a, b] },
    ]);
    const connections: SentStep = { name: "nd.connection.list", old: { p_port_a_gfk: a } };
    const [connection] = rowsOf(await world.execute("otto", [connections]));
    expect(connection).toMatchObject({ p_port_a_gfk: a, p_port_b_gfk: b, login_name: "ada" });
    expect(Date.now() - Date.parse(textIn(connection, "ts"))).toBeLessThan(60_000);
    const ended = await world.execute("ada", [{ ...disconnect(b), old: { gpk: b, remote_gfk: a } }]);
    expect(rowsOf(ended)).toMatchObject([
      { gpk: b, remote_gfk: null, is_connected: false, conn_id_gfk_list: [b] },
      { gpk: a, remote_gfk: null, is_connected: false },
    ]);
    expect(rowsOf(await world.execute("ada", [connections]))).toEqual([]);
    const log = { object_gfk_list: [textIn(connection, "gpk"), a, b] };
    const entries = rowsOf(await world.execute("ada", [{ name: "wapi.change_log.list", old: log }]));
    expect(entries.map((one) => [one["object_fq_name"], one["function"]])).toEqual([
      ["nd.p_port", "create"],
      ["nd.p_port", "create"],
      ["nd.connection", "create"],
      ["nd.connection", "delete"],
    ]);
  });

  it("[API-40] need two different free ports, or one connected port", async () => {
    const [a = "", b = "", c = ""] = await ports(3);
    await world.steps([connect(a, b)]);
    for (const [step, key, isConnected] of [
      [connect(a, c), { gpk: a }, true],
      [connect(c, b), { gpk: b }, true],
      [disconnect(c), { gpk: c }, false],
    ] as const) {
      const said = await world.execute("ada", [step]);
      expect(codeOf(said)).toBe("-20060/7");
      expect(detailsOf(said)).toEqual({ object_fq_name: "nd.p_port", key, is_connected: isConnected });
    }
    const self = await world.execute("ada", [connect(c, c)]);
    expect(codeOf(self)).toBe("-20030/3");
    expect(detailsOf(self)).toMatchObject({ rule: "two_ports", attribute_list: ["p_port_gfk"] });
    const faults: readonly (readonly [SentStep, string])[] = [
      [connect("pp-999999", c), "-20020/1"],
      [connect(c, "pp-999999"), "-20020/2"],
      [connect(c, module), "-20020/2"],
      [{ name: "nd.p_port.connect", old: { gpk: c } }, "-20040/1"],
      [{ name: "nd.p_port.connect", old: { gpk: c }, new: { p_port_gfk: null } }, "-20040/2"],
      [{ name: "nd.p_port.connect", old: { gpk: c }, new: { p_port_gfk: a, name: "x" } }, "-20900/4"],
      [{ name: "nd.p_port.connect", old: {}, new: { p_port_gfk: a } }, "-20040/1"],
      [{ ...disconnect(a), new: { p_port_gfk: b } }, "-20900/2"],
      [{ name: "nd.p_port.patch", old: { gpk: c } }, "-20900/3"],
      [{ ...connect(c, a), old: { gpk: c, is_connected: true } }, "-20050/1"],
    ];
    for (const [step, code] of faults) expect(codeOf(await world.execute("ada", [step]))).toBe(code);
  });

  it("[API-63] name the port by its natural key and check old values", async () => {
    const [a = "", b = ""] = await ports(2);
    const name = textIn(await world.port(a), "name");
    const step = {
      name: "nd.p_port.connect",
      old: { module_gfk: module, name, is_connected: false, remote_gfk: null },
      new: { p_port_gfk: b },
    };
    expect(rowsOf(await world.execute("ada", [step])).map((row) => row["gpk"])).toEqual([a, b]);
    const again = await world.execute("ada", [step]);
    expect(codeOf(again)).toBe("-20050/1");
    expect(detailsOf(again)).toMatchObject({
      conflict_list: [
        { attribute: "is_connected", expected: false, found: true },
        { attribute: "remote_gfk", expected: null, found: b },
      ],
    });
  });

  it("[API-40] are allowed for holders of nd.rw:p_port only", async () => {
    const [a = "", b = ""] = await ports(2);
    for (const [step, fn] of [
      [connect(a, b), "nd.p_port.connect"],
      [disconnect(a), "nd.p_port.disconnect"],
    ] as const) {
      const said = await world.execute("otto", [step]);
      expect(codeOf(said)).toBe("-20010/1");
      expect(detailsOf(said)).toMatchObject({
        function: fn,
        required_permission_list: ["nd.rw:p_port"],
        required_role_list: ["admin"],
        required_assignment_list: null,
      });
    }
  });

  it("[API-41] take effect in the order of the steps, in any batches", async () => {
    const [a = "", b = "", c = "", d = ""] = await ports(4);
    const order = [connect(a, b), connect(c, d), disconnect(b), connect(b, c)];
    const failing = await world.execute("ada", order);
    expect(codeOf(failing)).toBe("-20060/7");
    expect(failing.ok ? null : failing.exception.traceback?.transaction_statement).toMatchObject({
      position: 3,
    });
    const said = await world.execute("ada", [
      connect(a, b),
      connect(c, d),
      disconnect(b),
      disconnect(d),
      connect(b, c),
      connect(d, a),
    ]);
    expect(rowsOf(said, 5)).toMatchObject([
      { gpk: d, remote_gfk: a },
      { gpk: a, remote_gfk: d },
    ]);
    const both = await world.execute("ada", [disconnect(b), disconnect(c)]);
    expect(both.ok ? null : both.exception.traceback?.transaction_statement).toMatchObject({ position: 1 });
    expect(await world.port(b)).toMatchObject({ remote_gfk: c });
  });

  it("[API-31] change nothing in a dry run", async () => {
    const [a = "", b = ""] = await ports(2);
    const said = await world.execute("ada", [connect(a, b)], { dryRun: true });
    expect(rowsOf(said)).toMatchObject([{ is_connected: true }, { is_connected: true }]);
    expect(await world.port(a)).toMatchObject({ is_connected: false });
  });

  it("keep a connected port from being deleted", async () => {
    const [a = "", b = ""] = await ports(2);
    await world.steps([connect(a, b)]);
    const remove = (gpk: string): SentStep => ({ name: "nd.p_port.delete", old: { gpk } });
    const said = await world.execute("ada", [remove(b)]);
    expect(codeOf(said)).toBe("-20030/2");
    expect(detailsOf(said)).toMatchObject({
      object_fq_name: "nd.p_port",
      child_list: [
        {
          object_fq_name: "nd.connection",
          attribute_list: ["p_port_b_gfk"],
          reference_name: "api_fkey_nd_connection_p_port_b",
          count: 1,
        },
      ],
    });
    expect(codeOf(await world.execute("ada", [disconnect(a), remove(a), remove(b)]))).toBe("200");
  });

  it("[API-59] [API-60] D: the sockets on the path of a found port without the port itself", async () => {
    const [far = "", front = "", rear = "", own = ""] = await ports(4);
    await world.steps([join(front, rear), connect(far, rear), connect(front, own)]);
    const said = await world.execute("ada", [
      { name: "nd.p_port.list", idx: "found", old: { gpk_list: [own] } },
      {
        name: "nd.p_port.list",
        idx: "sockets",
        old: { is_edge_node: true },
        inner_join_ref: { found: "api_func_nd_p_port_is_contained_by_conn_id_gfk_list" },
        anti_join_ref: { found: "self" },
      },
      {
        name: "nd.p_port.list",
        idx: "free_sockets",
        inner_join_ref: { sockets: "self" },
        old: { is_connected: false },
      },
    ]);
    expect(rowsOf(said, 1).map((row) => row["gpk"])).toEqual([far]);
    expect(rowsOf(said, 2)).toEqual([]);
  });

  it("[API-41] J: two ports are connected, and many logical ports are set at once", async () => {
    const [a = "", b = ""] = await ports(2);
    const device = "sw-20-21-3.example.com.";
    await world.steps([
      { name: "dns.fqdn.create", new: { value: device, type: "domain" } },
      { name: "nd.device.create", new: { fqdn: device, type: "switch" } },
      ...["1", "2", "3"].map((name) => ({
        name: "nd.l_port.create",
        new: { device, name, is_enabled: name === "2" },
      })),
    ]);
    const said = await world.execute("ada", [
      { idx: "p", ...connect(a, b) },
      { idx: "b", name: "nd.l_port.bulk_update", old: { device }, new: { is_enabled: true } },
    ]);
    expect(rowsOf(said)).toMatchObject([{ remote_gfk: b }, { remote_gfk: a }]);
    expect(rowsOf(said, 1).map((row) => [row["name"], row["is_enabled"]])).toEqual([
      ["1", true],
      ["2", true],
      ["3", true],
    ]);
  });

  it("[API-26] J: the rows of a connect step are joined by later steps", async () => {
    const [a = "", b = ""] = await ports(2);
    const said = await world.execute("ada", [
      { idx: "p", ...connect(a, b) },
      { name: "nd.p_port.list", inner_join_ref: { p: "self" } },
      { name: "nd.connection.list", inner_join_ref: { p: "api_fkey_nd_connection_p_port_a" } },
    ]);
    expect(rowsOf(said).map((row) => row["gpk"])).toEqual([a, b]);
    expect(rowsOf(said, 1).map((row) => row["gpk"])).toEqual([a, b]);
    expect(rowsOf(said, 2)).toMatchObject([{ p_port_a_gfk: a, p_port_b_gfk: b }]);
  });
});

describe("callers at the same time", () => {
  it("[API-41] who connect one port: exactly one succeeds, and the others learn that it is taken", async () => {
    for (let round = 0; round < 10; round++) {
      const [hub = "", ...others] = await ports(9);
      const said = await Promise.all(
        others.map((other, n) =>
          world.execute("ada", [n % 2 === 0 ? connect(hub, other) : connect(other, hub)]),
        ),
      );
      expect(said.map(codeOf).toSorted()).toEqual([...Array.from({ length: 7 }, () => "-20060/7"), "200"]);
      const remote = (await world.port(hub))["remote_gfk"];
      expect(await world.port(textIn({ remote: remote ?? null }, "remote"))).toMatchObject({
        remote_gfk: hub,
      });
    }
  }, 60_000);

  it("[API-41] leave every port with one connection, under random connects, disconnects and passages", async () => {
    const all = await ports(12);
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const pick = (): string => all[random(all.length)] ?? "";
    const step = (): SentStep => {
      const kind = random(10);
      if (kind < 4) return connect(pick(), pick());
      if (kind < 7) return disconnect(pick());
      return join(pick(), kind < 9 ? pick() : null);
    };
    const known = new Set(["200", "-20060/7", "-20030/3", "-20030/1", "-20050/2"]);
    for (let round = 0; round < 25; round++) {
      const calls = Array.from({ length: 8 }, () => Array.from({ length: 1 + random(3) }, step));
      const said = await Promise.all(calls.map((steps) => world.execute("ada", steps)));
      for (const one of said) expect(known).toContain(codeOf(one));
    }
    const rows = rowsOf(await world.execute("ada", [{ name: "nd.p_port.list", old: { gpk_list: all } }]));
    const byGpk = new Map(rows.map((row) => [row["gpk"], row]));
    for (const row of rows) {
      for (const way of ["remote_gfk", "internal_gfk"]) {
        const other = row[way] ?? null;
        if (other !== null) expect(byGpk.get(other)?.[way]).toBe(row["gpk"]);
      }
    }
    const connections = rowsOf(await world.execute("ada", [{ name: "nd.connection.list" }]));
    const ends = connections.flatMap((row) => [row["p_port_a_gfk"], row["p_port_b_gfk"]]);
    expect(new Set(ends).size).toBe(ends.length);
    const wired = rows.filter((row) => row["is_connected"] === true).map((row) => row["gpk"]);
    expect(new Set(ends.filter((gpk) => byGpk.has(gpk)))).toEqual(new Set(wired));
  }, 120_000);
});

describe("functions that only one type has", () => {
  it("[API-53] [API-55] are described like all others", () => {
    const functions = described(world.catalogue).rows["wapi.function"] ?? [];
    const row = functions.find((one) => one["fq_name"] === "nd.p_port.connect");
    expect(row).toMatchObject({
      is_data_manipulating: true,
      permission_list: ["nd.rw:p_port"],
      parameters: {
        gpk: { data_type: "gpk", old: { isRequired: false } },
        p_port_gfk: { data_type: "gpk", new: { isRequired: true, is_nullable: false, data_default: null } },
      },
      language_dict: { name: { de: "verbinden", en: "connect" } },
    });
    const parameters = functions.find((one) => one["fq_name"] === "nd.p_port.disconnect")?.["parameters"];
    expect(Object.values((parameters ?? {}) as Record<string, Row>).some((one) => "new" in one)).toBe(false);
    expect(openApi(world.catalogue, "4.2.1")).toMatchObject({
      paths: { "/nd/p_port/connect": { post: { operationId: "nd.p_port.connect" } } },
      components: {
        schemas: { "nd.p_port.connect.request": { properties: { new: { required: ["p_port_gfk"] } } } },
      },
    });
    expect(transactionSchema(world.catalogue)).toMatchObject({
      $defs: {
        "nd.p_port.disconnect": { properties: { new: { additionalProperties: false, properties: {} } } },
      },
    });
  });
});
