import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params, Row } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  textIn,
  type Asked,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const MAC = "aa:bb:cc:00:00:01";
const KEY = "Secret key of a client";
const client = (more: Params = {}): SentStep => ({
  name: "macauth.client.create",
  new: { mac_addr: MAC, bcd_name: "scc-net-web-1", ...more },
});
const update = (values: Params, old: Params = { mac_addr: MAC }): SentStep => ({
  name: "macauth.client.update",
  old,
  new: values,
});
const list = (old: Params = {}): SentStep => ({ name: "macauth.client.list", old });
const keyIn = (row: Row | undefined): string => textIn(row, "wpa2_key");

describe("the WPA2 key of a client", () => {
  it("is made by the server when none is given, another for each", async () => {
    const said = await world.dry("otto", client(), client({ mac_addr: "aa:bb:cc:00:00:02" }), list());
    const [one, other] = rowsOf(said, 2);
    expect(one).toEqual({
      gpk: one?.["gpk"],
      mac_addr: MAC,
      bcd_name: "scc-net-web-1",
      description: null,
      wpa2_key: keyIn(one),
      last_login: null,
      last_login_node: null,
      is_own: true,
    });
    for (const row of [one, other]) expect(keyIn(row)).toMatch(/^[A-Za-z2-9]{20}$/);
    expect(keyIn(one)).not.toBe(keyIn(other));
    expect(keyIn(rowsOf(said)[0])).toBe(keyIn(one));
  });

  it("is the given one, or none where null is given", async () => {
    expect(rowsOf(await world.dry("otto", client({ wpa2_key: KEY })))).toMatchObject([{ wpa2_key: KEY }]);
    expect(rowsOf(await world.dry("otto", client({ wpa2_key: null })))).toMatchObject([{ wpa2_key: null }]);
  });

  it.each<readonly [Json, string]>([
    ["short", "-20040/5"],
    ["x".repeat(64), "-20040/4"],
    ["Schlüssel mit Umlaut", "-20040/5"],
  ])("has 8 to 63 printable characters: %s", async (wpa2_key, code) => {
    expect(codeOf(await world.dry("otto", client({ wpa2_key })))).toBe(code);
  });

  it("is made anew by do_generate, which takes no key beside it", async () => {
    const said = await world.dry(
      "otto",
      client({ wpa2_key: KEY }),
      update({ do_generate: true }),
      update({ do_generate: false, description: "x" }),
    );
    const key = keyIn(rowsOf(said, 1)[0]);
    expect(key).toMatch(/^[A-Za-z2-9]{20}$/);
    expect(keyIn(rowsOf(said, 2)[0])).toBe(key);
    const both = await world.dry("otto", client(), update({ do_generate: true, wpa2_key: KEY }));
    expect([codeOf(both), detailsOf(both)["rule"]]).toEqual(["-20030/3", "key_given_or_generated"]);
  });

  it("is in rows of own BCDs and for holders of rw, null for readers of all", async () => {
    await world.db.query(`insert into cntl.role (name) values ('mac_reader')`);
    await world.db.query(
      `insert into cntl.role2permission (role_name, permission_name) select r.id, p.id from cntl.role r, cntl.permission p
       where r.name = 'mac_reader' and p.name = 'macauth.ro:client'`,
    );
    const give = { name: "cntl.mgr2role.create", new: { login_name: "greta", role_name: "mac_reader" } };
    await world.execute("ada", [give, client({ wpa2_key: KEY })]);
    await world.execute("greta", [
      client({ mac_addr: "aa:bb:cc:00:00:09", bcd_name: "scc-other-1", wpa2_key: KEY }),
    ]);
    const seen = async (login: string) =>
      rowsOf(await world.execute(login, [list()])).map((row) => [row["bcd_name"], row["wpa2_key"]]);
    expect(await seen("greta")).toEqual([
      ["scc-net-web-1", null],
      ["scc-other-1", KEY],
    ]);
    expect(await seen("otto")).toEqual([["scc-net-web-1", KEY]]);
    expect(await seen("ada")).toEqual([
      ["scc-net-web-1", KEY],
      ["scc-other-1", KEY],
    ]);
    await world.execute("ada", [
      { name: "cntl.mgr2role.delete", old: { login_name: "greta", role_name: "mac_reader" } },
      { name: "macauth.client.delete", old: { mac_addr: MAC } },
      { name: "macauth.client.delete", old: { mac_addr: "aa:bb:cc:00:00:09" } },
    ]);
  });

  it("is compared as an old value, but told in no fault", async () => {
    const said = await world.dry(
      "otto",
      client({ wpa2_key: KEY }),
      update({ description: "x" }, { mac_addr: MAC, wpa2_key: "another key" }),
    );
    expect([codeOf(said), detailsOf(said)["conflict_list"]]).toEqual([
      "-20050/1",
      [{ attribute: "wpa2_key", expected: null, found: null }],
    ]);
    expect(JSON.stringify(said)).not.toContain("key of a client");
    const right = update({ description: "x" }, { mac_addr: MAC, wpa2_key: KEY });
    expect(codeOf(await world.dry("otto", client({ wpa2_key: KEY }), right))).toBe("200");
  });

  it("is in no filter, no order and no condition", async () => {
    for (const name of ["wpa2_key", "wpa2_key_list", "wpa2_key_regexp", "wpa2_key_regexp_ic"])
      expect(codeOf(await world.dry("ada", list({ [name]: KEY })))).toBe("-20900/4");
    expect(codeOf(await world.dry("ada", list({ sorting_params_list: ["wpa2_key"] })))).toBe("-20900/8");
    const dict = list({ filter_params_dict: { wpa2_key: { eq: KEY } } });
    expect(codeOf(await world.dry("ada", dict))).toMatch(/^-20900\/[47]$/);
  });

  it("is nowhere in the record of changes", async () => {
    const said = await world.execute("otto", [
      client({ wpa2_key: KEY }),
      update({ wpa2_key: `${KEY} two` }, { mac_addr: MAC, wpa2_key: KEY }),
      update({ do_generate: true }),
    ]);
    const made = keyIn(rowsOf(said, 2)[0]);
    const log = await world.db.query(
      "select old, new from wapi.change_log where object_fq_name = 'macauth.client'",
    );
    const steps = await world.db.query("select steps from wapi.transaction");
    const text = JSON.stringify([log, steps]);
    expect(text).toContain(MAC);
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(made);
    await world.execute("otto", [{ name: "macauth.client.delete", old: { mac_addr: MAC } }]);
    expect(JSON.stringify(await world.db.query("select old from wapi.change_log"))).not.toContain(made);
  });

  it("is nowhere in the record either when rows of the call bring it, or a bulk update", async () => {
    const table: SentStep = {
      idx: "table",
      name: "tmp.generic_object.list",
      old: { _dict_list: [{ mac: MAC, secret: KEY }] },
    };
    const many: SentStep = {
      name: "macauth.client.create",
      new: { bcd_name: "scc-net-web-1" },
      new_ref_params: [{ idx: "table", params: { mac_addr: "mac", wpa2_key: "secret" } }],
    };
    const bulk: SentStep = {
      name: "macauth.client.bulk_update",
      old: { bcd_name: "scc-net-web-1" },
      new: { wpa2_key: `${KEY} all` },
    };
    const said = await world.execute("otto", [table, many, bulk]);
    expect(rowsOf(said, 2)).toMatchObject([{ mac_addr: MAC, wpa2_key: `${KEY} all` }]);
    const kept = await world.db.query(
      "select t.steps, l.old, l.new from wapi.transaction t join wapi.change_log l on l.transaction_gfk = t.id",
    );
    expect(JSON.stringify(kept)).toContain(MAC);
    expect(JSON.stringify(kept)).not.toContain(KEY);
    const su: Asked = { su: "otto" };
    for (const step of [bulk, { ...bulk, new: { do_generate: true } }])
      expect(codeOf(await world.execute("ada", [step], su))).toMatch(/^-20010\/6$|^-20900\/4$/);
    expect(codeOf(await world.execute("ada", [bulk], su))).toBe("-20010/6");
    await world.execute("otto", [{ name: "macauth.client.delete", old: { mac_addr: MAC } }]);
  });

  it("is no matter of an impersonated account, unless the call is a dry run", async () => {
    const su: Asked = { su: "otto" };
    for (const step of [client(), client({ wpa2_key: KEY })]) {
      const said = await world.execute("ada", [step], su);
      expect([codeOf(said), detailsOf(said)]).toEqual([
        "-20010/6",
        { login_name: "ada", su_login_name: "otto" },
      ]);
      expect(codeOf(await world.execute("ada", [step], { ...su, dryRun: true }))).toBe("200");
    }
    await world.execute("otto", [client()]);
    for (const values of [{ wpa2_key: KEY }, { do_generate: true }])
      expect(codeOf(await world.execute("ada", [update(values)], su))).toBe("-20010/6");
    expect(codeOf(await world.execute("ada", [update({ description: "x" })], su))).toBe("200");
    await world.execute("otto", [{ name: "macauth.client.delete", old: { mac_addr: MAC } }]);
  });
});

