import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply(
    [
      ["north", "North (old)", 48],
      ["north-east", "North.East", 49],
      ["south", "South", 50],
      ["port", null, 51],
    ].map(([name = null, title = null, geo_lat = null], at) => ({
      idx: `site-${String(at)}`,
      name: "nd.site.create" as const,
      new: { name, title, geo_lat, geo_lon: 8 },
    })),
  );
}, 120_000);
afterAll(() => world.close());
afterEach(cleanup);

const LIST = "/object/nd.site";
const bar = async () => within(await screen.findByRole("form", { name: "Filters of the list" }));

async function choose(attribute: string, word: string): Promise<void> {
  const user = userEvent.setup();
  await user.selectOptions((await bar()).getByRole("combobox", { name: "Attribute" }), attribute);
  await user.selectOptions((await bar()).getByRole("combobox", { name: "Comparison" }), word);
}

async function add(attribute: string, word: string, ...values: readonly string[]): Promise<void> {
  const user = userEvent.setup();
  await choose(attribute, word);
  const fields = (await bar()).queryAllByRole("textbox");
  for (const [at, value] of values.entries()) await user.type(fields[at] ?? document.body, value);
  const [last] = fields.slice(-1);
  // The keyboard alone sets a filter.
  if (last === undefined) await user.click((await bar()).getByRole("button", { name: "Add filter" }));
  else await user.type(last, "{Enter}");
}

const chips = () => [...document.querySelectorAll(".filter-chip")].map(({ textContent }) => textContent);
const names = () =>
  [...document.querySelectorAll("tbody tr")]
    .map((row) => row.querySelector("a")?.textContent ?? "")
    .toSorted((one, other) => one.localeCompare(other));

async function expectSites(...sites: readonly string[]): Promise<void> {
  await waitFor(() => expect(names()).toEqual(sites));
}

describe("a filter of a list", () => {
  it("[LIST-48] [LIST-49] is composed of attribute, operator and value by the keyboard, and is written to the address", async () => {
    await world.show(LIST);
    await expectSites("north", "north-east", "port", "south");
    await add("Title", "begins with", "north");
    await expectSites("north", "north-east");
    expect(chips()).toEqual(["Title begins with north"]);
    expect(window.location.search).toBe("?title.begins=north");
    // The text is not an expression.
    await add("Title", "contains", "h (o");
    await expectSites("north");
    expect(chips()).toEqual(["Title contains h (o", "Title begins with north"]);
  });

  it("[LIST-49] combines with others, and both bounds of a value are one filter", async () => {
    await world.show(LIST);
    await add("Latitude", "is between", "48.5", "51");
    await expectSites("north-east", "port", "south");
    expect(chips()).toEqual(["Latitude is between 48.5 and 51"]);
    await add("Title", "is not empty");
    await expectSites("north-east", "south");
    await add("Name", "is not", "south");
    await expectSites("north-east");
    expect(chips()).toHaveLength(3);
    const [remove] = screen.getAllByRole("button", { name: "Remove filter Latitude is between 48.5 and 51" });
    await userEvent.click(remove ?? document.body);
    await expectSites("north", "north-east");
    expect(window.location.search).not.toContain("geo_lat");
  });

  it("[LIST-49] comes from an address, and the typed text of the list is beside it", async () => {
    await world.show(`${LIST}?geo_lat.ge=49&name.ne=port&q=east`);
    await expectSites("north-east");
    expect(chips()).toEqual(["Name is not port", "Latitude is at least 49"]);
  });

  it("[LIST-50] is removed when the reader goes back in the browser", async () => {
    await world.show(LIST);
    await add("Name", "begins with", "port");
    await expectSites("port");
    await add("Latitude", "is at most", "48");
    await expectSites();
    act(() => window.history.back());
    await expectSites("port");
    act(() => window.history.back());
    await expectSites("north", "north-east", "port", "south");
    expect(chips()).toEqual([]);
  });

  it("[LIST-51] shows a wrong value at its field, and sets nothing", async () => {
    await world.show(LIST);
    await add("Latitude", "is at least", "high");
    await screen.findByText("not a number of the expected kind");
    await add("Latitude", "is between", "50", "49");
    await screen.findByText("is before the lower bound");
    const [from, to] = (await bar()).getAllByRole("textbox");
    expect([from, to].map((field) => field?.getAttribute("aria-invalid"))).toEqual(["false", "true"]);
    await add("Latitude", "is between", "50");
    await screen.findByText("content required");
    expect(window.location.search).toBe("");
    expect(chips()).toEqual([]);
  });
});

/** The chip of a filter with this text. */
const chip = (name: string) => screen.getByRole("button", { name });

