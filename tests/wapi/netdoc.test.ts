import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { join, plant, ROOM, type Plant } from "../support/plant.ts";
import { codeOf, rowsOf, textIn, type Said, type SentStep } from "../support/small-world.ts";

let world: Plant;
let count = 0;
beforeAll(async () => {
  world = await plant();
}, 120_000);
afterAll(() => world.close());
beforeEach(() => {
  count += 1;
});

const ask = (...steps: readonly SentStep[]): Promise<Said> => world.execute("ada", steps);
const row = async (name: string, gpk: string): Promise<Row> =>
  rowsOf(await ask({ name: `${name}.list`, old: { gpk } }))[0] ?? {};
const detailsOf = (said: Said): Row => (said.ok ? {} : said.exception.details);
const update = (name: string, gpk: string, values: Row): SentStep => ({
  name: `${name}.update`,
  old: { gpk },
  new: values,
});
const remove = (name: string, gpk: string): SentStep => ({ name: `${name}.delete`, old: { gpk } });

/** Creates a module in the room with this number of ports; returns the module first, then the ports. */
async function panel(ports: number, name = `m${String(count)}`): Promise<readonly string[]> {
  const [module = ""] = await world.modules([{ name, room_gfk: world.room }]);
  return [module, ...(await world.ports(Array.from({ length: ports }, (_, n) => [module, String(n + 1)])))];
}

