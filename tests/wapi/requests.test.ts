import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let otto: string;
let greta: string;
let ada: string;
let oe: string;
let address = 0;

beforeAll(async () => {
  world = await httpWorld();
  [otto, greta, ada] = [await world.signIn("otto"), await world.signIn("greta"), await world.signIn("ada")];
  const [own] = await world.db.query<{ fq_name: string }>(
    "select u.fq_name from cntl.mgr2ou l join cntl.mgr m on m.id = l.login_name join org.unit u on u.id = l.ou where m.login_name = 'otto'",
  );
  oe = own?.fq_name ?? "";
});
afterAll(() => world.close());
beforeEach(async () => {
  // The tests of this file send more in a minute than a person may.
  await world.db.query("delete from netportal.attempt where kind in ('ticket', 'receipt')");
});

const body = (fields: unknown, more: object = {}) => ({ subject: "Wunsch", text: "Bitte.", fields, ...more });
const VPN = { session_count: 10, permission_group: "vpn-users", realm: "tst", routing: "both" };
const WLAN = { access_method_list: ["iot", "wifi"], device_count: 3, permission_group: "wifi-users" };
const RULE = {
  bcd: "tst-net-1",
  direction: "in",
  source: "192.0.2.0/24",
  destination: "198.51.100.1",
  protocol: "tcp",
  reason: "Webserver",
};
const ACTION = {
  action: "patch",
  site: "nord",
  bldg: "20.21",
  room_gfk: "room-1",
  module_gfk: "mod-1",
  p_port_gfk: "pp-1",
};
const IOT = { device_kind: "Sensor", device_count: 2, place: "20.21", contact: "Ida Blau" };
const HOME = {
  name: "Ida Blau",
  organisation: "Bibliothek",
  email: "ida@example.org",
  delivery_address: "Hauptstraße 1\n76131 Karlsruhe",
  valid_from: "2026-12-01",
  reason: "Heimarbeit",
};
const SENDER = { sender_name: "Ida Blau", sender_email: "ida@example.org" };
const REQUEST = { group: "tst-net", protection_requirement: 1, type_of_system: 2, load_balancer: false };
const BCD = { bcd_name: "tst-net-1", ip_version: "both", device_location_list: ["cn"] };
const bcd = (more: object = {}) => ({ oe, ...REQUEST, ...BCD, ...more });

/** A complete request of a form that administrators of OUs send. */
const bodyFor = (form: string) =>
  form === "patch"
    ? body({ informal_text: "a", reply_to: "a@b" }, { variant: "cn" })
    : body(bcd({ vpn: VPN, wlan: WLAN }));

function send(form: string, sent: unknown, token: string | null = otto): Promise<Answered> {
  return world.send({
    method: "POST",
    url: form.startsWith("/") ? form : `/api/requests/${form}`,
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(sent),
    ...(token === null ? { remoteAddress: `192.0.2.${String(address)}` } : { token }),
  });
}

interface Stored {
  readonly result: string;
  readonly number: number;
  readonly gpk: string | null;
}

async function sent(form: string, what: unknown, token: string | null = otto): Promise<Stored> {
  const { status, text } = await send(form, what, token);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return JSON.parse(text) as Stored;
}

/** The fault of a refused request, for example `-20040/1 fields.name`. */
async function refusal(form: string, what: unknown, token: string | null = otto): Promise<string> {
  const answer = await send(form, what, token);
  expect(answer.status).toBe(400);
  const { details } = answer.exception;
  return `${answer.fault} ${JSON.stringify(details["parameter"])}`.replaceAll('"', "");
}

async function ticketOf(number: number, token = ada): Promise<Row> {
  const { lists } = await world.get(`/api/4.2/req/ticket/list?number=${String(number)}`, token);
  return lists[0]?.[0] ?? {};
}

