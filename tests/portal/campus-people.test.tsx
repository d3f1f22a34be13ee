import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { noteOpened } from "../../src/app/shell/note-opened.ts";
import { Palette } from "../../src/views/palette/palette.tsx";
import { elements, expectAccessible, fill, press, rowOf, rowsOf } from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

let demo: Campus;
type Person = Awaited<ReturnType<Campus["as"]>>;
let ada: Person;
let otto: Person;

beforeAll(async () => {
  demo = await campus();
  [ada, otto] = [await demo.as("ada"), await demo.as("otto")];
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  for (const { client } of [ada, otto]) client.clear();
});

const STAR = "Keep on the start page";
const star = () => screen.findByRole("button", { name: STAR });
const column = (name: string) => screen.findByRole("region", { name });

describe("the start page", () => {
  it("[TA-02] shows at once what greta pins, also in another browser, until she unpins it", async () => {
    const greta = await demo.as("greta");
    await greta.show("/home");
    await userEvent.click(
      within(await rowOf("Your networks", "iwt-arbeit")).getByRole("link", { name: "iwt-arbeit" }),
    );
    await screen.findByRole("heading", { level: 1, name: /iwt-arbeit/ });
    expect((await star()).getAttribute("aria-pressed")).toBe("false");
    (await star()).focus();
    await userEvent.keyboard("{Enter}");
    await waitFor(async () => expect((await star()).getAttribute("aria-pressed")).toBe("true"));
    expect(document.activeElement).toBe(await star());
    await expectAccessible();
    // A pin is saved at once, because it changes nothing in the network.
    expect(elements()).toEqual([]);
    cleanup();

    const other = await demo.as("greta");
    await other.show("/home");
    const goesOn = within(await column("Continue"));
    await goesOn.findByRole("heading", { name: "Pinned" });
    const [pinned = document.body] = goesOn.getAllByRole("link", { name: "iwt-arbeit" });
    await userEvent.click(pinned);
    await waitFor(() => expect(window.location.pathname).toMatch(/\/bcds\/iwt-arbeit$/));
    await press(STAR);
    await waitFor(async () => expect((await star()).getAttribute("aria-pressed")).toBe("false"));
    // The star shows the new state while it is sent.
    await waitFor(async () => expect(await greta.db.query("select from cntl.pin")).toEqual([]));
    cleanup();

    greta.client.clear();
    await greta.show("/home");
    await rowOf("Your networks", "iwt-arbeit");
    expect(screen.queryByRole("heading", { name: "Pinned" })).toBeNull();
  });

  it("shows what greta has opened, also in another browser, and so does the search", async () => {
    const greta = await demo.as("greta");
    // jsdom has no idle time.
    window.requestIdleCallback = (work) => Number(setTimeout(work));
    const { own } = await greta.apply([{ idx: "own", name: "nd.bcd.list", old: { name: "iwt-arbeit" } }]);
    const opened = {
      type: "nd.bcd",
      gpk: textIn(own?.[0]?.["gpk"]),
      title: "",
      variant: null,
      shownAt: "",
    } as const;
    noteOpened(greta.portal, greta.client, opened);
    const isKept = ({ name }: Step): boolean => name === "cntl.recent_object.create";
    await waitFor(() => expect(greta.calls.flat().some(isKept)).toBe(true));

    const other = await demo.as("greta");
    const over = <Palette term="" commands={[]} onJoke={() => undefined} />;
    await waitFor(async () => {
      cleanup();
      other.client.clear();
      await other.show("/home", {}, over);
      expect(within(await column("Continue")).getByRole("heading", { name: "Opened last" })).toBeTruthy();
    });
    expect(await screen.findByRole("option", { name: /^iwt-arbeit/ })).toBeTruthy();
    cleanup();
    await other.show("/home");
    const link = within(await column("Continue"))
      .getAllByRole("link", { name: "iwt-arbeit" })
      .at(-1);
    await userEvent.click(link ?? document.body);
    await waitFor(() => expect(window.location.pathname).toContain("iwt-arbeit"));
  });
});

it("[HOME-28] greta works on no ticket, so her own open ones are no tickets of a team", async () => {
  const greta = await demo.as("greta");
  await greta.show("/home");
  const toDo = within(await column("To do"));
  await toDo.findByRole("heading", { name: "Open requests" });
  expect(toDo.queryByRole("heading", { name: "Tickets of your team" })).toBeNull();
});

it("no star is offered while an account impersonates another one", async () => {
  await ada.show("/netdoc/sites/Campus%20Nord");
  await star();
  cleanup();
  await ada.show("/netdoc/sites/Campus%20Nord", {
    calls: { ...ada.portal.calls, viewer: { token: "ada", as: "greta" } },
  });
  await screen.findByRole("heading", { level: 1, name: /Campus Nord/ });
  expect(screen.queryByRole("button", { name: STAR })).toBeNull();
});