describe("modules", () => {
  it("have either a room or a parent module", async () => {
    const [module = ""] = await panel(0);
    const type = { name: "x", module_type: "p24" };
    const both = { ...type, room_gfk: world.room, parent_gfk: module };
    for (const values of [type, both]) {
      const said = await ask({ name: "nd.module.create", new: values });
      expect(codeOf(said)).toBe("-20030/3");
      expect(detailsOf(said)).toMatchObject({
        rule: "room_or_parent",
        attribute_list: ["room_gfk", "parent_gfk"],
      });
    }
    expect(codeOf(await ask(update("nd.module", module, { room_gfk: null })))).toBe("-20030/3");
  });

  it("have names that begin with the site and follow every rename and move", async () => {
    const [rack = ""] = await world.modules([{ name: "rack", room_gfk: world.room }]);
    const [frame = ""] = await world.modules([{ name: "frame", parent_gfk: rack }]);
    const [card = ""] = await world.modules([{ name: "card", parent_gfk: frame }]);
    const [port = ""] = await world.ports([[card, "1"]]);
    expect(await row("nd.module", card)).toMatchObject({
      fq_name: `${ROOM}/rack/frame/card`,
      is_child: true,
      hierarchy_gfk_list: [rack, frame, card],
    });
    expect(await row("nd.module", rack)).toMatchObject({ is_child: false, hierarchy_gfk_list: [rack] });
    await world.steps([update("nd.module", rack, { name: "cabinet" })]);
    expect(await world.port(port)).toMatchObject({ fq_name: `${ROOM}/cabinet/frame/card/1` });
    await world.steps([update("nd.module", frame, { parent_gfk: null, room_gfk: world.otherRoom })]);
    expect(await world.port(port)).toMatchObject({ fq_name: "CN/N001/102/frame/card/1" });
    const rename = update("nd.room", world.otherRoom, { name: "102a" });
    await world.steps([rename, update("nd.p_port", port, { name: "2" })]);
    expect(await world.port(port)).toMatchObject({ fq_name: "CN/N001/102a/frame/card/2" });
    expect(await row("nd.module", card)).toMatchObject({ hierarchy_gfk_list: [frame, card] });
  });

  it("cannot be inside themselves", async () => {
    const [a = "", b = ""] = await world.modules([
      { name: "loop-a", room_gfk: world.room },
      { name: "loop-b", room_gfk: world.room },
    ]);
    await world.steps([update("nd.module", b, { parent_gfk: a, room_gfk: null })]);
    for (const parent of [a, b]) {
      const said = await ask(update("nd.module", a, { parent_gfk: parent, room_gfk: null }));
      expect(codeOf(said)).toBe("-20060/9");
      expect(detailsOf(said)).toMatchObject({ object_fq_name: "nd.module", key: { gpk: a } });
    }
  });

  it("[API-26] E: the room of the root of a contained module", async () => {
    const [rack = ""] = await world.modules([{ name: "e-rack", room_gfk: world.room }]);
    const [frame = ""] = await world.modules([{ name: "e-frame", parent_gfk: rack }]);
    const [card = ""] = await world.modules([{ name: "e-card", parent_gfk: frame }]);
    const said = await ask(
      { name: "nd.module.list", idx: "cnt_module_list", old: { gpk_list: [card] } },
      {
        name: "nd.module.list",
        idx: "parent_module_list",
        inner_join_ref: { cnt_module_list: "api_func_nd_module_hierarchy_gfk_list_is_subset" },
        old: { is_child: false },
      },
      { name: "nd.room.list", idx: "room_list", inner_join_ref: { parent_module_list: "default" } },
      {
        name: "nd.module.list",
        idx: "below",
        inner_join_ref: { parent_module_list: "api_func_nd_module_hierarchy_gfk_list_is_superset" },
      },
    );
    expect(rowsOf(said, 1).map((one) => one["gpk"])).toEqual([rack]);
    expect(rowsOf(said, 2)).toMatchObject([{ gpk: world.room, site: "CN", bldg: "N001", name: "101" }]);
    expect(rowsOf(said, 3).map((one) => one["gpk"])).toEqual([rack, frame, card]);
  });

  it("[API-65] are deleted with their unconnected ports, each with its log entry, and cannot be deleted with connected ones", async () => {
    const [module = "", a = "", b = "", c = ""] = await panel(3);
    const [, far = ""] = await panel(1, `far${String(count)}`);
    await world.steps([join(a, b), { name: "nd.p_port.connect", old: { gpk: c }, new: { p_port_gfk: far } }]);
    const kept = await ask(remove("nd.module", module));
    expect(codeOf(kept)).toBe("-20030/2");
    expect(detailsOf(kept)).toMatchObject({
      object_fq_name: "nd.module",
      key: { gpk: module },
      child_list: [
        {
          object_fq_name: "nd.p_port",
          attribute_list: ["module_gfk"],
          reference_name: "api_fkey_nd_p_port_module",
          count: 1,
          title_list: [`${ROOM}/m${String(count)}/3`],
        },
      ],
    });
    await world.steps([{ name: "nd.p_port.disconnect", old: { gpk: far } }, remove("nd.module", module)]);
    const log = { object_gfk_list: [module, a, b, c], function: "delete" };
    const entries = rowsOf(await ask({ name: "wapi.change_log.list", old: log }));
    expect(entries).toHaveLength(4);
    expect(new Set(entries.map((one) => one["object_gfk"]))).toEqual(new Set([module, a, b, c]));
  });

  it("cannot be deleted while an object refers to one of their ports, or while a module is inside", async () => {
    const [module = "", port = ""] = await panel(1);
    const fqdn = `sw${String(count)}.example.com.`;
    await world.steps([
      { name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } },
      { name: "nd.device.create", new: { fqdn, type: "switch" } },
      { name: "nd.l_port.create", new: { device: fqdn, name: "Gi1/0/1", p_port_gfk: port } },
    ]);
    const said = await ask(remove("nd.module", module));
    expect(codeOf(said)).toBe("-20030/2");
    expect(detailsOf(said)).toMatchObject({
      object_fq_name: "nd.p_port",
      key: { module_gfk: module, name: "1" },
      child_list: [{ object_fq_name: "nd.l_port", attribute_list: ["p_port_gfk"], count: 1 }],
    });
    await world.modules([{ name: "inside", parent_gfk: module }]);
    const inside = await ask(remove("nd.module", module));
    expect(detailsOf(inside)).toMatchObject({
      object_fq_name: "nd.module",
      child_list: [{ object_fq_name: "nd.module", attribute_list: ["parent_gfk"], count: 1 }],
    });
  });
});

describe("steps that name ports", () => {
  it("[API-41] do not find a port that was deleted with its module in an earlier step, in any batches", async () => {
    const [, kept = ""] = await panel(1);
    const [gone = "", port = ""] = await panel(1, `gone${String(count)}`);
    const said = await ask(
      update("nd.p_port", kept, { speed: 100 }),
      remove("nd.module", gone),
      update("nd.p_port", port, { speed: 100 }),
    );
    expect(codeOf(said)).toBe("-20020/1");
    expect(said.ok ? null : said.exception.traceback?.transaction_statement).toMatchObject({ position: 2 });
  });
});