describe("a set filter", () => {
  it("[LIST-56] is opened with its content by mouse or key, and the edited filter replaces it", async () => {
    const user = userEvent.setup();
    await world.show(`${LIST}?title.begins=north&geo_lat.ge=48&geo_lat.le=48.5`);
    await expectSites("north");
    await user.click(chip("Title begins with north"));
    expect((await bar()).getByRole("combobox", { name: "Attribute" })).toHaveProperty("value", "title");
    expect((await bar()).getByRole("combobox", { name: "Comparison" })).toHaveProperty("value", "begins");
    const value = (await bar()).getByRole("textbox", { name: "Value" });
    expect([document.activeElement, value.getAttribute("value")]).toEqual([value, "north"]);
    await user.clear(value);
    await user.type(value, "sou{Enter}");
    await waitFor(() =>
      expect(chips()).toEqual(["Title begins with sou", "Latitude is between 48 and 48.5"]),
    );
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Title begins with sou"));
    await expectSites();
    // Both bounds are one filter, and the keyboard opens it as well.
    chip("Latitude is between 48 and 48.5").focus();
    await user.keyboard("{Enter}");
    const [from, to] = (await bar()).getAllByRole("textbox");
    expect([from, to].map((field) => field?.getAttribute("value"))).toEqual(["48", "48.5"]);
    await user.selectOptions((await bar()).getByRole("combobox", { name: "Comparison" }), "is at least");
    expect((await bar()).getByRole("textbox")).toHaveProperty("value", "48");
    await user.click((await bar()).getByRole("button", { name: "Change filter" }));
    await expectSites("south");
    expect(window.location.search).toBe("?title.begins=sou&geo_lat.ge=48");
  });

  it("[LIST-56] stays as it is when the change is cancelled or wrong", async () => {
    const user = userEvent.setup();
    await world.show(`${LIST}?geo_lat.ge=49`);
    await expectSites("north-east", "port", "south");
    await user.click(chip("Latitude is at least 49"));
    await user.clear((await bar()).getByRole("textbox"));
    await user.type((await bar()).getByRole("textbox"), "high{Enter}");
    await screen.findByText("not a number of the expected kind");
    expect(window.location.search).toBe("?geo_lat.ge=49");
    await user.keyboard("{Escape}");
    expect((await bar()).queryByRole("button", { name: "Change filter" })).toBeNull();
    expect(document.activeElement).toBe(chip("Latitude is at least 49"));
    await expectSites("north-east", "port", "south");
  });
});

describe("a filter of an address that cannot be used", () => {
  it("[LIST-57] [TAFORM-17] is reported with its reason, the others stay, and the log names those without metadata", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await world.show(
      `${LIST}?geo_lat.ge=high&title.below=north&colour=red&name.begins=nor&geo_lat=1&geo_lat=2`,
    );
    await expectSites("north", "north-east");
    await screen.findByText("4 filters of the address cannot be used. The list is shown without them.");
    expect(chips()).toEqual([
      "Name begins with nor",
      "Latitude is 1, 2takes one value only",
      "Latitude is at least highnot a number of the expected kind",
      "title.below northTitle cannot be compared by below",
      "colour redthis list has no attribute colour",
    ]);
    expect(log.mock.calls).toEqual([["nd.site has no parameters title.below, colour"]]);
  });

  it("[TAFORM-17] a value for the form of a new object is in the log if the metadata have no such parameter", async () => {
    const log = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    await world.show(`${LIST}?create&name=west&colour=red`);
    const form = within(await screen.findByRole("dialog"));
    expect(form.getByRole<HTMLInputElement>("textbox", { name: "Name" }).value).toBe("west");
    await waitFor(() => expect(log.mock.calls).toEqual([["nd.site has no parameters colour"]]));
  });

  it("[LIST-57] is edited with its whole content, or removed", async () => {
    const user = userEvent.setup();
    await world.show(`${LIST}?title.below=nor&geo_lat.ge=high`);
    await expectSites("north", "north-east", "port", "south");
    await user.click(screen.getByRole("button", { name: /^title\.below nor/ }));
    const field = (await bar()).getByRole("textbox", { name: "Value" });
    expect(field).toHaveProperty("value", "nor");
    await screen.findAllByText("Title cannot be compared by below");
    await user.selectOptions((await bar()).getByRole("combobox", { name: "Comparison" }), "begins with");
    await user.click((await bar()).getByRole("button", { name: "Change filter" }));
    await expectSites("north", "north-east");
    expect(window.location.search).toBe("?geo_lat.ge=high&title.begins=nor");
    await user.click(screen.getByRole("button", { name: "Remove filter Latitude is at least high" }));
    await waitFor(() => expect(screen.queryByText("cannot be used", { exact: false })).toBeNull());
    expect(window.location.search).toBe("?title.begins=nor");
  });

  it("[LIST-57] may also be a search that the list does not offer", async () => {
    const user = userEvent.setup();
    await world.show(`${LIST}?found=${encodeURIComponent("s/(")}`);
    await expectSites("north", "north-east", "port", "south");
    await screen.findByText("no search of this list");
    await user.click(screen.getByRole("button", { name: /^Search/ }));
    const field = (await bar()).getByRole("textbox", { name: "Value" });
    expect(field).toHaveProperty("value", "s/(");
    await user.clear(field);
    await user.type(field, "north-e{Enter}");
    await expectSites("north-east");
    expect(window.location.search).toBe("?found=north-e");
  });

  it("[LIST-57] holds beside a search that the list cannot do, which can be dropped", async () => {
    await world.show(`${LIST}?found=${encodeURIComponent("s/(")}&title.begins=nor`);
    await expectSites("north", "north-east");
    await screen.findByText("no search of this list");
    await userEvent.setup().click(screen.getByRole("button", { name: /^Remove filter Search/ }));
    await waitFor(() => expect(screen.queryByText("no search of this list")).toBeNull());
    expect(window.location.search).toBe("?title.begins=nor");
    await expectSites("north", "north-east");
  });
});
