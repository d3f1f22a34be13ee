import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { insertTicket, type NewTicket } from "../../server/domain/req/ticket.store.ts";
import { codeOf, rowsOf, smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
const accounts = new Map<string, string>();

beforeAll(async () => {
  world = await smallWorld();
  const rows = await world.db.query<{ id: string; login: string }>(
    "select id::text id, login_name login from cntl.mgr",
  );
  for (const { id, login } of rows) accounts.set(login, id);
});
afterAll(() => world.close());

const ticketOf = (sender: NewTicket["sender"]): NewTicket => ({
  form: "firewall",
  variant: null,
  subject: "Freischaltung",
  text: "Bitte Port 443 freischalten.",
  fields: { rule_list: [{ bcd: "scc-net-web-1", ports: "443" }] },
  sender,
  language: "en",
});
const of = (login: string) => ({ account: accounts.get(login) ?? "", login });
const stored = (sender: NewTicket["sender"]) => insertTicket(world.db, ticketOf(sender));
const list = async (login: string, old = {}) =>
  rowsOf(await world.execute(login, [{ name: "req.ticket.list", old }]));

describe("tickets", () => {
  it("are readable for the sender and for holders of the permission only", async () => {
    await world.db.query(
      "update cntl.mgr set first_name = 'Otto', last_name = 'Berg', email = 'otto@example.com' where login_name = 'otto'",
    );
    const { number, gpk } = await stored(of("otto"));
    const [row] = await list("otto", { number });
    expect(row).toEqual({
      gpk,
      number,
      form: "firewall",
      variant: null,
      subject: "Freischaltung",
      text: "Bitte Port 443 freischalten.",
      fields: { rule_list: [{ bcd: "scc-net-web-1", ports: "443" }] },
      login_name: "otto",
      sender_name: "Otto Berg",
      sender_email: "otto@example.com",
      ts_created: row?.["ts_created"],
      state: "open",
      ts_state: row?.["ts_state"],
      assignee: null,
      assignee_name: null,
      is_team: false,
      is_mine: false,
      is_own: true,
    });
    expect(await list("greta", { number })).toEqual([]);
    expect(await list("ada", { number })).toMatchObject([{ number, is_own: false }]);
  });

  it("from outside belong to nobody", async () => {
    const { number } = await stored({ name: "Ida Blau", email: "ida@example.org" });
    expect(await list("otto", { number })).toEqual([]);
    expect(await list("ada", { number })).toMatchObject([
      { login_name: null, sender_name: "Ida Blau", sender_email: "ida@example.org", is_own: false },
    ]);
  });

  it("get different numbers if they are created in parallel", async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => stored(of("greta"))));
    expect(new Set(made.map(({ number }) => number)).size).toBe(40);
    expect(await list("greta")).toHaveLength(40);
  });

  it("change to any state by holders of req.rw:ticket, and the time of the state changes too", async () => {
    const { number, gpk } = await stored(of("otto"));
    await world.db.query("update req.ticket set ts_state = '2020-01-01' where number = $1", [number]);
    const update = (login: string, state: string) =>
      world.execute(login, [{ name: "req.ticket.update", old: { gpk }, new: { state } }]);
    const refused = await update("otto", "done");
    expect(codeOf(refused)).toBe("-20010/1");
    expect(refused.ok ? null : refused.exception.details["required_permission_list"]).toEqual([
      "req.rw:ticket",
    ]);
    expect(codeOf(await update("greta", "done"))).toBe("-20020/1");
    expect(rowsOf(await update("ada", "open"))).toMatchObject([{ ts_state: "2020-01-01T00:00:00Z" }]);
    for (const state of ["done", "in_work", "refused", "open"]) {
      const [row] = rowsOf(await update("ada", state));
      expect(row).toMatchObject({ state });
      expect(row?.["ts_state"]).not.toBe("2020-01-01T00:00:00Z");
    }
    expect(codeOf(await update("ada", "lost"))).toBe("-20040/5");
  });

  it("[REQ-100] have an event for each change of state and each comment, readable for the sender and for holders of the permission", async () => {
    const { gpk } = await stored(of("otto"));
    const update = (login: string, ...given: readonly Params[]) =>
      world.execute(
        login,
        given.map((one) => ({ name: "req.ticket.update", old: { gpk }, new: one })),
      );
    const events = async (login: string) =>
      rowsOf(
        await world.execute(login, [
          { name: "req.ticket.list", old: { gpk_list: [gpk] } },
          {
            name: "req.ticket_event.list",
            old: { sorting_params_list: ["gpk"] },
            inner_join_ref: { "0": "default" },
          },
        ]),
        1,
      );
    expect(codeOf(await update("otto", { comment: "hurry" }))).toBe("-20010/1");
    const [before] = rowsOf(await update("ada", { state: "in_work", comment: " Which socket? " }));
    expect(before).toMatchObject({ state: "in_work" });
    expect(rowsOf(await update("ada", { comment: "Still waiting." }))).toMatchObject([
      { state: "in_work", ts_state: before?.["ts_state"] },
    ]);
    // This update changes nothing.
    await update("ada", { state: "in_work" });
    await update("ada", { state: "in_work", comment: "" }, { comment: null });
    await update("ada", { state: "done" });
    const told = [
      ["open", "in_work", "Which socket?"],
      ["in_work", "in_work", "Still waiting."],
      ["in_work", "done", null],
    ];
    for (const login of ["ada", "otto"]) {
      const rows = await events(login);
      expect(rows.map((row) => [row["state_before"], row["state"], row["comment"]])).toEqual(told);
      expect(rows[0]).toMatchObject({ login_name: "ada", ticket_gfk: gpk, is_own: login === "otto" });
    }
    expect(await events("greta")).toEqual([]);
    const all = rowsOf(await world.execute("greta", [{ name: "req.ticket_event.list" }]));
    expect(all).toEqual([]);
    for (const fn of ["create", "update", "delete"])
      expect(
        codeOf(await world.execute("ada", [{ name: `req.ticket_event.${fn}`, old: { gpk: "ticevent-1" } }])),
      ).toBe("-20900/3");
  });

  it("have no other attribute that the API writes", async () => {
    for (const name of ["create", "delete"])
      expect(codeOf(await world.execute("ada", [{ name: `req.ticket.${name}`, old: { number: 1 } }]))).toBe(
        "-20900/3",
      );
    const said = await world.execute("ada", [
      { name: "req.ticket.update", old: { number: 1 }, new: { subject: "x" } },
    ]);
    expect(codeOf(said)).toBe("-20900/4");
  });
});