describe("many ports at once", () => {
  it("are changed soon after few were changed: their rows have no paths (wire contract 7.5)", async () => {
    const [module = ""] = await panel(1_001);
    const change = (filters: Row): SentStep => ({
      name: "nd.p_port.bulk_update",
      old: { module_gfk: module, ...filters },
      new: { speed: 10_000 },
    });
    const [few] = rowsOf(await ask(change({ name: "1" })));
    expect(few).toMatchObject({ speed: 10_000, conn_id_gfk_list: [few?.["gpk"]] });
    const many = rowsOf(await ask(change({})));
    expect(many).toHaveLength(1_001);
    expect(many.every((port) => port["speed"] === 10_000 && port["conn_id_gfk_list"] === null)).toBe(true);
  });
});

describe("passages through a module", () => {
  it("[API-65] are stored at both sides, and each changed side has its log entry", async () => {
    const [module = "", a = "", b = "", c = ""] = await panel(3);
    await world.steps([join(a, b)]);
    expect(await world.port(b)).toMatchObject({ internal_gfk: a, is_edge_node: false });
    await world.steps([join(a, c)]);
    expect(await world.port(a)).toMatchObject({ internal_gfk: c });
    expect(await world.port(b)).toMatchObject({ internal_gfk: null, is_edge_node: true });
    expect(await world.port(c)).toMatchObject({ internal_gfk: a });
    await world.steps([join(c, null)]);
    expect(await world.port(a)).toMatchObject({ internal_gfk: null });
    const entries = rowsOf(
      await ask({ name: "wapi.change_log.list", old: { object_gfk_list: [a, b, c], function: "update" } }),
    );
    expect(entries.map((one) => one["object_gfk"])).toEqual([a, b, a, b, c, c, a]);
    const created = await world.steps([
      { name: "nd.p_port.create", new: { module_gfk: module, name: "9", internal_gfk: b } },
    ]);
    expect(await world.port(b)).toMatchObject({ internal_gfk: created[0]?.["gpk"] });
  });

  it("stay within one module, have two sides, and a port has at most one", async () => {
    const [module = "", a = "", b = "", c = ""] = await panel(3);
    const [, far = ""] = await panel(1, `far${String(count)}`);
    await world.steps([join(a, b)]);
    const other = await ask(join(c, far));
    expect(codeOf(other)).toBe("-20030/3");
    expect(detailsOf(other)).toMatchObject({
      rule: "passage_within_module",
      attribute_list: ["internal_gfk"],
    });
    expect(codeOf(await ask(join(c, c)))).toBe("-20030/3");
    const taken = await ask(join(c, b));
    expect(codeOf(taken)).toBe("-20030/1");
    expect(detailsOf(taken)).toMatchObject({ attribute_list: ["internal_gfk"], value_list: [b] });
    const create = { name: "nd.p_port.create", new: { module_gfk: module, name: "new", internal_gfk: far } };
    expect(codeOf(await ask(create))).toBe("-20030/3");
    expect(codeOf(await ask(join(c, "pp-999999")))).toBe("-20020/2");
    expect(codeOf(await ask(remove("nd.p_port", a)))).toBe("-20030/2");
  });
});

