import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { items } from "#core/txlist/history";
import { SAVED_VIEW } from "#contract/wire/api-types";
import { VIEWS_STEP } from "#core/table/saved-view";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    ...Array.from({ length: 12 }, (_, at) => ({
      idx: `site-${String(at)}`,
      name: "nd.site.create" as const,
      new: { name: `site-${String(at)}`, title: at % 2 === 0 ? "North" : "South" },
    })),
    { idx: "group", name: "cntl.group.create", new: { name: "readers" } },
    { idx: "member", name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "readers" } },
  ]);
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.query("delete from cntl.saved_view");
  world.client.clear();
});
afterEach(cleanup);

const LIST = "/object/nd.site";

async function save(name: string, page: string, group_name: string | null = null): Promise<string> {
  const saved = { login_name: "ada", name, page, group_name };
  const { view } = await world.apply([{ idx: "view", name: `${SAVED_VIEW}.create`, new: saved }]);
  const gpk = view?.[0]?.["gpk"];
  if (typeof gpk !== "string") throw new Error("no view was saved");
  return gpk;
}

const kept = async () => (await world.apply([VIEWS_STEP]))[VIEWS_STEP.idx] ?? [];
const asked = () => world.calls.flat().filter(({ name }) => name === VIEWS_STEP.name).length;

/** The button of the menu; it names the view that is shown. */
const views = (name: string | RegExp = /saved views of/) => screen.findByRole("button", { name });
const lines = () =>
  [...screen.getByRole("menu").querySelectorAll("[role^=menuitem]")].map((one) => one.textContent);
const choice = (name: RegExp) => screen.findByRole("menuitemradio", { name });

async function choose(user: UserEvent, name: string): Promise<void> {
  await user.click(await views());
  await user.click(await screen.findByRole("menuitem", { name }));
}

async function dialogOf(title: string) {
  return within(await screen.findByRole("dialog", { name: title }));
}