describe("the search", () => {
  const over = <Palette term="" commands={[]} onJoke={() => undefined} />;
  const dialog = () => screen.findByRole("dialog", { name: "Search" });
  const kind = async (name: RegExp) =>
    within(await within(await dialog()).findByRole("group", { name })).getAllByRole("option");

  async function search(term: string): Promise<void> {
    await fill(within(await dialog()).getByRole("combobox", { name: "Search" }), term);
    await userEvent.keyboard("{Enter}");
  }

  async function openAll(name: RegExp): Promise<void> {
    await userEvent.click((await kind(name)).at(-1) ?? document.body);
  }

  it("[SRCH-53] keeps a term when Enter is pressed or a result is opened, and not while it is typed", async () => {
    const greta = await demo.as("greta");
    await greta.show("/home", {}, over);
    const terms = (): readonly string[] => greta.portal.search.state.history;
    const field = within(await dialog()).getByRole("combobox", { name: "Search" });
    await fill(field, "iwt-arb");
    await kind(/^BCD/);
    expect(terms()).toEqual([]);
    await fill(field, "iwt-arbeit");
    await waitFor(async () => expect((await kind(/^BCD/))[0]?.textContent).toBe("iwt-arbeit"));
    await userEvent.click((await kind(/^BCD/))[0] ?? document.body);
    await waitFor(() => expect(terms()).toEqual(["iwt-arbeit"]));
    await search("nothing-like-this");
    await within(await dialog()).findByText("Nothing found.");
    expect(terms()).toEqual(["nothing-like-this", "iwt-arbeit"]);
  });

  it("[SRCH-05] searches the term that it is opened with at once, without the pause after typing", async () => {
    const waits = vi.spyOn(globalThis, "setTimeout");
    const paused = () => waits.mock.calls.filter(([, delay]) => delay === LIMITS.searchDebounce).length;
    const opened = <Palette term="iwt-arbeit" commands={[]} onJoke={() => undefined} />;
    await ada.show("/home", {}, opened);
    await waitFor(async () => expect((await kind(/^BCD/))[0]?.textContent).toBe("iwt-arbeit"));
    expect(paused()).toBe(0);
    await fill(within(await dialog()).getByRole("combobox", { name: "Search" }), "iwt-lab");
    await waitFor(() => expect(paused()).toBeGreaterThan(0));
    waits.mockRestore();
  });

  it("[SRCH-57] opens a list that is filtered to its results, until that filter is removed", async () => {
    await ada.show("/home", {}, over);
    await search("labor");
    await openAll(/^FQDN/);
    const found = "/object/dns.fqdn?found=labor&is_own=true";
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(found));
    cleanup();
    await ada.show(found);
    await waitFor(() => expect(rowsOf(/./)[0]?.textContent).toMatch(/labor/i));
    await press(/^Remove filter Search/);
    await waitFor(() => expect(window.location.search).toBe("?is_own=true"));
  });

  it("[SRCH-11] shows the chosen number of results, links to the list with the same filter, and refuses an invalid expression", async () => {
    await otto.show("/home", {}, over);
    const results = within(await dialog()).getByRole("combobox", { name: "Results of each kind" });
    await userEvent.selectOptions(results, "5");
    await search("mgmt");
    await waitFor(async () => expect(await kind(/^FQDN/)).toHaveLength(6));
    // The true number, counted behind the search.
    const group = await within(await dialog()).findByRole("group", { name: /^FQDN/ });
    await waitFor(() => expect(group.textContent).toMatch(/^FQDN(\d+).*All \1$/));
    await userEvent.selectOptions(results, "unlimited");
    await search("s/^[a-z]+-[0-9]+\\.mgmt");
    await within(await dialog()).findByText("regular expression");
    await waitFor(() => {
      const active = document.querySelector('[role="option"][aria-selected="true"] mark');
      expect(active?.textContent).toMatch(/^[a-z]+-\d+\.mgmt$/);
    });
    expect((await kind(/^FQDN/)).length).toBeGreaterThan(6);
    const before = otto.calls.length;
    await search("s/(");
    await within(await dialog()).findByText("invalid regular expression");
    expect(otto.calls.length).toBe(before);
    await userEvent.selectOptions(results, "5");
    await search("mgmt");
    await waitFor(async () => expect(await kind(/^FQDN/)).toHaveLength(6));
    await openAll(/^FQDN/);
    const found = "/object/dns.fqdn?value_regexp=mgmt&is_own=true";
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(found));
    cleanup();
    await otto.show(found);
    await waitFor(() => expect(rowsOf(/./)[0]?.textContent).toContain("mgmt"));
  });
});

it("code of a document is copied", async () => {
  const user = userEvent.setup();
  await ada.show("/docs/operating");
  const [copy = document.body] = await screen.findAllByRole("button", { name: "Copy" });
  await user.click(copy);
  await screen.findAllByText("Copied");
  expect(await navigator.clipboard.readText()).toBe("npm ci\nnpm start");
});
