import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { items } from "#core/txlist/history";
import { contentOf, type Planned, type PlannedContent } from "#core/txlist/planned";
import { startTexts } from "../../src/app/i18n.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld();
  const made = await world.execute(
    [
      { idx: "site", name: "nd.site.create", new: { name: "nord", title: "Nord" } },
      {
        idx: "bldg",
        name: "nd.bldg.create",
        new: { site: "nord", number: "20.40", title: "Altbau", address: "Altweg 1" },
      },
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

/** Puts a copy of the planned elements into the list, which the controls of a page would not plan twice. */
function planAgain(): void {
  const copies = planned().map((item) => ({ ...item, uuid: crypto.randomUUID() }));
  world.portal.txlist.submit({ kind: "append", items: copies });
}

/** The texts of the elements in the list, as they are shown. */
function elementTexts(): readonly string[] {
  return [...document.querySelectorAll(".planned-item")].map(({ textContent }) => textContent);
}

function contentIn(item: Planned): PlannedContent {
  const content = contentOf(item);
  if (content === null) throw new Error("the element changes no object");
  return content;
}

async function openForm(path: string, button: string) {
  const user = userEvent.setup();
  await world.show(path);
  await user.click(await screen.findByRole("button", { name: button }));
  return { user, dialog: within(await screen.findByRole("dialog")) };
}

describe("a form of the portal", () => {
  it("[TAFORM-02] [TAFORM-04] [TAFORM-15] starts from the present values, plans only the differences and sends nothing", async () => {
    const { user, dialog } = await openForm("/netdoc/sites/nord/20.40", "Edit");
    expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Title (German)" }).value).toBe("Altbau");
    const address = dialog.getByRole<HTMLInputElement>("textbox", { name: "Address" });
    expect(address.value).toBe("Altweg 1");
    const before = world.calls.length;
    await user.clear(address);
    await user.type(address, "Neubau");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(planned()).toMatchObject([
      {
        content: {
          object_function: "update",
          parameters: { old: { address: "Altweg 1" }, new: { address: "Neubau" } },
        },
      },
    ]);
    expect(world.calls.length).toBe(before);
  });

  it("[TAFORM-16] without any change says so and plans nothing", async () => {
    const { user, dialog } = await openForm("/netdoc/sites/nord/20.40", "Edit");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(dialog.getAllByText("Nothing was changed.").length).toBeGreaterThan(0);
    expect(planned()).toEqual([]);
  });

  it("[TAFORM-07] [TAFORM-09] with an empty required field shows it and plans nothing", async () => {
    const { user, dialog } = await openForm("/netdoc/sites", "New site");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(dialog.getAllByText(/content required/).length).toBeGreaterThan(0);
    expect(planned()).toEqual([]);
  });

  it("[TA-27] [TAFORM-05] [TAFORM-06] plans and continues with the entered values, each time as an element with a uuid of its own", async () => {
    const { user, dialog } = await openForm("/netdoc/sites", "New site");
    const name = dialog.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await user.type(name, "west");
    await user.click(dialog.getByRole("button", { name: "Plan and continue" }));
    expect(planned()).toHaveLength(1);
    expect(name.value).toBe("west");
    await user.type(name, "-2");
    await user.click(dialog.getByRole("button", { name: "Plan and continue" }));
    const uuids = planned().map(({ uuid }) => uuid);
    for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(new Set(uuids).size).toBe(2);
  });

  it("[TAFORM-06] of an update has no button to continue, and a deletion has no form", async () => {
    const { user, dialog } = await openForm("/netdoc/sites/nord/20.40", "Edit");
    const names = dialog.getAllByRole("button").map((one) => one.textContent);
    expect(names).toContain("Plan");
    expect(names).not.toContain("Plan and continue");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(planned()).toMatchObject([{ content: { object_function: "delete" } }]));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.queryByRole("button", { name: "Plan and continue" })).toBeNull();
  });

  it("[TAFORM-18] locks fields that its place fills", async () => {
    const { dialog } = await openForm("/netdoc/sites/nord", "New building");
    const site = dialog.getByRole<HTMLInputElement>("combobox", { name: /Site/ });
    expect([site.value, site.disabled]).toEqual(["nord", true]);
  });
});

