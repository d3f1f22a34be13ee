import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject, type Params } from "#contract/wire/json";
import { reverseOf, type ChangeEntry } from "#core/txlist/reverse";
import { toSteps } from "#core/txlist/to-steps";
import { insertTicket } from "../../server/domain/req/ticket.store.ts";
import { portalCatalogueOf } from "../support/portal-catalogue.ts";
import { ACCOUNTS, codeOf, rowsOf, smallWorld, type Said, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
const accounts = new Map<string, string>();
const create = (name: string, given: Params) => ({ name: `${name}.create`, new: given });

/** greta and ab1234 work on firewall tickets, otto through his unit on patches of the north campus. */
beforeAll(async () => {
  world = await smallWorld();
  await world.db.query(
    "update cntl.mgr set first_name = 'Greta', last_name = 'Holm' where login_name = 'greta'",
  );
  const rows = await world.db.query<{ id: string; login: string }>(
    "select id::text id, login_name login from cntl.mgr",
  );
  for (const { id, login } of rows) accounts.set(login, id);
  const made = await world.execute("ada", [
    create("cntl.group", { name: "team-fw" }),
    create("cntl.group", { name: "team-fw-night", parent_group_name: "team-fw" }),
    create("cntl.group", { name: "team-patch", ou: "KIT::SCC" }),
    create("cntl.mgr2group", { login_name: "greta", group_name: "team-fw" }),
    create("cntl.mgr2group", { login_name: "ab1234", group_name: "team-fw-night" }),
    create("cntl.mgr2group", { login_name: "lars", group_name: "team-fw" }),
    create("req.team", { form: "firewall", group_name: "team-fw-night" }),
    create("req.team", { form: "patch/cn", group_name: "team-patch" }),
  ]);
  if (!made.ok) throw new Error(JSON.stringify(made.exception));
});
afterAll(() => world.close());

async function sent(form = "firewall", variant: string | null = null): Promise<string> {
  const sender = { account: accounts.get("ab1234-none") ?? "", login: "ab1234-none" };
  const words = { subject: "Freischaltung", text: "Port 443", fields: {}, language: "en" } as const;
  const { gpk } = await insertTicket(world.db, { form, variant, sender, ...words });
  return gpk;
}
const sees = async (login: string, gpk: string) =>
  rowsOf(await world.execute(login, [{ name: "req.ticket.list", old: { gpk_list: [gpk] } }]))[0];
const change = (login: string, gpk: string, given: Params, old: Params = {}): Promise<Said> =>
  world.execute(login, [{ name: "req.ticket.update", old: { gpk, ...old }, new: given }]);

describe("tickets of a team", () => {
  it("[REQ-125] are readable with their events for the team of their form or variant, and not for other accounts", async () => {
    const [firewall, north, south] = [await sent(), await sent("patch", "cn"), await sent("patch", "cs")];
    for (const login of ["greta", "ab1234"]) {
      expect(await sees(login, firewall)).toMatchObject({ is_team: true, is_own: false });
      expect(await sees(login, north)).toBeUndefined();
    }
    expect(await sees("otto", firewall)).toBeUndefined();
    expect(await sees("otto", north)).toMatchObject({ is_team: true });
    expect(await sees("otto", south)).toBeUndefined();
    expect(await sees("ada", south)).toMatchObject({ is_team: true });
    expect(await sees("ab1234-none", south)).toMatchObject({ is_team: false, is_own: true });
    await change("greta", firewall, { comment: "Which port?" });
    const events = async (login: string) =>
      rowsOf(await world.execute(login, [{ name: "req.ticket_event.list", old: { ticket_gfk: firewall } }]));
    for (const login of ["greta", "ab1234", "ab1234-none", "ada"])
      expect(await events(login)).toMatchObject([{ comment: "Which port?" }]);
    expect(await events("otto")).toEqual([]);
  });

  it("[REQ-126] are in work when they are taken and open when they are given back, and the sender reads who works on them", async () => {
    const gpk = await sent();
    expect(rowsOf(await change("greta", gpk, { assignee: "greta" }))).toMatchObject([
      { assignee: "greta", assignee_name: "Greta Holm", state: "in_work" },
    ]);
    expect(await sees("ab1234-none", gpk)).toMatchObject({
      assignee: "greta",
      assignee_name: "Greta Holm",
      state: "in_work",
    });
    await change("greta", gpk, { assignee: "ab1234", comment: "You know this one." });
    await change("ab1234", gpk, { assignee: null });
    expect(await sees("greta", gpk)).toMatchObject({ assignee: null, assignee_name: null, state: "open" });
    await change("greta", gpk, { assignee: "greta", state: "done" });
    expect(await sees("greta", gpk)).toMatchObject({ assignee: "greta", state: "done" });
    const other = await sent();
    await change("greta", other, { assignee: "greta" });
    await change("greta", other, { assignee: null, state: "refused" });
    expect(await sees("greta", other)).toMatchObject({ assignee: null, state: "refused" });
    const old = { ticket_gfk: gpk, sorting_params_list: ["gpk"] };
    const events = rowsOf(await world.execute("ab1234-none", [{ name: "req.ticket_event.list", old }]));
    expect(
      events.map((row) => [row["state_before"], row["state"], row["assignee_before"], row["assignee"]]),
    ).toEqual([
      ["open", "in_work", null, "Greta Holm"],
      ["in_work", "in_work", "Greta Holm", "ab1234"],
      ["in_work", "open", "ab1234", null],
      ["open", "done", null, "Greta Holm"],
    ]);
    expect(events[1]).toMatchObject({ comment: "You know this one." });
  });

  it("[REQ-127] are taken once: of two people at the same time one is refused and learns who has the ticket", async () => {
    for (const old of [{}, { assignee: null }]) {
      const gpk = await sent();
      const takers = ["greta", "ab1234"];
      const said = await Promise.all(takers.map((login) => change(login, gpk, { assignee: login }, old)));
      expect(said.map(codeOf).toSorted()).toEqual(["-20050/1", "200"]);
      const winner = takers[said.findIndex(({ ok }) => ok)];
      expect(await sees("ada", gpk)).toMatchObject({ assignee: winner });
      const refused = said.find((one) => !one.ok);
      if (refused === undefined || refused.ok) throw new Error("nobody was refused");
      expect(refused.exception.details["conflict_list"]).toEqual([
        { attribute: "assignee", expected: null, found: winner },
      ]);
      if (!("assignee" in old))
        expect(refused.exception.description).toMatch(/bearbeitet dieses Ticket schon/);
    }
  });

  it("[REQ-128] are taken over from a colleague by naming the colleague", async () => {
    const gpk = await sent();
    await change("greta", gpk, { assignee: "greta" });
    for (const assignee of ["ab1234", "ada", null])
      expect(codeOf(await change("ab1234", gpk, { assignee }))).toBe("-20050/1");
    expect(codeOf(await change("ab1234", gpk, { assignee: "ab1234" }, { assignee: "ada" }))).toBe("-20050/1");
    expect(codeOf(await change("ab1234", gpk, { assignee: "ab1234" }, { assignee: "greta" }))).toBe("200");
    // A comment of somebody else leaves it where it is.
    await change("greta", gpk, { comment: "Thank you." });
    expect(await sees("greta", gpk)).toMatchObject({ assignee: "ab1234", state: "in_work" });
    const by = (login: string, assignee: string | null, named: string) =>
      change(login, gpk, { assignee }, { assignee: named });
    expect(codeOf(await by("greta", "ada", "ab1234"))).toBe("200");
    expect(codeOf(await by("greta", null, "ada"))).toBe("200");
    // Who works on the ticket needs to name nobody.
    for (const assignee of ["greta", "ab1234"])
      expect(codeOf(await change("greta", gpk, { assignee }))).toBe("200");
    expect(codeOf(await change("ab1234", gpk, { assignee: null }))).toBe("200");
    expect(await sees("greta", gpk)).toMatchObject({ assignee: null, state: "open" });
  });

  it("[PERM-52] can be assigned to exactly the main accounts that work on them and are not locked", async () => {
    for (const [form, variant] of [
      ["firewall", null],
      ["patch", "cn"],
      ["patch", "cs"],
    ] as const) {
      const gpk = await sent(form, variant);
      for (const login of [...ACCOUNTS, "ab1234-dns", "ab1234-none", "svc-web"]) {
        const isPerson = !login.includes("-") && login !== "lars";
        const works = isPerson && (await sees(login, gpk))?.["is_team"] === true;
        const said = await world.dry("ada", {
          name: "req.ticket.update",
          old: { gpk },
          new: { assignee: login },
        });
        expect([form, variant, login, codeOf(said)]).toEqual([
          form,
          variant,
          login,
          works ? "200" : "-20030/3",
        ]);
      }
    }
    expect(codeOf(await change("greta", await sent(), { assignee: "nobody1" }))).toBe("-20020/2");
  });

  it("[REQ-130] show the accounts that they can be assigned to, as far as the reader may read these", async () => {
    const joined = async (login: string, gpk: string, isInverse = false) => {
      const [ticket, account] = [
        { name: "req.ticket.list", old: { gpk_list: [gpk] } },
        { name: "cntl.mgr.list", old: { sorting_params_list: ["login_name"] } },
      ];
      const steps = isInverse ? [{ ...account, old: { login_name: "greta" } }, ticket] : [ticket, account];
      const [first, second] = steps;
      if (first === undefined || second === undefined) throw new Error("two steps");
      const later = { ...second, inner_join_ref: { "0": "api_func_req_ticket_assignable" } };
      return rowsOf(await world.execute(login, [first, later]), 1);
    };
    const names = async (login: string, gpk: string) =>
      (await joined(login, gpk)).map((row) => row["login_name"]);
    const [firewall, south] = [await sent(), await sent("patch", "cs")];
    expect(await names("ada", firewall)).toEqual(["ab1234", "ada", "greta"]);
    expect(await names("greta", firewall)).toEqual(["ab1234", "greta"]);
    expect(await names("ada", south)).toEqual(["ada"]);
    expect(await names("ada", await sent("patch", "cn"))).toEqual(["ada", "otto"]);
    // The sender is not told who is on the team.
    expect(await names("ab1234-none", firewall)).toEqual([]);
    expect(await joined("greta", firewall, true)).toMatchObject([{ gpk: firewall }]);
    expect(await joined("ada", south, true)).toEqual([]);
    const plain = [
      { name: "req.ticket.list", old: { gpk_list: [firewall] } },
      { name: "cntl.mgr.list", inner_join_ref: { "0": "default" } },
    ];
    expect(rowsOf(await world.execute("ada", plain), 1)).toEqual([]);
  });

  it("are taken back by their log, whoever has the ticket", async () => {
    const gpk = await sent();
    await change("greta", gpk, { assignee: "greta" });
    await change("ab1234", gpk, { assignee: "ab1234", state: "done" }, { assignee: "greta" });
    const log = rowsOf(
      await world.execute("ada", [
        { name: "wapi.change_log.list", old: { object_gfk: gpk, sorting_params_list: ["gpk"] } },
      ]),
    );
    const entries = log.map((row): ChangeEntry => {
      const [old, made] = [row["old"] ?? null, row["new"] ?? null];
      return {
        object: "req.ticket",
        gpk,
        old: isObject(old) ? old : null,
        new: isObject(made) ? made : null,
      };
    });
    expect(entries).toHaveLength(2);
    const { items } = reverseOf(portalCatalogueOf(world.catalogue), entries, () => crypto.randomUUID());
    const steps = toSteps(items).map(({ name, old = {}, new: made = {} }) => ({ name, old, new: made }));
    expect(codeOf(await world.execute("ada", steps))).toBe("200");
    expect(await sees("ada", gpk)).toMatchObject({ assignee: null, state: "open" });
  });

  it("[PERM-53] cannot be changed in state or assignment by the sender and by readers of all tickets", async () => {
    const gpk = await sent();
    const given = await world.execute("ada", [
      create("cntl.role", { name: "ticket_reader", is_assignable: true }),
      create("cntl.role2permission", { role_name: "ticket_reader", permission_name: "req.ro:ticket" }),
      create("cntl.mgr2role", { login_name: "otto", role_name: "ticket_reader" }),
    ]);
    expect(codeOf(given)).toBe("200");
    expect(await sees("otto", gpk)).toMatchObject({ is_team: false });
    for (const login of ["ab1234-none", "otto"])
      for (const wish of [{ assignee: "ab1234" }, { state: "done" }, { comment: "hurry" }])
        expect(codeOf(await change(login, gpk, wish))).toBe("-20010/1");
    expect(codeOf(await change("greta", gpk, { assignee_name: "x" }))).toBe("-20900/4");
  });

  it("[PERM-54] have teams that members of a group can read and only holders of req.rw:team can write", async () => {
    const teams = async (login: string) =>
      rowsOf(await world.execute(login, [{ name: "req.team.list" }])).map((row) => [
        row["form"],
        row["group_name"],
      ]);
    expect(await teams("greta")).toEqual([["firewall", "team-fw-night"]]);
    expect(await teams("otto")).toEqual([["patch/cn", "team-patch"]]);
    expect(await teams("ab1234-none")).toEqual([]);
    const step = create("req.team", { form: "dhcp", group_name: "team-fw" });
    expect(codeOf(await world.execute("greta", [step]))).toBe("-20010/1");
    expect(
      codeOf(await world.execute("ada", [create("req.team", { form: "lost", group_name: "other" })])),
    ).toBe("-20040/5");
    const gpk = await sent("dhcp");
    expect(await sees("greta", gpk)).toBeUndefined();
    expect(codeOf(await world.execute("ada", [step]))).toBe("200");
    expect(await sees("greta", gpk)).toMatchObject({ is_team: true });
    const away = { name: "req.team.delete", old: { form: "dhcp", group_name: "team-fw" } };
    // Members of a team neither make teams nor delete theirs.
    for (const login of ["greta", "otto"])
      expect(codeOf(await world.execute(login, [away]))).toBe("-20010/1");
    expect(await sees("greta", gpk)).toMatchObject({ is_team: true });
    expect(codeOf(await world.execute("ada", [away]))).toBe("200");
    expect(await sees("greta", gpk)).toBeUndefined();
  });
});
