import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { expectAccessible, fill, press, rowOf, rowsOf } from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

let demo: Campus;
type Person = Awaited<ReturnType<Campus["as"]>>;
let ada: Person;
let greta: Person;

beforeAll(async () => {
  demo = await campus();
  [ada, greta] = [await demo.as("ada"), await demo.as("greta")];
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  for (const { client, portal } of [ada, greta]) {
    client.clear();
    portal.settings.set("ownLists", {});
  }
});

const LISTS = [
  ["/dnsvs/bcds", "nd.bcd", "BCD"],
  ["/dnsvs/fqdns", "dns.fqdn", "FQDN"],
  ["/cntl/groups", "cntl.group", "Group"],
] as const;

async function rows({ apply }: Person, name: Step["name"], old: Params = {}): Promise<readonly Row[]> {
  return (await apply([{ idx: "rows", name, old }]))["rows"] ?? [];
}

async function countsOf(person: Person, type: string) {
  const [row] = await rows(person, "tmp.row_count.list", { object_fq_name: type });
  const number = (name: string) => Number(row?.[name]).toLocaleString("en-GB");
  return { own: number("own_count"), all: number("count") };
}

const radio = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });

describe("lists of own objects", () => {
  it.each(LISTS)(
    "[LIST-40] [LIST-41] [LIST-42] ada sees all of %s, chooses own objects only, and finds her choice again",
    async (path, type, label) => {
      const counts = await countsOf(ada, type);
      await ada.show(path);
      expect((await radio(`All ${counts.all}`)).checked).toBe(true);
      await waitFor(() => expect(rowsOf(label).length).toBeGreaterThan(0));
      await expectAccessible();
      await userEvent.click(await radio(`Own ${counts.own}`));
      await waitFor(async () => expect((await radio(`Own ${counts.own}`)).checked).toBe(true));
      expect(document.activeElement).toBe(await radio(`Own ${counts.own}`));
      cleanup();
      await ada.show(path);
      expect((await radio(`Own ${counts.own}`)).checked).toBe(true);
      await expectAccessible();
      await userEvent.click(await radio(`All ${counts.all}`));
      await waitFor(() => expect(rowsOf(label).length).toBeGreaterThan(0));
    },
  );

  it("[LIST-40] greta, who reads no others, is told that her lists have own objects only", async () => {
    for (const [path, type] of LISTS) {
      const { own } = await countsOf(greta, type);
      await greta.show(path);
      expect(await screen.findByText(`Only what your groups and OEs own: ${own}`)).toBeTruthy();
      expect(screen.queryByRole("radio")).toBeNull();
      await expectAccessible();
      cleanup();
    }
  });

  it("[PERM-51] greta is told whom to ask for a network that she may not read", async () => {
    const mine = new Set((await rows(greta, "nd.bcd.list")).map((row) => textIn(row["name"])));
    const all = (await rows(ada, "nd.bcd.list")).map((row) => textIn(row["name"]));
    const [name = ""] = all.filter((one) => !mine.has(one));
    const page = await greta.show(`/cntl/bcds/${name}`);
    await screen.findByText(`You may not read this, or it does not exist: BCD ${name}`, { exact: false });
    await waitFor(() =>
      expect(page.container.textContent).toContain("These roles read every BCD: net_admin, reader"),
    );
    expect(screen.getByRole("link", { name: "One level up" })).toBeTruthy();
    await expectAccessible();
  });
});

const bar = async () => within(await screen.findByRole("form", { name: "Filters of the list" }));
const chips = () => [...document.querySelectorAll(".filter-chip")].map(({ textContent }) => textContent);

async function choose(attribute: string, word: string): Promise<void> {
  await userEvent.selectOptions((await bar()).getByRole("combobox", { name: "Attribute" }), attribute);
  await userEvent.selectOptions((await bar()).getByRole("combobox", { name: "Comparison" }), word);
}

describe("the filters of a list", () => {
  it("[LIST-48] [LIST-49] [LIST-50] [LIST-51] narrow it by attribute, operator and value, and the address shares them", async () => {
    await ada.show("/object/nd.bcd");
    await choose("Name", "begins with");
    await userEvent.type((await bar()).getByRole("textbox", { name: "Value" }), "itc-{Enter}");
    await waitFor(() => expect(window.location.search).toContain("name.begins=itc-"));
    await rowOf("BCD", "itc-tga");

    await choose("Security level", "is between");
    await userEvent.type((await bar()).getByRole("textbox", { name: "From" }), "4");
    await userEvent.type((await bar()).getByRole("textbox", { name: "To" }), "none");
    await press("Add filter");
    const to = (await bar()).getByRole("textbox", { name: "To" });
    expect(to.getAttribute("aria-invalid")).toBe("true");
    await expectAccessible();
    await fill(to, "3");
    await userEvent.keyboard("{Enter}");
    await screen.findByText(/is before the lower bound/);
    await fill((await bar()).getByRole("textbox", { name: "To" }), "9");
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(chips()).toHaveLength(2));
    expect(chips()[0]).toMatch(/^Name begins with itc-/);
    expect(chips()[1]).toMatch(/^Security level is between 4 and 9/);

    const shared = window.location.pathname + window.location.search;
    cleanup();
    await ada.show(shared);
    await waitFor(() => expect(chips()).toHaveLength(2));
    await press("Remove filter Security level is between 4 and 9");
    await waitFor(() => expect(chips()).toHaveLength(1));
    await rowOf("BCD", "itc-tga");
  });
});

describe("the import of a list", () => {
  it.each(["dns.fqdn", "dns.record", "nd.bcd", "cntl.group", "nd.ip_subnet"])(
    "is offered by that of %s, which has a create function",
    async (type) => {
      await ada.show(`/object/${type}`);
      await waitFor(() => expect(screen.getAllByRole("grid").length).toBeGreaterThan(0));
      await press("More actions");
      await userEvent.click(await screen.findByRole("menuitem", { name: /^Import from CSV/ }));
      expect(await screen.findByRole("dialog", { name: /^Import: / })).toBeTruthy();
    },
  );
});