describe("the planned list", () => {
  it("[TA-52] [ERR-11] [ERR-13] marks the refused action and names the objects that still refer to its object", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites/nord");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
    await user.click(screen.getByRole("button", { name: "Test" }));
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText(/still referenced by other objects through/)).toBeTruthy();
    expect(within(alert).getAllByText(/20\.40/).length).toBeGreaterThan(0);
    expect(planned()).toHaveLength(1);
  });

  it("[TA-48] a passed test leaves the list and the database as they are", async () => {
    const { user, dialog } = await openForm("/netdoc/sites", "New site");
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "sued");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    await user.click(screen.getByRole("button", { name: "Test" }));
    await screen.findByText(/Test passed for 1 change/);
    expect(planned()).toHaveLength(1);
    expect(screen.getByRole("link", { name: "sued" }).closest("tr")?.textContent).toMatch(/^new/);
    const { site } = await world.apply([{ idx: "site", name: "nd.site.list", old: { name: "sued" } }]);
    expect(site).toEqual([]);
  });

  it("[TA-49] [TA-59] an apply empties the list and shows the new state", async () => {
    const { user, dialog } = await openForm("/netdoc/sites", "New site");
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "ost");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    await user.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    const sites = within(screen.getByRole("grid", { name: /site/i }));
    await waitFor(() => expect(sites.getByRole("link", { name: "ost" })).toBeTruthy());
    expect(planned()).toEqual([]);
    const href = screen.getByRole("link", { name: "transaction" }).getAttribute("href") ?? "";
    const [, gpk = ""] = /^\/object\/(.*)\?type=wapi\.transaction$/.exec(href) ?? [];
    const step = {
      idx: "change",
      name: "wapi.change_log.list",
      old: { transaction_gfk: gpk },
    };
    const told = await world.execute([step], { dryRun: false });
    expect(told).toMatchObject({ lists: { change: [{ object_title: "ost", function: "create" }] } });
  });

  it("counts its changes by type, and names a new object once", async () => {
    const { user, dialog } = await openForm("/netdoc/sites", "New site");
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "west");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    expect(screen.queryByText(/^1 change:/)).toBeNull();
    const [site] = planned();
    if (site === undefined) throw new Error("nothing is planned");
    expect(elementTexts()).toEqual([expect.stringMatching(/^[^]*west(?![^]*west)/)]);
    const object = {
      object_fq_name: "nd.bldg",
      object_title: "1.1",
      preview_fields: ["site", "number", "title"],
    };
    const parameters = { old: {}, new: { site: "west", number: "1.1", title: "Neubau" } };
    const bldg = { ...site, uuid: "b", content: { ...contentIn(site), ...object, parameters } };
    world.portal.txlist.submit({ kind: "append", items: [{ ...site, uuid: "a" }, bldg] });
    expect(await screen.findByText("3 changes: 2 sites, 1 building")).toBeTruthy();
    // The title of a building has its number and its title.
    expect(elementTexts()[2]).toMatch(/Sitewest/);
    expect(elementTexts()[2]).not.toMatch(/Number/);
  });

  it("[TA-08] [TA-09] a screen reader hears of a dragged element in the language of the portal, by its title and position", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites/nord/20.40");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    planAgain();
    await startTexts("de");
    const [handle] = await screen.findAllByRole("button", { name: /20\.40.* verschieben$/ });
    expect(handle?.getAttribute("aria-roledescription")).toBe("verschiebbar");
    expect(document.getElementById(handle?.getAttribute("aria-describedby") ?? "")?.textContent).toContain(
      "Die Leertaste nimmt den Schritt auf",
    );
    handle?.focus();
    await user.keyboard(" ");
    await screen.findByText(/20\.40.* ist aufgenommen, Platz 1 von 2\./);
    await user.keyboard("{Escape}");
    await screen.findByText(/20\.40.* bleibt auf Platz 1 von 2\./);
    await startTexts("en");
  });

  it("[TA-48] [TA-35] shows of a tested change first what it sets in its own object, then the other objects by name", async () => {
    const user = userEvent.setup();
    const { dialog } = await openForm("/netdoc/sites", "New site");
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "x");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    const [site] = planned();
    if (site === undefined) throw new Error("nothing is planned");
    const made = { fqdn: "there.example.com.", fqdn_type: "domain", type: "A", data: "198.51.100.77" };
    const parameters = { old: {}, new: made };
    const record = { ...site, content: { ...contentIn(site), object_fq_name: "dns.record", parameters } };
    world.portal.txlist.submit({ kind: "clear" });
    world.portal.txlist.submit({ kind: "append", items: [record] });
    await user.click(screen.getByRole("button", { name: "Test" }));
    await user.click(await screen.findByText("What changes besides: 1 object"));
    const effects = [...document.querySelectorAll(".planned-effects li")].map((line) => line.textContent);
    expect(effects).toEqual([
      expect.stringMatching(/^Unique reverse name.*yes$/),
      expect.stringMatching(/^\+newFQDN there\.example\.com\./),
    ]);
  });

  it("[TA-09] [TA-06] moves and removes elements by keyboard", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites/nord/20.40");
    await user.click(await screen.findByRole("button", { name: "Delete" }));
    planAgain();
    const [first, second] = planned().map((item) => item.uuid);
    const elements = await waitFor(() => {
      const shown = screen.getAllByRole("button", { name: /delete.*20\.40/ });
      expect(shown).toHaveLength(2);
      return shown;
    });
    elements[1]?.focus();
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(planned().map((item) => item.uuid)).toEqual([second, first]);
    await user.keyboard("{Delete}");
    expect(planned()).toHaveLength(1);
    // The focus is at the remaining element as soon as the other one is gone.
    expect(document.activeElement?.closest("[data-uuid]")?.getAttribute("data-uuid")).toBe(first);
  });
});

