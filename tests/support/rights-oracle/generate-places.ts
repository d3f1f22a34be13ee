import type { Row } from "#contract/wire/json";
import type { Draft } from "./draft.ts";
import { str } from "./facts.ts";

const NOW = "2026-11-20T08:00:00Z";

/** Objects of the work of teams: a form, and variants of one. */
export const TEAM_FORMS = ["patch", "patch/cn", "patch/cs", "dhcp"] as const;

/** Places, network documentation, texts, tickets and the log: types of which most accounts read either all or nothing. */
export function makePlaces(draft: Draft): void {
  for (const name of ["cn", "cs"]) draft.add("nd.site", { name, title: name });
  draft.add("nd.bldg", { site: "cn", number: "1", title: null });
  draft.add("nd.bldg", { site: "cs", number: "2", title: null });
  for (const name of ["001", "002"]) draft.add("nd.room", { site: "cn", bldg: "1", name, description: null });
  draft.add("wapi.maint_state", { subject: "s", ts_begin: NOW, ts_end: null });
  draft.add("wapi.system_alert", { title_de: "t", ts_begin: NOW, ts_end: null });
  makeDevices(draft);
  const [a, b] = draft.all("nd.p_port");
  draft.add("nd.connection", {
    p_port_a_gfk: a?.["gpk"] ?? null,
    p_port_b_gfk: b?.["gpk"] ?? null,
    ts: NOW,
    login_name: "m1",
  });
  makeTexts(draft);
  makeLog(draft);
  makeSettings(draft);
  makeTickets(draft);
}

function makeDevices(draft: Draft): void {
  const { random } = draft;
  draft.add("ndcfg.module_type_class", { name: "switch", description: null });
  draft.add("ndcfg.module_type", { name: "sw1", class: "switch", title: "Switch" });
  const names = random.some(
    draft.all("dns.fqdn").filter((row) => row["type"] === "domain"),
    14,
  );
  const bcd = (): string | null => (random.chance(60) ? draft.some("nd.bcd", "name") : null);
  for (const row of names) {
    const device = str(row, "value");
    draft.add("nd.device", {
      fqdn: device,
      type: random.chance(40) ? "ap" : "switch",
      nc: null,
      bcd: bcd(),
      serial_number: null,
      description: null,
    });
    for (const name of ["1", "2"]) {
      const port = draft.add("nd.l_port", {
        device,
        name,
        p_port_gfk: null,
        bcd: bcd(),
        tagged_bcd_list: [...new Set([bcd(), bcd()])].filter((one) => one !== null).toSorted(),
        is_enabled: true,
      });
      if (random.chance(30))
        draft.add("nd.sighting", {
          mac_addr: `02:00:00:00:00:0${name}`,
          device,
          port: name,
          bcd: port["bcd"] ?? null,
        });
    }
  }
  const room = draft.all("nd.room")[0]?.["gpk"] ?? null;
  for (const name of ["p1", "p2"]) {
    const module: Row = draft.add("nd.module", {
      name,
      module_type: "sw1",
      room_gfk: room,
      parent_gfk: null,
      device: null,
    });
    for (const port of ["1", "2"])
      draft.add("nd.p_port", {
        module_gfk: module["gpk"] ?? null,
        name: port,
        port_type: null,
        internal_gfk: null,
      });
  }
}

function makeTexts(draft: Draft): void {
  for (const type of ["org.unit", "org.unit_type", "cntl.role", "nd.site"])
    for (const row of draft.all(type).slice(0, 4))
      draft.add("cntl.ot_lang_attr_val", {
        object_gfk: row["gpk"] ?? null,
        language_tag: "en",
        lang_attr_key: type === "cntl.role" ? "description" : "title",
        object_fq_name: type,
        value: "text",
      });
}

/** Log entries of some accounts about objects of others. */
function makeLog(draft: Draft): void {
  const { random } = draft;
  const login = (): string => draft.some("cntl.mgr", "login_name");
  for (let n = 1; n <= 30; n++) {
    const names = { ts: NOW, actor_login_name: login(), login_name: login() };
    const { gpk = null } = draft.add("wapi.transaction", { ...names, step_count: 1, steps: null });
    for (const server of ["ns1", "ns2"])
      draft.add("output.transaction_state", { transaction_gfk: gpk, server, unit: "z1.example.", ...names });
    for (const [position, type] of ["nd.bcd", "dns.fqdn", "cntl.group"].entries()) {
      const row = random.one(draft.all(type));
      draft.add("wapi.change_log", {
        transaction_gfk: gpk,
        position,
        ...names,
        object_fq_name: type,
        object_gfk: row?.["gpk"] ?? null,
        object_title: "x",
        function: "update",
        old: {},
        new: {},
      });
    }
  }
}

/** Tickets of a form with variants and of one without, and the groups that work on some of them. */
function makeTickets(draft: Draft): void {
  const { random } = draft;
  for (let n = 1; n <= 9; n++) {
    const sender = n === 9 ? undefined : random.one(draft.all("cntl.mgr"));
    draft.add("req.ticket", {
      number: n,
      form: n % 3 === 0 ? "dhcp" : "patch",
      variant: n % 3 === 0 ? null : n % 2 === 0 ? "cn" : "cs",
      subject: "s",
      text: "t",
      fields: {},
      login_name: sender?.["login_name"] ?? null,
      "~sender": sender === undefined ? null : Number(str(sender, "gpk").split("-").at(-1)),
      sender_name: null,
      sender_email: null,
      ts_created: NOW,
      state: "open",
      ts_state: NOW,
      assignee: n % 2 === 0 ? "m1" : null,
    });
  }
  for (const ticket of draft.all("req.ticket").slice(3)) {
    draft.add("req.ticket_event", {
      ticket_gfk: ticket["gpk"] ?? null,
      ts: NOW,
      state_before: "done",
      state: "open",
      assignee_before: null,
      assignee: null,
      comment: null,
      login_name: "x",
      full_name: "x",
    });
  }
  for (const form of TEAM_FORMS.slice(1))
    draft.link("req.team", { form, group_name: draft.some("cntl.group", "name") });
}

/** Settings that accounts keep for themselves: pins and opened objects among them. */
function makeSettings(draft: Draft): void {
  const { random } = draft;
  for (const account of draft.all("cntl.mgr")) {
    const login_name = account["login_name"] ?? null;
    draft.link("cntl.pin", { login_name, object_gfk: draft.some("nd.bcd", "gpk"), ts_created: NOW });
    draft.link("cntl.recent_object", {
      login_name,
      object_gfk: draft.some("nd.bcd", "gpk"),
      ts_opened: NOW,
    });
  }
  for (const [at, account] of draft.all("cntl.mgr").entries())
    draft.add("cntl.saved_view", {
      name: `v${String(at)}`,
      group_name: random.chance(60) ? draft.some("cntl.group", "name") : null,
      page: "/home",
      login_name: account["login_name"] ?? null,
    });
}