describe("the menu with saved views", () => {
  it("asks the server when it is opened, and offers the views of its list: own ones, then those of groups", async () => {
    await save("Of readers", `${LIST}?q=south`, "readers");
    await save("Mine", `${LIST}?q=north`);
    await save("Elsewhere", "/object/nd.bldg?q=north");
    await world.show(LIST);
    const button = await views("Views: saved views of Sites");
    expect(asked()).toBe(0);
    await userEvent.setup().click(button);
    await choice(/^Mine/);
    expect(asked()).toBe(1);
    expect(lines()).toEqual(["Mine", "Of readersreaders", "Save this view …", "All saved views"]);
  });

  it("works by keys, also before its lines are loaded", async () => {
    await save("Mine", `${LIST}?q=north`);
    await world.show(LIST);
    const user = userEvent.setup();
    (await views()).focus();
    const answer = world.holdLists();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toBe("Loading");
    answer();
    await choice(/^Mine/);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Mine"));
    await user.keyboard("{Enter}");
    await views("Mine: saved views of Sites");
  });

  it("opens a view, marks it, says that the list was changed since, and updates the view", async () => {
    await save("North", `${LIST}?q=North&sort=-name&cols=name%2Ctitle`);
    await world.show(`${LIST}?page=2`);
    const user = userEvent.setup();
    await user.click(await views());
    expect((await choice(/^North/)).getAttribute("aria-checked")).toBe("false");
    await user.click(await choice(/^North/));
    await views("North: saved views of Sites");
    expect(screen.getByRole<HTMLInputElement>("searchbox", { name: /^Filter/ }).value).toBe("North");
    await user.click(await views());
    expect((await choice(/^North/)).getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("menuitem", { name: /^Update/ }).getAttribute("aria-disabled")).toBe("true");
    await user.keyboard("{Escape}");

    const filter = screen.getByRole("searchbox", { name: /^Filter/ });
    await user.clear(filter);
    await user.type(filter, "South{Enter}");
    await views("North (changed): saved views of Sites");
    await user.click(await views());
    expect((await choice(/^North/)).textContent).toBe("Northchanged since");
    await user.click(screen.getByRole("menuitem", { name: "Update North" }));
    await views("North: saved views of Sites");
    expect(await kept()).toMatchObject([{ page: `${LIST}?cols=name%2Ctitle&q=South&sort=-name` }]);
  });

  it("renames and deletes the view that is shown, after a question", async () => {
    const gpk = await save("North", `${LIST}?q=North`);
    await world.show(`${LIST}?q=North&view=${gpk}`);
    const user = userEvent.setup();
    await user.click(await views());
    await user.click(await screen.findByRole("menuitem", { name: "Rename …" }));
    const rename = await dialogOf("Rename view: North");
    const name = rename.getByRole("textbox", { name: "Name" });
    await user.clear(name);
    await user.type(name, "Far north");
    await user.click(rename.getByRole("button", { name: "Save" }));
    await views("Far north: saved views of Sites");
    expect(await kept()).toMatchObject([{ name: "Far north", page: `${LIST}?q=North` }]);

    await choose(user, "Delete …");
    const question = await dialogOf("Delete: Far north");
    expect(await kept()).toHaveLength(1);
    await user.click(question.getByRole("button", { name: "Delete now" }));
    await views("Views: saved views of Sites");
    expect(await kept()).toEqual([]);
    expect(items(world.portal.txlist.state.history)).toEqual([]);
  });

  it("[TAFORM-06] the question before a deletion has no button to continue", async () => {
    const gpk = await save("North", `${LIST}?q=North`);
    await world.show(`${LIST}?q=North&view=${gpk}`);
    await choose(userEvent.setup(), "Delete …");
    const question = await dialogOf("Delete: North");
    const names = question
      .getAllByRole("button")
      .map((one) => one.getAttribute("aria-label") ?? one.textContent);
    expect(names).toEqual(["Close", "Cancel", "Delete now"]);
  });

  it("saves nothing while impersonating", async () => {
    const gpk = await save("North", `${LIST}?q=North`);
    await world.show(`${LIST}?q=North&view=${gpk}`, {
      calls: { ...world.portal.calls, viewer: { token: "ada", as: "otto" } },
    });
    await userEvent.setup().click(await views());
    await choice(/^North/);
    for (const name of [/^Save this view/, /^Update/, /^Rename/, /^Delete/])
      expect(screen.getByRole("menuitem", { name }).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("saving a view", () => {
  it("[TA-02] stores filter, order and columns under a name, at once and not as a planned change", async () => {
    await world.show(`${LIST}?sort=-name&q=North&page=2&name_regexp=site`);
    const user = userEvent.setup();
    await choose(user, "Save this view …");
    const dialog = await dialogOf("Save this view");
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "Northern sites");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await views("Northern sites: saved views of Sites");
    expect(await kept()).toMatchObject([
      {
        name: "Northern sites",
        page: `${LIST}?name_regexp=site&q=North&sort=-name`,
        group_name: null,
        login_name: "ada",
      },
    ]);
    expect(items(world.portal.txlist.state.history)).toEqual([]);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("shares a view with a group", async () => {
    await world.show(`${LIST}?q=South`);
    const user = userEvent.setup();
    await choose(user, "Save this view …");
    const dialog = await dialogOf("Save this view");
    await user.type(dialog.getByRole("textbox", { name: "Name" }), "Southern sites");
    await user.type(dialog.getByRole("combobox", { name: "Group" }), "read");
    await user.click(await screen.findByRole("option", { name: /readers/ }));
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await views("Southern sites: saved views of Sites");
    expect(await kept()).toMatchObject([{ group_name: "readers" }]);
  });

  it("says at the field that the name is taken, and keeps the typed text", async () => {
    await save("North", `${LIST}?q=North`);
    await world.show(`${LIST}?q=South`);
    const user = userEvent.setup();
    await choose(user, "Save this view …");
    const dialog = await dialogOf("Save this view");
    const name = dialog.getByRole<HTMLInputElement>("textbox", { name: "Name" });
    await user.type(name, "North");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(name.value).toBe("North");
    await user.type(name, " 2");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await views("North 2: saved views of Sites");
  });
});

describe("the page of saved views", () => {
  it("lists them with links to their lists, and renames and deletes them at once", async () => {
    const gpk = await save("North", `${LIST}?q=North`, "readers");
    await world.show("/user/views");
    const link = await screen.findByRole("link", { name: "North" });
    expect(link.getAttribute("href")).toBe(`${LIST}?q=North&view=${gpk}`);
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: /^Actions for/ }));
    expect(lines()).toEqual(["Rename", expect.stringMatching(/^Delete/)]);
    await user.click(screen.getByRole("menuitem", { name: /^Delete/ }));
    const question = await dialogOf("Delete: North");
    await user.click(question.getByRole("button", { name: "Delete now" }));
    await screen.findByText(/You have no saved views yet/);
    expect(await kept()).toEqual([]);
    expect(items(world.portal.txlist.state.history)).toEqual([]);
  });
});

it("[VAL-30] a stored page that is none by the present rule is drawn without a link", async () => {
  await save("Good", `${LIST}?q=North`);
  const gpk = await save("Bad", `${LIST}?q=South`);
  const page = "/cntl/%2e%2e/api/login";
  await world.db.query("update cntl.saved_view set page = $1 where page like '%South'", [page]);
  await world.show("/user/views");
  const good = await screen.findByRole("link", { name: "Good" });
  expect(good.getAttribute("href")).toContain(LIST);
  // The name leads to the sheet of the view.
  const bad = screen.getByRole("link", { name: "Bad" });
  expect(bad.getAttribute("href")).toBe(`/object/${gpk}?type=${SAVED_VIEW}`);
  cleanup();
  await world.show(`/object/${gpk}?type=${SAVED_VIEW}`);
  const shown = await screen.findAllByText(page);
  expect(shown.map((text) => text.closest("a"))).toEqual(shown.map(() => null));
});

describe("an old address", () => {
  it("shows the list without columns that no longer exist, and names them", async () => {
    await world.show(`${LIST}?cols=name,colour&sort=-weight`);
    await screen.findByText("Columns of the address that this list no longer has: colour, weight");
    expect(await screen.findAllByRole("link", { name: /^site-/ })).toHaveLength(12);
    expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toContain("Name");
  });
});