describe("a screen", () => {
  it("names an object that does not exist", async () => {
    await world.show("/netdoc/sites/nirgends");
    expect(await screen.findByText("Site nirgends does not exist")).toBeTruthy();
  });

  it("[OBJ-06] [OBJ-08] the explorer shows any object, its references and the objects that refer to it", async () => {
    await world.show("/object/bldg-1");
    await screen.findByRole("heading", { name: /20\.40/, level: 1 });
    expect(screen.getByRole("heading", { name: "Site", level: 2 })).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Rooms: none" })).toBeTruthy();
  });

  it("[VAL-29] draws stored signs that nobody sees in a visible form, in its title and in lists", async () => {
    await world.apply([{ name: "nd.site.create", new: { name: "signs", title: "plain" } }]);
    await world.db.query("update nd.site set title = 'bad ' || chr(8238) || 'x' where name = 'signs'");
    await world.show("/netdoc/sites/signs");
    await screen.findByRole("heading", { level: 1, name: /bad \[U\+202E\]x/ });
    cleanup();
    await world.show("/netdoc/sites");
    const cell = await screen.findByText("bad [U+202E]x");
    expect(cell.closest("tr")?.textContent).toContain("signs");
    expect(document.body.textContent).not.toContain("\u202E");
    await world.apply([{ name: "nd.site.delete", old: { name: "signs" } }]);
  });

  it("[API-65] shows the history of its object", async () => {
    await world.show("/netdoc/sites/nord");
    await userEvent.click(await screen.findByRole("button", { name: /^History \d+$/ }));
    const creations = await screen.findAllByText(/Created by ada/);
    // An entry names dependents, but not the object itself.
    expect(creations.filter((one) => one.querySelector(".history-object") === null)).toHaveLength(1);
  });
});