describe("devices and their logical ports", () => {
  const fqdn = "sw1.example.com.";
  beforeAll(async () => {
    await world.steps([
      { name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } },
      { name: "dns.fqdn.create", new: { value: "sw2.example.org.", type: "domain" } },
      { name: "dns.fqdn.create", new: { value: "sw3.example.org.", type: "domain" } },
      { name: "nd.device.create", new: { fqdn, type: "switch" } },
      { name: "nd.device.create", new: { fqdn: "sw2.example.org.", type: "switch", bcd: "scc-net-web-1" } },
      { name: "nd.device.create", new: { fqdn: "sw3.example.org.", type: "switch" } },
      { name: "nd.bcd.create", new: { name: "scc-aaa-1" } },
      {
        name: "nd.l_port.create",
        new: { device: fqdn, name: "1", tagged_bcd_list: ["scc-other-1", "scc-net-web-1", "scc-other-1"] },
      },
      { name: "nd.l_port.create", new: { device: fqdn, name: "2", bcd: "scc-net-web-1" } },
      { name: "nd.l_port.create", new: { device: fqdn, name: "3", bcd: "scc-other-1" } },
    ]);
  });
  const lPort = (name: string): SentStep => ({ name: "nd.l_port.list", old: { device: fqdn, name } });

  it("a device is owned through its BCD or its FQDN, and is in the room of its first module", async () => {
    const named = { fqdn_list: [fqdn, "sw2.example.org.", "sw3.example.org."] };
    const own = rowsOf(await world.execute("otto", [{ name: "nd.device.list", old: named }]));
    // otto administers the OU of the BCD and the group of the zone example.com.
    expect(own.map((one) => [one["fqdn"], one["is_own"]])).toEqual([
      [fqdn, true],
      ["sw2.example.org.", true],
    ]);
    const [module = ""] = await panel(0, "rack-of-sw1");
    await world.modules([{ name: "card", parent_gfk: module, device: fqdn }]);
    const [device] = rowsOf(await ask({ name: "nd.device.list", old: { fqdn } }));
    expect(device).toMatchObject({ room_gfk: world.room });
    const rooms = await ask(
      { name: "nd.device.list", old: { fqdn } },
      { name: "nd.room.list", inner_join_ref: { "0": "default" } },
    );
    expect(rowsOf(rooms, 1).map((one) => one["gpk"])).toEqual([world.room]);
  });

  it("[API-63] tagged BCDs are a set in order of value and follow renames", async () => {
    expect(rowsOf(await ask(lPort("1")))[0]).toMatchObject({
      tagged_bcd_list: ["scc-net-web-1", "scc-other-1"],
    });
    const said = await ask(
      {
        name: "nd.l_port.update",
        old: { device: fqdn, name: "1", tagged_bcd_list: ["scc-net-web-1", "scc-other-1"] },
        new: { tagged_bcd_list: ["scc-other-1", "scc-aaa-1"] },
      },
      { name: "nd.bcd.update", old: { name: "scc-aaa-1" }, new: { name: "scc-zzz-1" } },
      lPort("1"),
    );
    expect(rowsOf(said)[0]).toMatchObject({ tagged_bcd_list: ["scc-aaa-1", "scc-other-1"] });
    expect(rowsOf(said, 2)[0]).toMatchObject({ tagged_bcd_list: ["scc-other-1", "scc-zzz-1"] });
    const same = await ask({
      name: "nd.l_port.update",
      old: { device: fqdn, name: "1" },
      new: { tagged_bcd_list: ["scc-zzz-1", "scc-other-1", "scc-zzz-1"] },
    });
    const gpk = textIn(rowsOf(same)[0], "gpk");
    const entries = rowsOf(await ask({ name: "wapi.change_log.list", old: { object_gfk: gpk } }));
    expect(entries.map((one) => one["function"])).toEqual(["create", "update"]);
    const old = { device: fqdn, name: "1", tagged_bcd_list: [] };
    expect(codeOf(await ask({ name: "nd.l_port.update", old, new: { speed: 10 } }))).toBe("-20050/1");
    const unknown = await ask({
      name: "nd.l_port.update",
      old: { device: fqdn, name: "1" },
      new: { tagged_bcd_list: ["scc-other-1", "none-here-1"] },
    });
    expect(codeOf(unknown)).toBe("-20020/2");
    expect(detailsOf(unknown)).toMatchObject({
      attribute: "tagged_bcd_list",
      value: "none-here-1",
      ref_object_fq_name: "nd.bcd",
    });
  });

  it("a tagged BCD cannot be deleted while a port carries it", async () => {
    const steps = [
      { name: "nd.bcd.create", new: { name: "scc-tag-1" } },
      { name: "nd.l_port.create", new: { device: fqdn, name: "tag", tagged_bcd_list: ["scc-tag-1"] } },
    ];
    const bcd = { name: "nd.bcd.delete", old: { name: "scc-tag-1" } };
    await world.steps(steps);
    const said = await ask(bcd);
    expect(codeOf(said)).toBe("-20030/2");
    expect(detailsOf(said)).toMatchObject({
      child_list: [
        {
          object_fq_name: "nd.l_port",
          attribute_list: ["tagged_bcd_list"],
          reference_name: "api_func_nd_l_port_tagged_bcd_list",
          count: 1,
          title_list: [`${fqdn} tag`],
        },
      ],
    });
    expect(codeOf(await ask({ name: "nd.l_port.delete", old: { device: fqdn, name: "tag" } }, bcd))).toBe(
      "200",
    );
  });

  it("[API-26] [API-27] logical ports and their tagged BCDs are joined both ways, and default is ambiguous", async () => {
    const reference = "api_func_nd_l_port_tagged_bcd_list";
    const said = await ask(
      { name: "nd.bcd.list", old: { name: "scc-other-1" } },
      { name: "nd.l_port.list", inner_join_ref: { "0": reference } },
      { name: "nd.bcd.list", inner_join_ref: { "1": reference } },
      { name: "nd.l_port.list", union_join_ref: { "0": "api_fkey_nd_l_port_bcd", "1": "self" } },
    );
    expect(rowsOf(said, 1).map((one) => one["name"])).toEqual(["1"]);
    expect(rowsOf(said, 2).map((one) => one["name"])).toEqual(["scc-other-1", "scc-zzz-1"]);
    expect(rowsOf(said, 3).map((one) => one["name"])).toEqual(["1", "3"]);
    const ambiguous = await ask(
      { name: "nd.bcd.list" },
      { name: "nd.l_port.list", inner_join_ref: { "0": "default" } },
    );
    expect(codeOf(ambiguous)).toBe("-20900/6");
    expect(detailsOf(ambiguous)).toMatchObject({
      known_list: expect.arrayContaining([reference]) as unknown,
    });
  });

  it("logical ports are readable for owners of any of their BCDs, and all of them with nd.ro:device", async () => {
    await world.steps([
      { name: "nd.l_port.create", new: { device: fqdn, name: "4", tagged_bcd_list: ["scc-net-web-1"] } },
      { name: "cntl.role.create", new: { name: "device_reader" } },
      {
        name: "cntl.role2permission.create",
        new: { role_name: "device_reader", permission_name: "nd.ro:device" },
      },
    ]);
    const names = async (login: string): Promise<readonly unknown[]> =>
      rowsOf(await world.execute(login, [{ name: "nd.l_port.list", old: { device: fqdn } }])).map(
        (one) => one["name"],
      );
    expect(await names("otto")).toEqual(["2", "4"]);
    expect(await names("greta")).toEqual(["1", "3"]);
    const role = { login_name: "greta", role_name: "device_reader" };
    await world.steps([{ name: "cntl.mgr2role.create", new: role }]);
    expect(await names("greta")).toEqual(["1", "2", "3", "4"]);
    await world.steps([{ name: "cntl.mgr2role.delete", old: role }]);
  });

  it("[API-65] logical ports are deleted with their device, each with its log entry", async () => {
    const device = "sw9.example.com.";
    const rows = await world.steps([
      { name: "dns.fqdn.create", new: { value: device, type: "domain" } },
      { name: "nd.device.create", new: { fqdn: device, type: "switch" } },
      { name: "nd.l_port.create", new: { device, name: "1", tagged_bcd_list: ["scc-other-1"] } },
      { name: "nd.device.delete", old: { fqdn: device } },
    ]);
    const log = { object_gfk: textIn(rows[2], "gpk"), function: "delete" };
    const [entry] = rowsOf(await ask({ name: "wapi.change_log.list", old: log }));
    expect(entry?.["old"]).toMatchObject({ device, name: "1", tagged_bcd_list: ["scc-other-1"] });
  });
});