describe("POST /api/requests/{form}", () => {
  it("[REQ-05] stores a ticket with number, sender, time and state, and answers its number", async () => {
    const fields = { bcd: "tst-net-1", subnet: "192.0.2.0/26", dhcp_pool_size: 59 };
    const answer = await sent("dhcp", body(fields), greta);
    const { number } = answer;
    expect(answer).toEqual({ result: "success", number, gpk: `tic-${String(number)}` });
    const ticket = await ticketOf(number, greta);
    expect(ticket).toMatchObject({
      number,
      form: "dhcp",
      variant: null,
      subject: "Wunsch",
      text: "Bitte.",
      fields,
      login_name: "greta",
      sender_name: "Greta Hölzer",
      state: "open",
      is_own: true,
    });
    expect(ticket["ts_created"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const { lists } = await world.get(`/api/4.2/wapi/change_log/list?object_gfk=${answer.gpk ?? ""}`, greta);
    expect(lists[0]).toMatchObject([
      {
        object_fq_name: "req.ticket",
        function: "create",
        login_name: "greta",
        old: null,
        new: { number, fields },
      },
    ]);
    // This instance has no mail server.
    expect(await world.db.query("select from netportal.mail_outbox")).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ["bcd", () => body(bcd())],
    ["bcd_vpn2vlan", () => body(bcd({ usage: "vpn2vlan", vpn: VPN }))],
    ["bcd_wifi2vlan", () => body(bcd({ usage: "wifi2vlan", wlan: WLAN }))],
    ["firewall", () => body({ rule_list: [RULE, { ...RULE, direction: "out", ports: "443" }] })],
    ["patch", () => body({ action_list: [ACTION], reply_to: "otto@example.org" }, { variant: "general" })],
    ["patch", () => body({ informal_text: "Dose 3", reply_to: "otto@example.org" }, { variant: "general" })],
    ["vpn2vlan", () => body({ bcd: "tst-net-1", vpn: VPN })],
    ["wifi2vlan", () => body({ bcd: "tst-net-1", wlan: WLAN })],
    ["kit_iot", () => body(IOT)],
    ["home_ap", () => body(HOME)],
  ])("[REQ-05] takes the form %s", async (form, what) => {
    expect(await ticketOf((await sent(form, what())).number, otto)).toMatchObject({
      form,
      login_name: "otto",
    });
  });

  it.each(["kit_iot", "home_ap"])(
    "[REQ-05] [API-03] accepts %s without a token, with name and mail",
    async (form) => {
      address += 1;
      const answer = await sent(form, body(form === "home_ap" ? HOME : IOT, SENDER), null);
      expect(answer).toEqual({ result: "success", number: answer.number, gpk: null });
      expect(await ticketOf(answer.number)).toMatchObject({ login_name: null, ...SENDER, is_own: false });
      for (const missing of ["sender_name", "sender_email"]) {
        const without = Object.fromEntries(Object.entries(SENDER).filter(([name]) => name !== missing));
        expect(await refusal(form, body(IOT, without), null)).toBe(`-20040/1 ${missing}`);
      }
      expect(await refusal(form, body(IOT, SENDER), otto)).toBe("-20900/4 sender_name");
    },
  );

  it("refuses the other forms without a token", async () => {
    for (const form of ["bcd", "dhcp", "firewall", "patch", "vpn2vlan", "wifi2vlan", "/api/bcd_request"])
      expect((await send(form, body({}), null)).fault).toBe("-20001/1");
    expect((await send("kit_iot", body(IOT), "x".repeat(64))).fault).toBe("-20001/3");
    expect((await send("dhcp", body({}), await world.signIn("lars"))).fault).toBe("-20010/4");
  });

  it("accepts at most ten requests in a minute from an address without a token", async () => {
    address += 1;
    for (let index = 0; index < 10; index++)
      expect((await send("kit_iot", body(IOT, index % 2 === 0 ? SENDER : {}), null)).status).not.toBe(429);
    const { status, fault, headers } = await send("home_ap", body(HOME, SENDER), null);
    expect([status, fault]).toEqual([429, "-20910/6"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await send("kit_iot", body(IOT), otto)).status).toBe(200);
    address += 1;
    expect((await send("kit_iot", body(IOT, SENDER), null)).status).toBe(200);
  });

  it("[REQ-103] accepts forms that need no OU from a user outside the database", async () => {
    const nora = await world.signIn("nora");
    const { number } = await sent("dhcp", body({ bcd: "tst-net-1" }), nora);
    expect(await ticketOf(number)).toMatchObject({ login_name: "nora", sender_name: null });
    for (const form of ["bcd", "bcd_vpn2vlan", "bcd_wifi2vlan", "patch"])
      expect((await send(form, bodyFor(form), nora)).fault).toBe("-20010/1");
  });

  it("does not know the address of an unknown form, and refuses another content type", async () => {
    const unknown = await send("none", body({}));
    expect([unknown.status, unknown.fault]).toEqual([404, "-20900/10"]);
    expect(Object.keys(JSON.parse(unknown.text) as object).sort()).toEqual(["detail", "exception"]);
    const form = await world.send({ method: "POST", url: "/api/requests/dhcp", token: otto, payload: "a=1" });
    expect(form.status).toBe(415);
    expect((await world.get("/api/requests/dhcp", otto)).status).toBe(405);
    expect((await world.post("/api/requests/dhcp", "{", otto)).fault).toBe("-20900/1");
    expect((await world.post("/api/requests/dhcp", [], otto)).fault).toBe("-20900/1");
    expect((await world.post("/api/requests/dhcp?x=1", body({}), otto)).fault).toBe("-20900/4");
    expect((await world.post("/api/requests/dhcp", "x".repeat(2 ** 20 + 1), otto)).fault).toBe("-20910/2");
  });

  it.each<[string, () => unknown, string]>([
    ["dhcp", () => ({ text: "a", fields: {} }), "-20040/1 subject"],
    ["dhcp", () => ({ subject: "a\nb", text: "a", fields: {} }), "-20040/5 subject"],
    ["dhcp", () => ({ subject: "a", text: "x".repeat(4001), fields: {} }), "-20040/4 text"],
    ["dhcp", () => ({ subject: "a", text: "a" }), "-20040/1 fields"],
    ["dhcp", () => ({ subject: "a", text: "a", fields: [1] }), "-20040/3 fields"],
    ["dhcp", () => body({ bcd: "tst-net-1" }, { extra: 1 }), "-20900/4 extra"],
    ["dhcp", () => body({ bcd: "tst-net-1" }, { variant: "cn" }), "-20900/4 variant"],
    ["dhcp", () => body({}), "-20040/1 fields.bcd"],
    ["dhcp", () => body({ bcd: "  " }), "-20040/1 fields.bcd"],
    ["dhcp", () => body({ bcd: null }), "-20040/2 fields.bcd"],
    ["dhcp", () => body({ bcd: 7 }), "-20040/3 fields.bcd"],
    ["dhcp", () => body({ bcd: "NO" }), "-20040/5 fields.bcd"],
    ["dhcp", () => body({ bcd: "a-b", other: 1 }), "-20900/4 fields.other"],
    ["dhcp", () => body({ bcd: "a-b", subnet: "192.0.2.0" }), "-20040/5 fields.subnet"],
    [
      "dhcp",
      () => body({ bcd: "a-b", subnet: "192.0.2.0/26", dhcp_pool_size: 60 }),
      "-20040/6 fields.dhcp_pool_size",
    ],
    ["dhcp", () => body({ bcd: "a-b", dhcp_pool_size: 1 }), "-20040/6 fields.dhcp_pool_size"],
    ["dhcp", () => body({ bcd: "a-b", mdhcp_enabled: "yes" }), "-20040/3 fields.mdhcp_enabled"],
    ["dhcp", () => body({ bcd: "a-b", comments: "a\u0000" }), "-20040/5 fields.comments"],
    ["kit_iot", () => body({ ...IOT, device_count: 0 }), "-20040/6 fields.device_count"],
    ["kit_iot", () => body({ ...IOT, mac_addr_list: ["aa:bb"] }), "-20040/5 fields.mac_addr_list"],
    [
      "kit_iot",
      () => body({ ...IOT, mac_addr_list: Array(10_001).fill("aa:bb:cc:dd:ee:ff") }),
      "-20910/4 fields.mac_addr_list",
    ],
    ["home_ap", () => body({ ...HOME, email: "a b@c" }), "-20040/5 fields.email"],
    ["home_ap", () => body({ ...HOME, valid_from: "2026-02-30" }), "-20040/5 fields.valid_from"],
    ["firewall", () => body({ rule_list: [] }), "-20040/1 fields.rule_list"],
    [
      "firewall",
      () => body({ rule_list: [RULE, { ...RULE, direction: "up" }] }),
      "-20040/5 fields.rule_list.1.direction",
    ],
    ["firewall", () => body({ rule_list: ["a"] }), "-20040/3 fields.rule_list.0"],
    ["patch", () => body({ informal_text: "a", reply_to: "a@b" }), "-20040/1 variant"],
    ["patch", () => body({ informal_text: "a", reply_to: "a@b" }, { variant: "north" }), "-20040/5 variant"],
    ["patch", () => body({ reply_to: "a@b" }, { variant: "cn" }), "-20040/1 fields.action_list"],
    ["patch", () => body({ informal_text: "a" }, { variant: "cn" }), "-20040/1 fields.reply_to"],
    [
      "patch",
      () =>
        body(
          { action_list: [{ ...ACTION, action: "unpatch", is_lacp: true }], reply_to: "a@b" },
          { variant: "cn" },
        ),
      "-20040/5 fields.action_list.0.is_lacp",
    ],
    [
      "patch",
      () =>
        body({ action_list: [{ ...ACTION, action: "change_insert" }], reply_to: "a@b" }, { variant: "cn" }),
      "-20040/1 fields.action_list.0.new_insert",
    ],
    [
      "patch",
      () => body({ action_list: [{ ...ACTION, new_insert: "RJ45" }], reply_to: "a@b" }, { variant: "cn" }),
      "-20040/5 fields.action_list.0.new_insert",
    ],
    ["vpn2vlan", () => body({ bcd: "a-b", vpn: { ...VPN, routing: "none" } }), "-20040/5 fields.vpn.routing"],
    [
      "vpn2vlan",
      () => body({ bcd: "a-b", vpn: { ...VPN, routing: "default_only", split_realm: "x" } }),
      "-20040/5 fields.vpn.split_realm",
    ],
    [
      "wifi2vlan",
      () => body({ bcd: "a-b", wlan: { access_method_list: ["wifi"], device_count: 1 } }),
      "-20040/1 fields.wlan.permission_group",
    ],
    [
      "bcd",
      () => body({ oe, ...REQUEST, ip_version: "both", device_location_list: ["cn"] }),
      "-20040/1 fields.bcd_name",
    ],
    ["bcd", () => body(bcd({ ip_version: undefined })), "-20040/1 fields.ip_version"],
    ["bcd_vpn2vlan", () => body(bcd()), "-20040/1 fields.vpn"],
    ["bcd_wifi2vlan", () => body(bcd({ usage: "vpn2vlan", vpn: VPN })), "-20040/5 fields.usage"],
  ])("[REQ-05] %s with faulty values %# is refused with %3$s", async (form, what, fault) => {
    expect(await refusal(form, what())).toBe(fault);
  });
});

describe("patch requests of a campus", () => {
  /** A port of the campus in a module within a module, with room, building and site. */
  async function portAt(campus: string): Promise<typeof ACTION> {
    const [row] = await world.db.query<typeof ACTION>(
      `select 'unpatch' action, s.name site, b.number bldg, 'room-' || o.id room_gfk, 'mod-' || m.id module_gfk, 'pp-' || p.id p_port_gfk
       from nd.p_port p join nd.module m on m.id = p.module_gfk join nd.module h on h.id = m.path[1] join nd.room o on o.id = h.room_gfk
       join nd.bldg b on b.id = o.bldg join nd.site s on s.id = b.site
       where s.campus = $1 order by cardinality(m.path) desc, p.id limit 1`,
      [campus],
    );
    if (row === undefined) throw new Error(`no port on ${campus}`);
    return row;
  }
  const patch = (variant: string, ...action_list: readonly object[]) =>
    body({ action_list, reply_to: "otto@example.org" }, { variant });

  it("[REQ-81] have every place of every action on the campus of the request", async () => {
    const [north, south] = [await portAt("cn"), await portAt("cs")];
    await sent("patch", patch("cn", north));
    await sent("patch", patch("cs", south));
    await sent("patch", patch("general", north, south));
    expect(await refusal("patch", patch("cn", north, south))).toBe("-20040/5 fields.action_list.1.site");
    expect(await refusal("patch", patch("cs", north))).toBe("-20040/5 fields.action_list.0.site");
    for (const name of ["room_gfk", "module_gfk", "p_port_gfk"] as const)
      expect(await refusal("patch", patch("cn", { ...north, [name]: south[name] }))).toBe(
        `-20040/5 fields.action_list.0.${name}`,
      );
    expect(await refusal("patch", patch("cn", { ...north, p_port_gfk: "pp-999999999" }))).toBe(
      "-20040/5 fields.action_list.0.p_port_gfk",
    );
    expect(await refusal("patch", patch("cn", { ...north, p_port_gfk: "x" }))).toMatch(/p_port_gfk$/);
  });

  it.each([
    ["de", "Dieser Ort liegt nicht auf dem Campus des Auftrags (Campus Nord)."],
    ["en", "This place is not on the campus of the request (Campus North)."],
  ])("are refused otherwise, in the words of %s", async (language, words) => {
    const { text } = await world.send({
      method: "POST",
      url: "/api/requests/patch",
      token: otto,
      headers: { "content-type": "application/json", "accept-language": language },
      payload: JSON.stringify(patch("cn", await portAt("cs"))),
    });
    const { detail } = JSON.parse(text) as { detail: string };
    expect(detail).toContain(words);
  });
});

describe("requests of OU administrators", () => {
  const SENTENCE = "Only organizational unit administrators can use this request.";

  it.each(["bcd", "bcd_vpn2vlan", "bcd_wifi2vlan", "patch"])(
    "[REQ-02] %s is accepted only from them",
    async (form) => {
      const what = bodyFor(form);
      const { status, fault, text } = await send(form, what, greta);
      expect([status, fault]).toEqual([400, "-20010/1"]);
      expect(JSON.parse(text)).toMatchObject({ detail: SENTENCE, exception: { description: SENTENCE } });
      expect((await send(form, what, otto)).status).toBe(200);
    },
  );

  it("the refusal names what would allow it: the permission, or the administration of the unit or of any unit", async () => {
    const detailsOf = ({ text }: Answered): Row =>
      (JSON.parse(text) as { exception: { details: Row } }).exception.details;
    const unit = (fq_name: string): Row => ({ object_fq_name: "org.unit", key: { fq_name } });
    const common = {
      object_fq_name: "req.ticket",
      required_permission_list: ["req.rw:ticket"],
      required_permission_set_list: [["req.rw:ticket"]],
      required_role_list: ["admin"],
    };
    expect(detailsOf(await send("bcd", body(bcd()), greta))).toEqual({
      function: "requests.bcd",
      key: { form: "bcd" },
      ...common,
      required_assignment_list: [{ ...unit(oe), is_met: false, link_list: [unit(oe)] }],
    });
    const units = await world.db.query<{ fq_name: string }>(
      "select fq_name from org.unit where can_have_mgr order by fq_name",
    );
    const patch = body({ informal_text: "a", reply_to: "a@b" }, { variant: "cn" });
    expect(detailsOf(await send("patch", patch, greta))).toEqual({
      function: "requests.patch",
      key: { form: "patch" },
      ...common,
      required_assignment_list: [
        {
          object_fq_name: "org.unit",
          key: {},
          is_met: false,
          link_list: units.map(({ fq_name }) => unit(fq_name)),
        },
      ],
    });
    for (const [form, what] of [
      ["bcd", body(bcd())],
      ["patch", patch],
    ] as const)
      expect((await send(form, what, ada)).status).toBe(200);
    expect(await refusal("bcd", body(bcd({ oe: "NO::SUCH" })), ada)).toBe("-20040/5 fields.oe");
  });

  it("an administrator requests for units below the own one, and for no others", async () => {
    const [other] = await world.db.query<{ fq_name: string }>(
      "select fq_name from org.unit where parent is null",
    );
    expect((await send("bcd", body(bcd({ oe: other?.fq_name })))).fault).toBe("-20010/1");
    expect((await send("bcd", body(bcd({ oe: "NO::SUCH" })))).fault).toBe("-20010/1");
    const [below] = await world.db.query<{ fq_name: string }>(
      "select u.fq_name from org.unit u join org.unit p on p.id = u.parent where p.fq_name = $1 limit 1",
      [oe],
    );
    expect((await send("bcd", body(bcd({ oe: below?.fq_name ?? oe })))).status).toBe(200);
  });
});

describe("POST /api/bcd_request", () => {
  it("[REQ-02] is accepted only from OE administrators", async () => {
    const { status, fault, text } = await send("/api/bcd_request", { oe, ...REQUEST }, greta);
    expect([status, fault]).toEqual([400, "-20010/1"]);
    expect(JSON.parse(text)).toMatchObject({
      detail: "Only organizational unit administrators can use this request.",
    });
    expect((await send("/api/bcd_request", { oe, ...REQUEST }, otto)).status).toBe(200);
  });

  it("[REQ-05] 8.3, row 11: is stored as form bcd, with a text made of its fields", async () => {
    const fields = {
      oe,
      group: "scc-net-web",
      protection_requirement: 1,
      type_of_system: 2,
      load_balancer: false,
    };
    const answer = await sent("/api/bcd_request", fields);
    const { number } = answer;
    expect(answer).toEqual({ result: "success", number, gpk: `tic-${String(number)}` });
    const ticket = await ticketOf(number, otto);
    expect(ticket).toMatchObject({ form: "bcd", fields, login_name: "otto" });
    for (const part of [
      "otto, otto.brandt@tannmuehl.example",
      `OE: ${oe}`,
      "Firewall Stufe 1 (C)",
      "Server",
      "nein",
    ])
      expect(ticket["text"]).toContain(part);
  });

  it("8.3, row 12: a missing note is named by its field", async () => {
    const answer = await send("/api/bcd_request", { oe, ...REQUEST, protection_requirement: 10 });
    expect([answer.status, answer.fault]).toEqual([400, "-20040/1"]);
    expect(answer.exception.details).toMatchObject({ parameter: "fields.protection_requirement_note" });
    const { detail } = JSON.parse(answer.text) as { detail: unknown };
    expect(detail).toBe(answer.exception.description);
  });

  it("accepts a system type or a list of them", async () => {
    await sent("/api/bcd_request", { oe, ...REQUEST, type_of_system: [1, 3] });
    expect(await refusal("/api/bcd_request", { oe, ...REQUEST, type_of_system: [] })).toBe(
      "-20040/1 fields.type_of_system",
    );
    expect(await refusal("/api/bcd_request", { oe, ...REQUEST, type_of_system: [1, 6] })).toBe(
      "-20040/1 fields.type_of_system_note",
    );
  });
});

describe("access mode ro", () => {
  it("stores no requests", async () => {
    const readOnly = await httpWorld({ NETPORTAL_ACCESS_MODE: "ro" });
    const token = await readOnly.signIn("greta");
    const { status, fault } = await readOnly.post("/api/requests/dhcp", body({ bcd: "tst-net-1" }), token);
    expect([status, fault]).toEqual([400, "-20920/1"]);
    expect((await readOnly.post("/api/requests/dhcp", body({}), token)).fault).toBe("-20040/1");
    expect(
      await readOnly.db.query("select from req.ticket where form = 'dhcp' and subject = 'Wunsch'"),
    ).toEqual([]);
    await readOnly.close();
  });
});
