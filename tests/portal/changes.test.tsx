import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { contentOf } from "#core/txlist/planned";
import { items } from "#core/txlist/history";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([{ name: "cntl.group.create", new: { name: "net" } }]);
  await world.apply([
    { name: "nd.site.create", new: { name: "hafen" } },
    { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "net" } },
  ]);
  await world.apply([{ name: "nd.site.update", old: { name: "hafen" }, new: { title: "Hafen" } }]);
  await world.apply([{ name: "cntl.mgr2group.delete", old: { login_name: "ada", group_name: "net" } }]);
}, 900_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

/** Object of each entry on the open page, such as `Group net`. */
const told = async (): Promise<readonly string[]> => {
  await screen.findAllByText(/(Created|Changed|Deleted) by ada/);
  return screen
    .getAllByRole("listitem")
    .filter(({ className }) => className === "history-entry")
    .map((entry) => entry.querySelector(".history-object")?.textContent ?? "");
};

/** Texts of each card of the open page: its heading, then its lines, if it has any. */
const cards = async (): Promise<readonly (readonly string[])[]> => {
  await screen.findAllByRole("heading", { level: 2, name: /^(Created|Changed|Deleted): / });
  return [...document.querySelectorAll(".change-card")].map((card) =>
    [...card.querySelectorAll("h2, .history-line > span")].map(({ textContent }) => textContent),
  );
};

const planned = () => items(world.portal.txlist.state.history).map((item) => contentOf(item));

