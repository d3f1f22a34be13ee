import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SignedIn } from "#contract/wire/system";
import { demoToken } from "../support/postgres.ts";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let ada = "";

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
});
afterAll(() => world.close());

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const EXECUTE = "/api/4.2/wapi/transaction/execute";

describe("calls as clients send them", () => {
  it("[API-14] the version list has major, minor and numeric", async () => {
    const { lists } = await world.get("/api/4.2/wapi/version/list");
    expect(lists[0]).toMatchObject([{ major: 4, minor: 2, state: "release" }]);
    expect(lists[0]?.[0]?.["numeric"]).toMatch(/^4\.2\.\d+$/);
  });

  it("[API-18] one list of steps reads, tests and applies", async () => {
    const name = "calls-probe-1";
    const steps = [
      { idx: "made", name: "nd.bcd.create", new: { name } },
      { idx: "seen", name: "nd.bcd.list", old: { name } },
    ];
    const tested = await world.post(`${EXECUTE}?dict_mode=true&dry_mode=true`, steps, ada);
    expect(tested.headers["x-transaction-state"]).toBe("rolled_back");
    expect(JSON.parse(tested.text)).toMatchObject({ made: [{ name }], seen: [{ name }] });
    const read = [{ idx: "seen", name: "nd.bcd.list", old: { name } }];
    expect(JSON.parse((await world.post(`${EXECUTE}?dict_mode=true`, read, ada)).text)).toEqual({ seen: [] });
    const applied = await world.post(`${EXECUTE}?dict_mode=true`, steps, ada);
    expect(applied.headers["x-transaction-state"]).toBe("committed");
    expect(JSON.parse((await world.post(`${EXECUTE}?dict_mode=true`, read, ada)).text)).toMatchObject({
      seen: [{ name }],
    });
  });

  it("[API-19] [API-20] [API-21] [API-22] [TA-02] a manager is created, changed, listed and deleted", async () => {
    const made = await world.post("/api/4.2/cntl/mgr/create", { new: { sub_id: "probe" }, old: {} }, ada);
    expect(made.lists).toMatchObject([[{ login_name: "ada-probe", is_sub: true, parent_login_name: "ada" }]]);
    const changed = await world.post(
      "/api/4.2/cntl/mgr/update",
      { old: { login_name: "ada-probe" }, new: { description: "probe" } },
      ada,
    );
    expect(changed.lists).toMatchObject([[{ login_name: "ada-probe", description: "probe" }]]);
    const filter = encodeURIComponent('["ada-probe"]');
    const url = `/api/4.2/cntl/mgr/list?is_sub=true&login_name_list=${filter}`;
    expect((await world.get(url, ada)).lists).toMatchObject([[{ description: "probe" }]]);
    const gone = await world.post("/api/4.2/cntl/mgr/delete", { old: { login_name: "ada-probe" } }, ada);
    expect(gone.lists).toMatchObject([[{ login_name: "ada-probe" }]]);
    expect((await world.get(url, ada)).lists).toEqual([[]]);
  });

  it("[API-32] with su_login_name the transaction runs with the rights of that account", async () => {
    const steps = [{ idx: "self", name: "cntl.mgr.list", old: { is_self: true } }];
    const self = async (login: string): Promise<unknown> =>
      JSON.parse((await world.post(`${EXECUTE}?dict_mode=true&su_login_name=${login}`, steps, ada)).text);
    expect(await self("otto")).toMatchObject({ self: [{ login_name: "otto" }] });
    expect(await self("otto-sub")).toMatchObject({ self: [{ login_name: "otto-sub", is_sub: true }] });
    const write = [{ name: "org.unit_type.create", new: { short_name: "x", title: "X", position: 1 } }];
    expect((await world.post(`${EXECUTE}?su_login_name=greta&dry_mode=true`, write, ada)).fault).toBe(
      "-20010/1",
    );
  });

  it("[API-42] deleting the own session token signs out", async () => {
    const answer = await world.post("/api/login", { username: "otto", password: "demo" });
    // Parse boundary: the answer to a sign-in.
    const { token, gpk } = JSON.parse(answer.text) as SignedIn;
    const out = await world.post(EXECUTE, [{ name: "cntl.wapi_auth.delete", old: { gpk } }], token);
    expect(out.status).toBe(200);
    expect((await world.get("/api/4.2/nd/bcd/list?fetch_limit=1", token)).fault).toBe("-20001/3");
  });

  it("[API-24] every function of the metadata has a path of its own, and every step of it is known to the executor", async () => {
    const functions = (await world.get("/api/4.2/wapi/function/list", ada)).lists[0] ?? [];
    const isUnknown = (said: Awaited<ReturnType<typeof world.post>>): boolean =>
      said.status >= 400 && /^-20900\/(?:3|10)$/.test(said.fault);
    const found: string[] = [];
    for (const row of functions) {
      const name = textOf(row["fq_name"]);
      const path = `/api/4.2/${name.replaceAll(".", "/")}`;
      // Without a token nothing is written; an unknown function is refused before the token is read.
      if (isUnknown(await world.post(path, {}))) found.push(path);
      if (/^wapi\.transaction\.(?:execute|progress)$/.test(name)) continue;
      if (isUnknown(await world.post(`${EXECUTE}?dry_mode=true`, [{ name }], ada))) found.push(name);
    }
    expect(found).toEqual([]);
    expect(functions.length).toBeGreaterThan(200);
  });

  it("[API-55] OpenAPI and JSON Schema describe every function of the metadata, without token", async () => {
    // Parse boundary: of each JSON document one member is read.
    const openapi = JSON.parse((await world.get("/api/4.2/openapi.json")).text) as { paths: object };
    const schema = JSON.parse((await world.get("/api/4.2/transaction_json_schema.json")).text) as {
      $defs: object;
    };
    const functions = (await world.get("/api/4.2/wapi/function/list", ada)).lists[0] ?? [];
    const names = functions.map((row) => textOf(row["fq_name"]));
    expect(names.length).toBeGreaterThan(100);
    const paths = Object.keys(openapi.paths);
    expect(paths).toEqual(paths.toSorted());
    expect(paths).toContain("/wapi/transaction/execute");
    expect(names.map((name) => `/${name.replaceAll(".", "/")}`).toSorted()).toEqual(paths);
    const steps = names.filter((name) => !["execute", "progress"].some((fn) => name.endsWith(`.${fn}`)));
    const described = Object.keys(schema.$defs).filter((name) => name.includes("."));
    expect(described.toSorted()).toEqual(steps.toSorted());
    const execute = functions.find((row) => row["fq_name"] === "wapi.transaction.execute");
    expect(execute).toMatchObject({
      is_data_manipulating: true,
      permission_list: [],
      parameters: {
        dict_mode: { data_type: "boolean", old: { isRequired: false, data_default: false } },
        dry_mode: { data_type: "boolean" },
        all_faults: { data_type: "boolean" },
        su_login_name: { data_type: "login_name" },
        call_id: { data_type: "text" },
      },
    });
  });

  it.each([
    ["nd.site.create", {}, false],
    ["nd.site.create", { new: { title: "no name" } }, false],
    ["nd.site.create", { new: { name: "x" } }, true],
    ["nd.site.update", { old: {}, new: { title: "x" } }, false],
    ["nd.site.update", { old: { name: "x" }, new: { title: "x" } }, true],
    ["nd.site.update", { old: { gpk: "site-1" }, new: { title: "x" } }, true],
    ["nd.bldg.delete", { old: { site: "x" } }, false],
    ["nd.site.list", { old: { fetch_limit: 0 } }, false],
  ])("[API-55] OpenAPI describes for %s with %j whether it is a request: %j", async (name, body, isOne) => {
    // Parse boundary: one member of the document is read.
    const { components } = JSON.parse((await world.get("/api/4.2/openapi.json")).text) as {
      components: { schemas: Record<string, object> };
    };
    const isRequest = new Ajv2020({ strict: false }).compile(components.schemas[`${name}.request`] ?? false);
    expect(isRequest(body)).toBe(isOne);
    const path = `/api/4.2/${name.replaceAll(".", "/")}`;
    const { status, text } = await world.post(path, body, ada);
    if (!isOne) expect([status, text]).toEqual([400, expect.stringContaining('"code":-20040')]);
    else expect(text).not.toContain('"code":-20040');
  });

  it("[API-64] the public DNS client can list, create and delete, and understands a refusal", async () => {
    const token = demoToken("otto-sub");
    const own = (await world.get("/api/4.2/dns/fqdn/list?is_own=true", token)).lists[0] ?? [];
    const zone = textOf(own[0]?.["value"]);
    const subnets = (await world.get("/api/4.2/nd/ip_subnet/list?is_own=true&type=4", token)).lists[0] ?? [];
    const address = textOf(subnets[0]?.["cidr"]).replace(/\d+\/\d+$/, "61");
    const [host, alias] = [`client-a.${zone}`, `client-b.${zone}`];
    const post = (path: string, body: unknown) => world.post(`/api/4.2/dns/${path}`, body, token);
    const named = `/4.2/dns/fqdn/list?value_list=${encodeURIComponent(JSON.stringify([host]))}`;
    expect((await world.get(named, token)).lists).toEqual([[]]);
    expect((await post("fqdn/create", { new: { value: host, type: "domain" } })).status).toBe(200);
    const a = { data: address, fqdn: host, type: "A" };
    const made = await post("record/create", { new: { ...a, target_is_reverse_unique: true } });
    expect(made.lists).toMatchObject([[{ ...a, is_own: true, target_is_reverse_unique: true }]]);
    const cname = { fqdn: alias, type: "CNAME", data: host };
    expect((await post("record/create", { new: { ...cname, target_is_reverse_unique: false } })).status).toBe(
      200,
    );
    expect((await post("record/delete", { old: a })).fault).toBe("-20030/2");
    expect((await post("record/delete", { old: cname })).status).toBe(200);
    expect((await post("record/delete", { old: a })).status).toBe(200);
    expect((await world.get(named, token)).lists).toMatchObject([[{ value: host }]]);
  });
});
