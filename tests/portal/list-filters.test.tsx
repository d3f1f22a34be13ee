import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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
  it("[LIST-48] [LIST-49] is composed of attribute, operator and value by the keyboard, and stands in the address", async () => {
    await world.show(LIST);
    await expectSites("north", "north-east", "port", "south");
    await add("Title", "begins with", "north");
    await expectSites("north", "north-east");
    expect(chips()).toEqual(["Title begins with north"]);
    expect(window.location.search).toBe("?title.begins=north");
    // The text is no expression.
    await add("Title", "contains", "h (o");
    await expectSites("north");
    expect(chips()).toEqual(["Title contains h (o", "Title begins with north"]);
  });

  it("[LIST-49] combines with others, and both bounds of a value are one", async () => {
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

  it("[LIST-50] is taken back by going back", async () => {
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

  it("[LIST-51] tells a wrong value at its field, and sets nothing", async () => {
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
