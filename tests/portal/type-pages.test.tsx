import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import { items } from "#core/txlist/history";
import { toSteps } from "#core/txlist/to-steps";
import { Palette } from "../../src/views/palette/palette.tsx";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const ROOT = join(import.meta.dirname, "..", "..");
/** Files outside of the project cannot be imported in the environment of a browser. */
const RESULTS = join(ROOT, "test-results");
mkdirSync(RESULTS, { recursive: true });
const folder = mkdtempSync(join(RESULTS, "pages-"));
let world: PortalWorld;
let [full, empty] = ["", ""];

const words = (de: string, en: string): string => `{ de: "${de}", en: "${en}" }`;
const shelf = `{ label: ${words("Regal", "Shelf")}, ref: { to: "lab.shelf" } }`;
/** A shelf with a page of its own, crates on it, and keys that only holders of a permission read. */
const TYPES = {
  shelf: `name: "lab.shelf", gpk: "shelf", label: ${words("Regal", "Shelf")}, plural: ${words("Regale", "Shelves")},
  description: ${words("Regal", "Shelf")}, key: ["code"], read: "all", search: { system: "lab" },
  attributes: {
    code: { type: "text_id", label: ${words("Code", "Code")} },
    room: { type: "text_line", label: ${words("Raum", "Room")}, nullable: true },
    colour: { type: "text_line", label: ${words("Farbe", "Colour")}, nullable: true },
    above: { label: ${words("Darüber", "Above")}, ref: { to: "lab.shelf" }, nullable: true },
  },
  page: {
    head: ["room"],
    text: ${words("Regale werden montags gefüllt.", "Shelves are filled on Mondays.")},
    tabs: [
      { of: "lab.key", columns: ["code"] },
      { of: "lab.crate", columns: ["code", "weight"] },
      { of: "lab.shelf", by: "above", label: ${words("Darunter", "Below")}, columns: ["code", "room"] },
    ],
  }`,
  crate: `name: "lab.crate", gpk: "crate", label: ${words("Kiste", "Crate")}, plural: ${words("Kisten", "Crates")},
  description: ${words("Kiste", "Crate")}, key: ["code"], read: "all",
  attributes: {
    code: { type: "text_id", label: ${words("Code", "Code")} },
    shelf: ${shelf},
    weight: { type: "integer", label: ${words("Gewicht", "Weight")}, default: 1 },
  }`,
  key: `name: "lab.key", gpk: "labkey", label: ${words("Schlüssel", "Key")}, plural: ${words("Schlüssel", "Keys")},
  description: ${words("Schlüssel", "Key")}, key: ["code"], read: "own",
  attributes: { code: { type: "text_id", label: ${words("Code", "Code")} }, shelf: ${shelf} }`,
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(TYPES))
    writeFileSync(
      join(folder, `${name}.ts`),
      `import { defineObjectType } from "${ROOT}/server/catalogue/define.ts";
export default defineObjectType({ ${text} });`,
    );
  world = await portalWorld(folder);
  const made = await world.apply([
    { idx: "full", name: "lab.shelf.create", new: { code: "A1", room: "Cellar", colour: "red" } },
    { idx: "empty", name: "lab.shelf.create", new: { code: "A2", above: "A1" } },
    { name: "lab.crate.create", new: { code: "cables", shelf: "A1", weight: 7 } },
    { name: "lab.key.create", new: { code: "brass", shelf: "A1" } },
    { name: "nd.site.create", new: { name: "nord", title: "North" } },
    { name: "nd.bldg.create", new: { site: "nord", number: "7", title: "Mill", address: "Lane 1" } },
  ]);
  [full, empty] = [textIn(made["full"]?.[0]?.["gpk"]), textIn(made["empty"]?.[0]?.["gpk"])];
}, 180_000);
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

const planned = () => toSteps(items(world.portal.txlist.state.history));
const tabs = async (): Promise<readonly (string | null)[]> =>
  within(await screen.findByRole("navigation", { name: "Views" }))
    .getAllByRole("link")
    .map((link) => link.textContent);
const tab = (name: string): HTMLElement =>
  within(screen.getByRole("navigation", { name: "Views" })).getByRole("link", { name });
const table = async (name: string): Promise<HTMLElement> => {
  const heading = await screen.findByRole("heading", { name, level: 2 });
  const section = heading.closest("section");
  if (section === null) throw new Error(`${name} is no section`);
  return section;
};
/** The reader with these permissions left out. */
const without = (...names: readonly string[]) => {
  const { account } = world.portal;
  const permissions = new Set([...account.visitor.permissions].filter((name) => !names.includes(name)));
  return { account: { ...account, visitor: { ...account.visitor, permissions } } };
};