describe("changes on the page of an object", () => {
  it("the page of a group shows in one call that a member was removed", async () => {
    const before = world.calls.length;
    await world.show("/cntl/groups/net");
    await userEvent.click(await screen.findByRole("button", { name: "History 3" }));
    expect(await told()).toEqual(["Group membership ada net", "Group membership ada net", ""]);
    expect(world.calls.length - before).toBe(1);
    const [gone] = screen.getAllByText("ada net");
    expect(gone?.tagName).toBe("STRONG");
  });

  it("the menu of a row opens its history, from which a change is reversed", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites");
    await user.click((await screen.findAllByRole("button", { name: /hafen/ })).at(-1) ?? document.body);
    await user.click(await screen.findByRole("menuitem", { name: "History" }));
    const dialog = within(await screen.findByRole("dialog", { name: /History: hafen/ }));
    expect(dialog.getByRole("link", { name: "Open the page" }).getAttribute("href")).toBe(
      "/netdoc/sites/hafen",
    );
    const [reverse] = await dialog.findAllByRole("button", { name: "Plan the reverse" });
    await user.click(reverse ?? document.body);
    await waitFor(() => expect(planned()).toMatchObject([{ object_function: "update" }]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    // The dialog can be opened again.
    const [menu = document.body] = await screen.findAllByRole("button", { name: /^Actions for hafen/ });
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: "History" }));
    await screen.findByRole("dialog", { name: /History: hafen/ });
  });

  it("a change is reversed once, however often its button is pressed before the server has answered", async () => {
    const user = userEvent.setup();
    await world.show("/netdoc/sites/hafen");
    const [reverse = document.body] = await screen.findAllByRole("button", { name: "Plan the reverse" });
    const answer = world.holdLists();
    await user.dblClick(reverse);
    answer();
    await waitFor(() => expect(planned()).not.toHaveLength(0));
    expect(planned()).toHaveLength(1);
  });

  it("a change is not put into the list of another account that signs in before the server has answered", async () => {
    const user = userEvent.setup();
    const { txlist } = world.portal;
    const { login } = txlist.state;
    await world.show("/netdoc/sites/hafen");
    const [reverse = document.body] = await screen.findAllByRole("button", { name: "Plan the reverse" });
    const calls = world.calls.length;
    const answer = world.holdLists();
    await user.click(reverse);
    await waitFor(() => expect(world.calls.length).toBeGreaterThan(calls));
    await txlist.open("greta");
    answer();
    // A press plans the change after the first answer has been handled.
    await waitFor(
      async () => {
        await user.click(reverse);
        await waitFor(() => expect(planned()).toHaveLength(1), { timeout: 2000 });
      },
      { timeout: 10_000 },
    );
    txlist.submit({ kind: "clear" });
    await txlist.open(login);
  });

  it("[OBJ-52] the page of changes shows a card for each transaction, newest first, and the server filters them", async () => {
    const user = userEvent.setup();
    await world.show("/changes");
    const seen = await cards();
    expect(seen.map(([heading]) => heading)).toEqual([
      "Deleted: Group membership ada net",
      "Changed: Site hafen Hafen",
      expect.stringMatching(/^Created: 1 \w+/),
      "Created: Group net",
    ]);
    expect(seen[2]?.slice(1).toSorted()).toEqual([
      "Created: Group membership ada net",
      "Created: Site hafen",
    ]);
    expect(screen.getAllByRole("link", { name: "transaction" }).length).toBe(4);
    const [, second] = [...document.querySelectorAll<HTMLElement>(".change-card")];
    for (const card of document.querySelectorAll<HTMLElement>(".change-card")) {
      expect(within(card).getByRole("button", { name: "Take back" })).toBeTruthy();
      const [when] = card.querySelectorAll("time");
      expect(Date.now() - Date.parse(when?.dateTime ?? "")).toBeLessThan(600_000);
      expect(when?.parentElement?.textContent).toContain(" · ada");
    }
    const values = [...(second?.querySelectorAll(".changes dt, .changes dd") ?? [])];
    expect(values.map(({ textContent }) => textContent)).toEqual(["Title (German)", "empty → Hafen"]);
    await user.selectOptions(screen.getByLabelText("Object type"), "Site");
    await user.click(screen.getByRole("button", { name: "Show" }));
    await waitFor(async () =>
      expect(await cards()).toEqual([["Changed: Site hafen Hafen"], ["Created: Site hafen"]]),
    );
    expect(world.calls.at(-1)?.at(-1)?.old).toMatchObject({ object_fq_name: "nd.site" });
    expect(document.activeElement?.textContent).toBe("Show");
    await user.type(screen.getByLabelText("Person (login name)"), "nobody{Enter}");
    await screen.findByText("No changes match.");
    expect(document.activeElement).toBe(screen.getByLabelText("Person (login name)"));
    await user.click(screen.getByRole("button", { name: "Clear filter" }));
    await waitFor(async () => expect((await cards()).length).toBe(4));
    expect(screen.getByLabelText<HTMLInputElement>("Person (login name)").value).toBe("");
    expect(document.activeElement).toBe(screen.getByLabelText("Person (login name)"));
  });

  it("the changes of one object can be filtered, and stay those of the object when the filter is cleared", async () => {
    const user = userEvent.setup();
    const found = await world.execute([{ idx: "site", name: "nd.site.list" }], { dryRun: false });
    const gpk = found.ok ? found.lists["site"]?.[0]?.["gpk"] : null;
    await world.show(`/changes?object=${typeof gpk === "string" ? gpk : "none"}`);
    await screen.findByRole("heading", { level: 1, name: /hafen/ });
    expect(screen.queryByRole("button", { name: "Clear filter" })).toBeNull();
    await user.type(screen.getByLabelText("Person (login name)"), "nobody{Enter}");
    await screen.findByText("No changes match.");
    await user.click(screen.getByRole("button", { name: "Clear filter" }));
    await waitFor(async () => expect((await cards()).length).toBe(2));
  });

  it("[OBJ-53] equal changes of a transaction are shown once, with their objects, and taken back together", async () => {
    const user = userEvent.setup();
    const names = Array.from({ length: 7 }, (_, at) => `kai-${String(at)}`);
    await world.apply(names.map((name) => ({ name: "nd.site.create", new: { name, campus: "Alt" } })));
    await world.apply(
      names.map((name) => ({ name: "nd.site.update", old: { name }, new: { campus: "Neu" } })),
    );
    world.client.clear();
    await world.show("/changes?type=nd.site");
    const [changed, created] = await cards();
    expect(changed).toEqual(["Changed: 7 sites", expect.stringContaining("kai-0")]);
    expect(created?.[0]).toBe("Created: 7 sites");
    const values = [...document.querySelectorAll(".change-card:first-child .changes dd")];
    expect(values.map(({ textContent }) => textContent)).toEqual(["Alt → Neu"]);
    const [more = document.body] = screen.getAllByRole("button", { name: "and 2 more" });
    await user.click(more);
    expect((await cards())[0]?.[1]).toContain("kai-6");
    const [back = document.body] = screen.getAllByRole("button", { name: "Take back" });
    await user.click(back);
    await waitFor(() => expect(planned()).toHaveLength(7));
    expect(planned()[0]).toMatchObject({ object_function: "update", parameters: { new: { campus: "Alt" } } });
  });

  it("days are in the time zone of the reader; an invalid day shows an error and is not sent", async () => {
    const user = userEvent.setup();
    await world.show("/changes?to=2020-01-31");
    await screen.findByText("No changes match.");
    const calls = world.calls.length;
    await user.clear(screen.getByLabelText("To"));
    await user.type(screen.getByLabelText("To"), "2020-02-30");
    await user.click(screen.getByRole("button", { name: "Show" }));
    await screen.findByText(/year-month-day/);
    expect(screen.getByLabelText("To").getAttribute("aria-invalid")).toBe("true");
    expect(world.calls.length).toBe(calls);
  });
});