describe("clients", () => {
  it("are written by owners of the BCD, old and new", async () => {
    expect(codeOf(await world.dry("greta", client()))).toBe("-20010/1");
    await world.execute("otto", [client()]);
    expect(codeOf(await world.dry("greta", update({ description: "x" })))).toBe("-20010/1");
    const away = await world.dry("otto", update({ bcd_name: "scc-other-1" }));
    expect(codeOf(away)).toBe("-20010/1");
    expect(codeOf(await world.dry("greta", update({ bcd_name: "scc-other-1" })))).toBe("-20010/1");
    expect(codeOf(await world.dry("ada", update({ bcd_name: "scc-other-1" })))).toBe("200");
    expect(codeOf(await world.dry("greta", { name: "macauth.client.delete", old: { mac_addr: MAC } }))).toBe(
      "-20010/1",
    );
    expect(codeOf(await world.dry("otto", { name: "macauth.client.delete", old: { mac_addr: MAC } }))).toBe(
      "200",
    );
    expect(rowsOf(await world.execute("greta", [list({ bcd_name: "scc-net-web-1" })]))).toEqual([]);
  });

  it("have one MAC address each, in any spelling", async () => {
    const said = await world.dry("ada", client({ mac_addr: "AABB-CC00-0001", bcd_name: "scc-other-1" }));
    expect(codeOf(said)).toBe("-20030/1");
  });

  it("keep their BCD", async () => {
    const said = await world.dry("ada", { name: "nd.bcd.delete", old: { name: "scc-net-web-1" } });
    expect(codeOf(said)).toBe("-20030/2");
  });

  it("show when and where they signed in last", async () => {
    await world.db.query(
      `insert into macauth.login (mac_addr, ts, node) values ($1, '2026-11-20T08:15:00Z', 'ap-20-21-1.example.com.')`,
      [MAC],
    );
    expect(rowsOf(await world.execute("otto", [list()]))).toMatchObject([
      { last_login: "2026-11-20T08:15:00Z", last_login_node: "ap-20-21-1.example.com." },
    ]);
    expect(
      rowsOf(
        await world.execute("otto", [
          list({ filter_params_dict: { last_login: { lt: "2026-11-20T00:00:00Z" } } }),
        ]),
      ),
    ).toEqual([]);
    expect(codeOf(await world.dry("otto", update({ last_login: null })))).toBe("-20900/4");
  });
});
