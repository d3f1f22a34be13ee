import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Alerts, SystemInfo } from "#contract/wire/system";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let ada: string;

beforeAll(async () => {
  world = await httpWorld({
    NETPORTAL_MODE: "test",
    NETPORTAL_WIFI_SSID: "example-iot",
    NETPORTAL_PRODUCTION_URL: "https://netportal.example.org",
  });
  ada = await world.signIn("ada");
});
afterAll(() => world.close());

function at(hours: number): string {
  return `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
}

async function alerts(): Promise<Alerts> {
  return JSON.parse((await world.get("/api/alerts.json?r=1")).text) as Alerts;
}

describe("GET /api/system/info", () => {
  it("[SYS-01] [SYS-02] [API-07] [NAV-49] [MAC-04] reports version, modules, mode and the network name for Wi-Fi", async () => {
    const info = JSON.parse((await world.get("/api/system/info")).text) as SystemInfo;
    expect(info).toEqual({
      version: "1.2.3",
      version_name: "Ahorn",
      commit_short: "3f2c9ab",
      js_mods: [
        "dnsvs",
        "macauth",
        "dhcp_leases",
        "netdoc",
        "macfinder",
        "ap_list",
        "ip_contact",
        "domainfinder",
        "bcdrequest",
      ],
      mods: info.mods,
      host_oper_mode: { mode: "test", is_prod: false },
      netdb_admin_base: "https://admin.tannmuehl.example",
      login_methods: ["password"],
      wifi_ssid: "example-iot",
      links: {
        documentation: null,
        chat: "https://chat.tannmuehl.example",
        bug_tracker: "https://bugs.tannmuehl.example",
        production: "https://netportal.example.org",
        test: null,
        support: "support@tannmuehl.example",
        teams: {},
      },
      is_demo: true,
    });
  });

  it.each([
    ["devel", false],
    ["test", false],
    ["production", true],
  ])("[SYS-01] an instance of mode %s reports it, and whether it is in production", async (mode, is_prod) => {
    const instance = await httpWorld({ NETPORTAL_MODE: mode }, () =>
      Promise.resolve({ ...world, close: () => Promise.resolve() }),
    );
    const info = JSON.parse((await instance.get("/api/system/info")).text) as SystemInfo;
    expect(info.host_oper_mode).toEqual({ mode, is_prod });
    await instance.close();
  });

  it("[SYS-02] has an entry for every known module, and lists the enabled ones", async () => {
    const { js_mods: on, mods } = JSON.parse((await world.get("/api/system/info?r=1")).text) as SystemInfo;
    const known =
      "ap_list bcdrequest dhcp_leases dnsvs domainfinder ip_contact macauth macfinder netdoc".split(" ");
    expect(Object.keys(mods).sort()).toEqual(known);
    expect(known.filter((name) => mods[name]?.is_enabled === true).sort()).toEqual([...on].sort());
  });
});

describe("GET /version.json", () => {
  it("[API-09] reports commit and version for any query", async () => {
    const { text, headers } = await world.get("/version.json?r=0.123");
    expect(JSON.parse(text)).toEqual({ commit_short: "3f2c9ab", version: "1.2.3" });
    expect(headers["cache-control"]).toBe("no-store");
  });
});

describe("GET /api/alerts.json", () => {
  it("[ALERT-06] [ALERT-10] shows windows that have not ended, sorted by is_active and then by begin", async () => {
    const windows = [
      { subject: "later", ts_begin: at(400), ts_end: at(401) },
      { subject: "now", ts_begin: at(-1), ts_end: at(1) },
      { subject: "open", ts_begin: at(-2), ts_end: null },
      { subject: "over", ts_begin: at(-3), ts_end: at(-2) },
      { subject: "soon", ts_begin: at(1), ts_end: at(2) },
    ];
    for (const window of windows)
      expect((await world.post("/api/4.2/wapi/maint_state/create", { new: window }, ada)).status).toBe(200);
    const { maintenance } = await alerts();
    expect(maintenance.map(({ subject }) => subject).filter((name) => !name.includes(" "))).toEqual([
      "open",
      "now",
      "soon",
      "later",
    ]);
    const { gpk, ...running } = maintenance.find(({ subject }) => subject === "now") ?? { gpk: "" };
    expect(gpk).toMatch(/^ms-\d+$/);
    expect(running).toEqual({
      subject: "now",
      ts_begin: windows[1]?.ts_begin,
      ts_end: windows[1]?.ts_end,
      is_active: true,
    });
  });

  it("[ALERT-07] shows alerts that are active now with title and content in each language", async () => {
    const running = {
      title_de: "Störung",
      title_en: "Outage",
      content_de: null,
      content_en: "…",
      ts_begin: at(-1),
    };
    const coming = { title_de: "bald", ts_begin: at(1) };
    for (const alert of [running, coming])
      expect((await world.post("/api/4.2/wapi/system_alert/create", { new: alert }, ada)).status).toBe(200);
    const { system } = await alerts();
    const { gpk, ...shown } = system.find(({ title }) => title.de === "Störung") ?? { gpk: "" };
    expect(gpk).toMatch(/^al-\d+$/);
    expect(shown).toEqual({
      title: { de: "Störung", en: "Outage" },
      content: { de: null, en: "…" },
    });
    expect(system.some(({ title }) => title.de === "bald")).toBe(false);
  });

  it("says so if there is no database, and has no contents", async () => {
    const lost = await httpWorld();
    await lost.db.close();
    const { status, text } = await lost.get("/api/alerts.json");
    expect([status, JSON.parse(text)]).toEqual([200, { system: [], maintenance: [] }]);
    expect((await lost.get("/api/system/info")).status).toBe(200);
    expect((await lost.get("/version.json")).status).toBe(200);
    await lost.http.close();
  });
});

describe("access mode ro", () => {
  it("accepts sign-ins and lists, rolls transactions back and refuses single writing calls", async () => {
    const readOnly = await httpWorld({ NETPORTAL_ACCESS_MODE: "ro" });
    const token = await readOnly.signIn("ada");
    expect((await readOnly.get("/api/4.2/nd/site/list", token)).status).toBe(200);
    const create = { name: "nd.site.create", new: { name: "ro-site" } };
    const execute = await readOnly.post("/api/4.2/wapi/transaction/execute", [create], token);
    expect(execute.headers).toMatchObject({ "x-transaction-state": "rolled_back", "x-access-mode": "ro" });
    expect((await readOnly.get("/api/4.2/nd/site/list?name=ro-site", token)).text).toBe("[[]]");
    const single = await readOnly.post("/api/4.2/nd/site/create", { new: { name: "ro-site" } }, token);
    expect([single.status, single.fault]).toEqual([400, "-20920/1"]);
    await readOnly.close();
  });
});
