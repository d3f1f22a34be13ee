import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "nd.site.create", new: { name: "hafen", campus: "Nord" } },
    { name: "nd.bldg.create", new: { site: "hafen", number: "7", title: "Halle" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.client.clear();
});

/** Plans another campus for the site, applies it, and holds its new rows back until the returned function is called. */
async function applyCampus(campus: string): Promise<() => void> {
  const user = userEvent.setup();
  await planCampus(campus);
  const letGo = world.holdLists();
  const before = world.calls.length;
  await user.click(await screen.findByRole("button", { name: "Apply" }));
  await screen.findByText(/Applied 1 change/);
  const isAsked = () => world.calls.slice(before).some(([step]) => step?.idx === "object");
  await waitFor(() => expect(isAsked()).toBe(true));
  return letGo;
}

async function planCampus(campus: string): Promise<void> {
  const user = userEvent.setup();
  await world.show("/netdoc/sites/hafen");
  await user.click((await screen.findAllByRole("button", { name: "Edit" }))[0] ?? document.body);
  const dialog = within(await screen.findByRole("dialog"));
  await user.clear(dialog.getByLabelText("Campus"));
  await user.type(dialog.getByLabelText("Campus"), campus);
  await user.click(dialog.getByRole("button", { name: "Plan" }));
}

it("a person who changes the page while the rows of an applied list load stays there", async () => {
  const user = userEvent.setup();
  const letGo = await applyCampus("Werft");
  const before = world.calls.length;
  await user.click(screen.getByRole("link", { name: "7" }));
  await waitFor(() => expect(world.portal.shell.state.current).toBeNull());
  // The building is requested by one call.
  await waitFor(() => expect(world.calls.length).toBe(before + 1));
  const asked = world.calls.length;
  letGo();
  await screen.findByRole("heading", { level: 1, name: /7.*Halle/ });
  // A link back to the site would request it.
  await waitFor(() => expect(world.portal.shell.state.current?.type).toBe("nd.bldg"));
  expect(world.calls.slice(asked)).toEqual([]);
});

it("a person who opens another page while the list is applied stays there, even if the object of the first page is still known", async () => {
  const user = userEvent.setup();
  await planCampus("Speicher");
  const site = world.portal.shell.state.current;
  const letGo = world.holdWrites();
  await user.click(await screen.findByRole("button", { name: "Apply" }));
  await user.click(screen.getByRole("link", { name: "7" }));
  await screen.findByRole("heading", { level: 1, name: /7.*Halle/ });
  await waitFor(() => expect(world.portal.shell.state.current?.type).toBe("nd.bldg"));
  const building = world.portal.shell.state.current;
  world.portal.shell.setCurrent(site);
  letGo();
  await screen.findByText(/Applied 1 change/);
  await waitFor(() => expect(world.client.isFetching()).toBe(0));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(/7.*Halle/);
  expect(site?.shownAt).toBe("/netdoc/sites/hafen");
  world.portal.shell.setCurrent(building);
});

it("an address that is opened while the rows of an applied list load stays, even before its page is drawn", async () => {
  const letGo = await applyCampus("Kai");
  window.history.pushState(null, "", "/netdoc/sites/hafen/7");
  letGo();
  await waitFor(() => expect(world.client.isFetching()).toBe(0));
  await screen.findAllByText("Kai");
  expect(window.location.pathname).toBe("/netdoc/sites/hafen/7");
});

it("a permanent link does not lead away from an address that is opened before its target is known", async () => {
  const lists = await world.apply([{ idx: "site", name: "nd.site.list", old: { name: "hafen" } }]);
  const letGo = world.holdLists();
  await world.show(`/launch/nd.site/${textIn(lists["site"]?.[0]?.["gpk"])}`);
  window.history.pushState(null, "", "/netdoc/sites");
  letGo();
  await waitFor(() => expect(world.client.isFetching()).toBe(0));
  expect(window.location.pathname).toBe("/netdoc/sites");
});
