import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { contentOf } from "#core/txlist/planned";
import { items } from "#core/txlist/history";
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

async function apply(steps: readonly Step[]): Promise<void> {
  const outcome = await world.execute(steps, { dryRun: false });
  if (!outcome.ok) throw new Error(outcome.fault.description);
}

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
  it("takes a whole transaction back: its inverse steps stand in the list, the last one first, by one undo", async () => {
    const user = userEvent.setup();
    await apply([{ name: "nd.site.create", new: { name: "hafen", title: "Hafen" } }]);
    await apply([
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

  it("of an object leads to its transaction and takes one change back", async () => {
    const user = userEvent.setup();
    await apply([{ name: "nd.site.create", new: { name: "werft" } }]);
    await apply([{ name: "nd.site.update", old: { name: "werft" }, new: { title: "Werft" } }]);
    await world.show("/netdoc/sites/werft");
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

  it("tells which values do not come back before anything is planned", async () => {
    const user = userEvent.setup();
    await apply([
      { name: "nd.bcd.create", new: { name: "itc-geraete-1" } },
      { name: "macauth.client.create", new: { mac_addr: "02:00:00:00:00:01", bcd_name: "itc-geraete-1" } },
    ]);
    await apply([{ name: "macauth.client.delete", old: { mac_addr: "02:00:00:00:00:01" } }]);
    await world.show(`/object/${await lastTransaction()}`);
    await user.click(await screen.findByRole("button", { name: "Plan the reverse of all" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/secret values are not in the history/)).toBeTruthy();
    expect(planned()).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Plan the other change" }));
    expect(planned()).toMatchObject([
      { object_function: "create", parameters: { new: { mac_addr: "02:00:00:00:00:01" } } },
    ]);
  });
});
