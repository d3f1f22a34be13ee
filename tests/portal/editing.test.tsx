import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { items } from "#core/txlist/history";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld();
  const made = await world.execute(
    [
      { idx: "site", name: "nd.site.create", new: { name: "nord", title: "Nord" } },
      { idx: "bldg", name: "nd.bldg.create", new: { site: "nord", number: "20.40", title: "Altbau" } },
    ],
    { dryRun: false },
  );
  if (!made.ok) throw new Error(made.fault.description);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

const planned = () => items(world.portal.txlist.state.history);

async function openEdit() {
  const user = userEvent.setup();
  await world.show("/netdoc/sites/nord/20.40");
  await user.click(await screen.findByRole("button", { name: "Edit" }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

async function planTitle(text: string) {
  const opened = await openEdit();
  const title = opened.dialog.getByRole<HTMLInputElement>("textbox", { name: "Title" });
  await opened.user.clear(title);
  await opened.user.type(title, text);
  await opened.user.click(opened.dialog.getByRole("button", { name: "Plan" }));
  await waitFor(() => expect(planned()).toHaveLength(1));
  return opened;
}

describe("a planned update", () => {
  it("[TA-15] opens with all that may be changed: planned values where planned, present values elsewhere", async () => {
    const { user } = await planTitle("Neubau");
    await user.click(screen.getByRole("button", { name: /^change\s*Building/ }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toBe("Neubau");
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Number" }).value).toBe("20.40");
  });

  it("overtaken by somebody says who changed what and takes the new value as its base", async () => {
    const { user } = await planTitle("Neubau");
    const other = await world.execute(
      [
        {
          idx: "x",
          name: "nd.bldg.update",
          old: { site: "nord", number: "20.40" },
          new: { title: "Hauptgebäude" },
        },
      ],
      { dryRun: false },
    );
    expect(other.ok).toBe(true);
    await user.click(screen.getByRole("button", { name: "Test" }));
    await screen.findByText("changed by ada");
    expect(screen.getAllByText("Hauptgebäude").length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Take new value" }));
    expect(planned()).toMatchObject([
      { content: { parameters: { old: { title: "Hauptgebäude" }, new: { title: "Neubau" } } } },
    ]);
    await user.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
  });
});

describe("closing a form", () => {
  it("asks in the portal's own words once something was typed", async () => {
    const { user, dialog } = await openEdit();
    await user.type(dialog.getByRole("textbox", { name: "Title" }), "!");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Title" }).value).toMatch(/!$/);
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull());
    expect(planned()).toEqual([]);
  });
});
