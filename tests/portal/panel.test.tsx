import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { items } from "#core/txlist/history";
import { contentOf, type Planned } from "#core/txlist/planned";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
/** The page of the frame, which this world does not draw. */
const page = document.createElement("main");
beforeAll(async () => {
  page.id = "content";
  document.body.append(page);
  world = await portalWorld();
  await world.apply([
    { name: "nd.site.create", new: { name: "nord", title: "Nord" } },
    { name: "dns.fqdn.create", new: { value: "example.org.", is_zone_apex: true } },
  ]);
}, 120_000);
afterAll(() => {
  page.remove();
  return world.close();
});
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
});

const planned = () => items(world.portal.txlist.state.history).map((item) => contentOf(item));
const isOpen = () => world.portal.shell.state.isPlannedOpen;

/** A record whose name does not exist. */
const RECORD: Planned = {
  uuid: "record",
  ta_type: "db_editor_simple",
  variant: null,
  content: {
    object_fq_name: "dns.record",
    object_function: "create",
    parameters: {
      old: {},
      new: { fqdn: "panel.example.org.", type: "TXT", data: "walk", fqdn_type: "domain" },
    },
    preview_fields: [],
    object_title: "panel.example.org. TXT walk",
    show_result: false,
    non_optionals: [],
    input_reducer: null,
  },
};

/** Plans a new building of the site. */
async function planBuilding(number: string) {
  const user = userEvent.setup();
  await world.show("/netdoc/sites/nord");
  const [button = document.body] = await screen.findAllByRole("button", { name: "New building" });
  await user.click(button);
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Number"), number);
  await user.click(dialog.getByRole("button", { name: "Plan" }));
  await waitFor(() => expect(planned()).toHaveLength(1));
  return user;
}

describe("the planned list", () => {
  it("[TA-115] its buttons name their keys to screen readers while single keys are on", async () => {
    await world.show("/netdoc/sites/nord");
    const keys = () =>
      ["Test", "Apply"].map((name) => screen.getByRole("button", { name }).getAttribute("aria-keyshortcuts"));
    await screen.findByRole("button", { name: "Test" });
    expect(keys()).toEqual(["t", "Shift+A"]);
    world.portal.settings.set("singleKeys", false);
    await waitFor(() => expect(keys()).toEqual([null, null]));
    world.portal.settings.set("singleKeys", true);
  });

  it("[TA-115] tests and applies itself when a key or a command asks for it, and only if it is asked at that moment", async () => {
    await planBuilding("1");
    world.portal.shell.setPanel("isPlannedOpen", false);
    world.portal.shell.want("test");
    expect(isOpen()).toBe(true);
    await screen.findByText(/Test passed/);
    expect(world.portal.shell.state.wanted).toBeNull();
    world.portal.shell.state.wanted = { mode: "apply", until: Date.now() - 1 };
    await waitFor(() => expect(world.portal.shell.state.wanted).toBeNull());
    expect(planned()).toHaveLength(1);
    world.portal.shell.want("apply");
    await screen.findByText(/Applied 1 change/);
    expect(planned()).toEqual([]);
  });

  it("[TA-116] [TA-117] links every object that an apply has created, and plans its reversal by one press", async () => {
    const user = await planBuilding("2");
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    const made = await screen.findByRole("heading", { name: "Created" });
    const link = within(made.parentElement ?? document.body).getByRole("link", { name: /2/ });
    expect(link.getAttribute("href")).toBe("/netdoc/sites/nord/2");
    await user.click(screen.getByRole("button", { name: "Take back" }));
    await waitFor(() =>
      expect(planned()).toMatchObject([{ object_fq_name: "nd.bldg", object_function: "delete" }]),
    );
  });

  it("[TA-116] [TA-117] also links objects that an apply has created besides its elements, each once, and takes all of them back", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites/nord");
    world.portal.txlist.submit({ kind: "add", item: RECORD });
    await user.click(screen.getByRole("button", { name: "Apply" }));
    const made = await screen.findByRole("heading", { name: "Created: 2 objects" });
    const links = within(made.parentElement ?? document.body).getAllByRole("link");
    expect(links.at(-1)?.textContent).toBe("panel.example.org.");
    expect(links.at(-1)?.getAttribute("href")).toMatch(/^\/dnsvs\/fqdns\/panel\.example\.org/);
    await user.click(screen.getByRole("button", { name: "Take back" }));
    await waitFor(() => expect(planned().length).toBeGreaterThan(0));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(planned()).toEqual([]));
    const left = await world.apply([
      { idx: "record", name: "dns.record.list", old: { fqdn: "panel.example.org." } },
      { idx: "fqdn", name: "dns.fqdn.list", old: { value: "panel.example.org." } },
    ]);
    expect(left).toMatchObject({ record: [], fqdn: [] });
  });

  it("[TA-117] takes back a transaction of several elements as a whole", async () => {
    const sites = async () =>
      (await world.apply([{ idx: "site", name: "nd.site.list", old: {} }]))["site"]?.map((row) => [
        row["name"],
        row["title"],
      ]);
    const user = await planBuilding("6");
    const before = await sites();
    const [building] = items(world.portal.txlist.state.history);
    if (building === undefined || !("content" in building)) throw new Error("nothing is planned");
    const of = (uuid: string, object_function: "create" | "update", old: Row, now: Row) => ({
      ...building,
      uuid,
      content: {
        ...building.content,
        object_fq_name: "nd.site",
        object_function,
        parameters: { old, new: now },
      },
    });
    world.portal.txlist.submit({
      kind: "append",
      items: [
        of("made", "create", {}, { name: "west" }),
        of("changed", "update", { name: "nord" }, { title: "Norden" }),
      ],
    });
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 3 changes/);
    expect(await sites()).not.toEqual(before);
    await user.click(await screen.findByRole("button", { name: "Take back" }));
    await waitFor(() => expect(planned()).toHaveLength(3));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 3 changes/);
    expect(await sites()).toEqual(before);
    const { bldg } = await world.apply([{ idx: "bldg", name: "nd.bldg.list", old: { number: "6" } }]);
    expect(bldg).toEqual([]);
  });

  it("[SHELL-67] folds when it becomes empty while the reader is in the page", async () => {
    const user = await planBuilding("3");
    await user.click(page);
    expect(isOpen()).toBe(true);
    world.portal.txlist.undo();
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  it("[SHELL-67] stays open while a reader works in it, until the reader continues in the page, and while it shows a result", async () => {
    const user = await planBuilding("4");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(planned()).toEqual([]));
    expect(isOpen()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Redo" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    await user.click(page);
    expect(isOpen()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(page);
    expect(isOpen()).toBe(false);
  });

  it("[SHELL-67] stays open when a closing dialog gives the focus back to the page, and folds at the next key", async () => {
    const user = await planBuilding("5");
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(planned()).toEqual([]));
    page.tabIndex = -1;
    page.focus();
    expect(isOpen()).toBe(true);
    await user.keyboard("{ArrowDown}");
    expect(isOpen()).toBe(false);
  });

  it("[SHELL-67] stays open if it was opened empty by hand", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites/nord");
    world.portal.shell.setPanel("isPlannedOpen", true);
    await screen.findByRole("heading", { level: 1, name: /Nord/ });
    await user.click(page);
    expect(isOpen()).toBe(true);
  });
});