describe("access points", () => {
  it("show the ports and devices on their live path to holders of nd.ro:device", async () => {
    const fqdn = "ap1.example.com.";
    await world.steps([
      { name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } },
      { name: "nd.device.create", new: { fqdn, type: "ap", serial_number: "S-1" } },
    ]);
    const list: SentStep = { name: "nd.access_point.list", old: { fqdn } };
    expect(rowsOf(await ask(list))).toMatchObject([{ fqdn, port: null, socket: null, room_gfk: null }]);
    const [ap = ""] = await world.modules([{ name: "ap1", room_gfk: world.room, device: fqdn }]);
    const [uplink = ""] = await world.ports([[ap, "uplink"]]);
    const [socket = "", front = "", rear = ""] = await panel(2, "socket");
    const [, far = ""] = await panel(1, "switch");
    expect(socket).not.toBe("");
    await world.steps([
      join(front, rear),
      update("nd.p_port", far, { speed: 2500, power: 25.5 }),
      { name: "nd.p_port.connect", old: { gpk: uplink }, new: { p_port_gfk: front } },
      { name: "nd.p_port.connect", old: { gpk: rear }, new: { p_port_gfk: far } },
    ]);
    expect(rowsOf(await ask(list))).toMatchObject([
      {
        fqdn,
        port: `${ROOM}/switch/1`,
        socket: `${ROOM}/socket/1`,
        speed: 2500,
        power: 25.5,
        serial_number: "S-1",
        room_gfk: world.room,
      },
    ]);
    await world.steps([
      { name: "nd.p_port.disconnect", old: { gpk: uplink } },
      { name: "nd.p_port.disconnect", old: { gpk: far } },
      { name: "nd.p_port.connect", old: { gpk: far }, new: { p_port_gfk: uplink } },
    ]);
    expect(rowsOf(await ask(list))).toMatchObject([{ port: `${ROOM}/switch/1`, socket: null }]);
    expect(rowsOf(await world.execute("otto", [list]))).toEqual([]);
  });
});
