import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { contentOf } from "#core/txlist/planned";
import { items } from "#core/txlist/history";
import { textOf } from "../../src/editor/cell/cell-text.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

async function rows(name: Step["name"], old: Row = {}): Promise<readonly Row[]> {
  const outcome = await world.execute([{ idx: "rows", name, old }], { dryRun: false });
  if (!outcome.ok) throw new Error(outcome.fault.description);
  return outcome.lists["rows"] ?? [];
}

async function lastTransaction(): Promise<string> {
  const [last] = await rows("wapi.transaction.list", { sorting_params_list: ["gpk DESC"], fetch_limit: 1 });
  return typeof last?.["gpk"] === "string" ? last["gpk"] : "";
}

const planned = () => items(world.portal.txlist.state.history).map((item) => contentOf(item));

describe("[OBJ-08] the history", () => {
  it("reverses a whole transaction: its inverse steps are in the list, the last one first, by one undo", async () => {
    const user = userEvent.setup();
    await world.apply([{ name: "nd.site.create", new: { name: "hafen", title: "Hafen" } }]);
    await world.apply([
      { name: "nd.site.update", old: { name: "hafen" }, new: { title: "Neuer Hafen" } },
      { name: "nd.bldg.create", new: { site: "hafen", number: "7", title: "Kran" } },
    ]);
    await world.show(`/object/${await lastTransaction()}`);
    await user.click(await screen.findByRole("button", { name: "Plan the reverse of all" }));
    await waitFor(() => expect(planned()).toHaveLength(2));
    expect(planned()).toMatchObject([
      { object_function: "delete", parameters: { old: { site: "hafen", number: "7" } } },
      {
        object_function: "update",
        parameters: { old: { name: "hafen", title: "Neuer Hafen" }, new: { title: "Hafen" } },
      },
    ]);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(planned()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Redo" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 2 changes/);
    expect(await rows("nd.bldg.list", { site: "hafen" })).toEqual([]);
    expect(await rows("nd.site.list", { name: "hafen" })).toMatchObject([{ title: "Hafen" }]);
  });

  it("of an object leads to its transaction and reverses one change", async () => {
    const user = userEvent.setup();
    await world.apply([{ name: "nd.site.create", new: { name: "werft" } }]);
    await world.apply([{ name: "nd.site.update", old: { name: "werft" }, new: { title: "Werft" } }]);
    await world.show("/netdoc/sites/werft");
    await user.click(await screen.findByRole("button", { name: "History 2" }));
    const [change, creation] = await screen.findAllByRole("button", { name: "Plan the reverse" });
    expect(creation).toBeDefined();
    expect(screen.getAllByRole("link", { name: "transaction" })[0]?.getAttribute("href")).toBe(
      `/object/${await lastTransaction()}?type=wapi.transaction`,
    );
    await user.click(change ?? document.body);
    await waitFor(() =>
      expect(planned()).toMatchObject([
        { object_function: "update", parameters: { old: { title: "Werft" }, new: { title: "__NULL" } } },
      ]),
    );
  });

  it("of a cable is reversed by functions of the ports at its ends", async () => {
    const user = userEvent.setup();
    await world.apply([
      { name: "nd.site.create", new: { name: "kabel" } },
      { name: "nd.bldg.create", new: { site: "kabel", number: "1" } },
      { idx: "room", name: "nd.room.create", new: { site: "kabel", bldg: "1", name: "101" } },
      { name: "ndcfg.module_type_class.create", new: { name: "panel" } },
      { name: "ndcfg.module_type.create", new: { name: "p24", class: "panel", title: "Panel" } },
      {
        idx: "module",
        name: "nd.module.create",
        new: { module_type: "p24", name: "panel" },
        new_ref_params: [{ idx: "room", params: { room_gfk: "gpk" } }],
      },
      ...["p1", "p2"].map((name): Step => ({
        name: "nd.p_port.create",
        new: { name },
        new_ref_params: [{ idx: "module", params: { module_gfk: "gpk" } }],
      })),
    ]);
    const connected = async () =>
      (await rows("nd.p_port.list", { sorting_params_list: ["name"] })).map((row) => row["is_connected"]);
    const [one, two] = await rows("nd.p_port.list", { sorting_params_list: ["name"] });
    await world.apply([
      {
        name: "nd.p_port.connect",
        old: { gpk: one?.["gpk"] ?? "" },
        new: { p_port_gfk: two?.["gpk"] ?? "" },
      },
    ]);
    const [cable] = await rows("nd.connection.list");
    await world.show(`/object/${textOf(cable?.["gpk"])}`);
    await user.click(await screen.findByRole("button", { name: "Plan the reverse" }));
    await screen.findByText("Physical port: disconnect");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    expect(await connected()).toEqual([false, false]);
    cleanup();
    await world.show(`/object/${await lastTransaction()}`);
    await user.click(await screen.findByRole("button", { name: "Plan the reverse of all" }));
    await screen.findByText("Physical port: connect");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    expect(await connected()).toEqual([true, true]);
  });

  it("shows times in the language and time zone of its reader, in titles and in changed values", async () => {
    const [from, to] = ["2031-01-02T03:04:05+00:00", "2032-01-02T03:04:05+00:00"];
    await world.apply([{ name: "wapi.maint_state.create", new: { subject: "Umbau", ts_begin: from } }]);
    const [state] = await rows("wapi.maint_state.list", { subject: "Umbau" });
    await world.apply([
      { name: "wapi.maint_state.update", old: { gpk: state?.["gpk"] ?? "" }, new: { ts_begin: to } },
    ]);
    await world.show(`/object/${await lastTransaction()}`);
    const moment = (time: string): string =>
      new Intl.DateTimeFormat("en", {
        dateStyle: "medium",
        timeStyle: "medium",
        hourCycle: "h23",
      }).format(new Date(time));
    await screen.findByText(moment(from));
    expect(screen.getByText(moment(to)).tagName).toBe("INS");
    const [{ ts } = {}] = await rows("wapi.transaction.list", { gpk_list: [await lastTransaction()] });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(`${moment(textOf(ts))} ada`);
    cleanup();
    await world.show("/object/wapi.transaction");
    const links = await screen.findAllByRole("link", { name: /^now$|ago$/ });
    expect(links.length).toBeGreaterThan(0);
  });

  it("names values that do not come back before anything is planned", async () => {
    const user = userEvent.setup();
    await world.apply([
      { name: "nd.bcd.create", new: { name: "itc-geraete-1" } },
      { name: "macauth.client.create", new: { mac_addr: "02:00:00:00:00:01", bcd_name: "itc-geraete-1" } },
    ]);
    await world.apply([{ name: "macauth.client.delete", old: { mac_addr: "02:00:00:00:00:01" } }]);
    await world.show(`/object/${await lastTransaction()}`);
    await user.click(await screen.findByRole("button", { name: "Plan the reverse of all" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/secret values are not in the history/)).toBeTruthy();
    expect(planned()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Plan the change all the same" }));
    expect(planned()).toMatchObject([
      { object_function: "create", parameters: { new: { mac_addr: "02:00:00:00:00:01" } } },
    ]);
  });
});