describe("the page of an object as the definition of a site's type says", () => {
  it("[OBJ-69] has the attributes of its head, its sentence and its tabs, and the list of the first tab", async () => {
    await world.show(`/object/${full}?type=lab.shelf`);
    expect(await tabs()).toEqual(["Keys", "Crates", "Below"]);
    expect(tab("Keys").getAttribute("aria-current")).toBe("page");
    await screen.findByText("Shelves are filled on Mondays.");
    screen.getByText("Cellar");
    expect(screen.queryByText("red")).toBeNull();
    await within(await table("Keys")).findByText("brass");
    expect(screen.queryByRole("heading", { name: "Crates" })).toBeNull();
  });

  it("[OBJ-69] a tab shows its list with its columns; a new object has the reference filled in", async () => {
    await world.show(`/object/${full}?type=lab.shelf`);
    await tabs();
    const user = userEvent.setup();
    await user.click(tab("Crates"));
    const crates = within(await table("Crates"));
    await crates.findByText("cables");
    expect(tab("Crates").getAttribute("aria-current")).toBe("page");
    expect(crates.getAllByRole("columnheader").map((head) => head.textContent?.trim())).toEqual(
      expect.arrayContaining(["Code", "Weight"]),
    );
    expect(crates.queryByRole("columnheader", { name: /Shelf/ })).toBeNull();
    expect(screen.queryByRole("heading", { name: "Keys" })).toBeNull();
    await user.click(crates.getByRole("button", { name: "New crate" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: /Code/ }), "tools");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toMatchObject([{ new: { code: "tools", shelf: "A1" } }]));
  });

  it("[OBJ-69] the address names the open tab, also if the tab lists objects of the same type under another title", async () => {
    await world.show(`/object/${full}?tab=lab.shelf.above`);
    within(await table("Below")).getByText("A2");
    expect(tab("Below").getAttribute("aria-current")).toBe("page");
    const panel = within(await screen.findByRole("region", { name: "At a glance" }));
    expect((await panel.findByRole("link", { name: "1" })).getAttribute("href")).toBe(
      `/object/${full}?tab=lab.shelf.above#list-by_api_fkey_lab_shelf_above`,
    );
  });

  it("[OBJ-69] a list that the account cannot read is absent, and the first of the others is open", async () => {
    await world.show(`/object/${empty}?type=lab.shelf`, without("lab.ro:key", "lab.rw:key"));
    expect(await tabs()).toEqual(["Crates", "Below"]);
    expect(tab("Crates").getAttribute("aria-current")).toBe("page");
    await screen.findByText("Crates: none");
    cleanup();
    await world.show(`/object/${empty}?type=lab.shelf`);
    expect(await tabs()).toEqual(["Keys", "Crates", "Below"]);
  });

  it("[OBJ-69] launch links, lists and an address without a type lead to it", async () => {
    for (const path of [`/launch/lab.shelf/${full}`, `/object/${full}`]) {
      await world.show(path);
      expect(await tabs()).toEqual(["Keys", "Crates", "Below"]);
      cleanup();
    }
    await world.show("/object/lab.shelf");
    const [link = document.body] = await screen.findAllByRole("link", { name: "A1" });
    await userEvent.setup().click(link);
    await screen.findByText("Shelves are filled on Mondays.");
  });

  it("[OBJ-69] a result of the search leads to it", async () => {
    const { search } = world.portal;
    // Nobody owns a shelf.
    search.setOptions({ ...search.state.options, isOwn: false });
    await world.show("/home", {}, <Palette term="lab:A1" commands={[]} onJoke={() => undefined} />);
    const [line = document.body] = await screen.findAllByRole("option", { name: /A1/ });
    await userEvent.setup().click(line);
    expect(await tabs()).toEqual(["Keys", "Crates", "Below"]);
    await screen.findByText("Shelves are filled on Mondays.");
  });

  it("[OBJ-69] speaks German where the metadata do", async () => {
    await world.show(`/object/${full}?type=lab.shelf`, {
      catalogue: await world.portal.metadata.catalogueIn("de"),
    });
    expect(await tabs()).toEqual(["Schlüssel", "Kisten", "Darunter"]);
    await screen.findByText("Regale werden montags gefüllt.");
  });

  it("[OBJ-69] an object that does not exist is named by its type", async () => {
    await world.show("/object/shelf-999?type=lab.shelf");
    await screen.findByText("Shelf shelf-999 does not exist");
  });
});

describe("the page of a site of the product", () => {
  it("[OBJ-69] has its buildings, and plans one with the site filled in", async () => {
    await world.show("/netdoc/sites/nord");
    const buildings = within(await table("Buildings"));
    const link = await buildings.findByRole("link", { name: /7/ });
    expect(link.getAttribute("href")).toBe("/netdoc/sites/nord/7");
    expect(screen.queryByRole("navigation", { name: "Views" })).toBeNull();
    const user = userEvent.setup();
    await user.click(buildings.getByRole("button", { name: "New building" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.type(dialog.getByRole("textbox", { name: /Number/ }), "8");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toMatchObject([{ new: { site: "nord", number: "8" } }]));
  });

  it("[OBJ-69] says which site does not exist", async () => {
    await world.show("/netdoc/sites/south");
    await screen.findByText("Site south does not exist");
  });
});

it("[SRCH-68] the help of the search names the system of a site's own type beside the others", async () => {
  await world.show("/home", {}, <Palette term="" commands={[]} onJoke={() => undefined} />);
  await userEvent.click(await screen.findByRole("button", { name: "Help on searching" }));
  const help = within(await screen.findByRole("region", { name: "Help on searching" }));
  for (const system of ["dnsvs", "macauth", "org", "cntl", "lab"]) help.getByText(`${system}:term`);
});
