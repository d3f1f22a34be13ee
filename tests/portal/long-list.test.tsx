import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Execute, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { items } from "#core/txlist/history";
import { startTexts } from "../../src/app/i18n.ts";
import { PortalProvider } from "../../src/app/providers.tsx";
import { ObjectPage } from "../../src/editor/explorer/object-page.tsx";
import { PlannerHost } from "../../src/editor/planning/planner-host.tsx";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";
import { Address } from "../support/address.tsx";

let world: PortalWorld;
const SITES = 240;
const HOUSES = 240;

beforeAll(async () => {
  world = await portalWorld();
  await make(
    Array.from({ length: SITES }, (_, at) => ({
      name: "nd.site.create" as const,
      new: { name: `s${String(at).padStart(5, "0")}`, ...(at < 30 ? { title: "Hafen" } : {}) },
    })),
  );
  await make([
    ...Array.from({ length: HOUSES }, (_, at) => ({
      name: "nd.bldg.create" as const,
      new: { site: "s00000", number: String(at), title: at % 80 === 7 ? "Gästehaus" : "Halle" },
    })),
    { idx: "guest", name: "nd.bldg.list" as const, old: { title: "Gästehaus" } },
    {
      name: "cntl.ot_lang_attr_val.create" as const,
      new: { language_tag: "en", lang_attr_key: "title", value: "Guest house" },
      new_ref_params: [{ idx: "guest", params: { object_gfk: "gpk" } }],
    },
  ]);
}, 240_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  world.portal.txlist.submit({ kind: "clear" });
});

async function make(steps: readonly Step[]): Promise<void> {
  const made = await world.execute(steps, { dryRun: false });
  if (!made.ok) throw new Error(made.fault.description);
}

async function show(path: string, execute: Execute = world.execute, part = "grid"): Promise<void> {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }));
  await startTexts("en");
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Address path={path}>
        <PortalProvider value={{ ...world.portal, calls: { ...world.portal.calls, execute } }}>
          <PlannerHost>
            <ObjectPageAt path={path} />
          </PlannerHost>
        </PortalProvider>
      </Address>
    </QueryClientProvider>,
  );
  if (part === "grid") await screen.findByRole("grid");
}

function ObjectPageAt({ path }: { readonly path: string }) {
  return <ObjectPage key={path} />;
}

/** Texts of the toolbar about rows and selection. */
async function told(text: string | RegExp): Promise<void> {
  await vi.waitFor(
    () => expect(screen.getAllByRole("status").some((one) => matches(one.textContent, text))).toBe(true),
    { timeout: 20_000 },
  );
}

function matches(shown: string, text: string | RegExp): boolean {
  return typeof text === "string" ? shown === text : text.test(shown);
}

/** The answer of a server with this number of rows. */
function rowsOfServer(count: number): Outcome {
  const row = Array.from({ length: count }, (_, at) => ({
    gpk: `site-${String(at)}`,
    name: `s${String(at)}`,
  }));
  return { ok: true, lists: { row }, rolledBack: false, accessMode: "rw" };
}

/** The button is enabled when the rows of the page have arrived. */
async function pageCheckbox(): Promise<HTMLElement> {
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Select all rows" });
  await vi.waitFor(() => expect(box.disabled).toBe(false), { timeout: 20_000 });
  return box;
}

const planned = () => items(world.portal.txlist.state.history);

describe("the filter of a list that is paged at the server", () => {
  it("finds a text that is displayed in another language than it is stored in", async () => {
    await show("/object/nd.bldg?q=guest%20h");
    await told("3 rows");
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getByText("Guest house").textContent)).toHaveLength(3);
  });

  it("[LIST-08] also finds the stored value", async () => {
    await show("/object/nd.bldg?q=g%C3%A4steh");
    await told("3 rows");
  });

  it("finds a number that a column shows", async () => {
    await make([{ name: "nd.bldg.update", old: { site: "s00000", number: "5" }, new: { geo_lat: 49.512 } }]);
    await show("/object/nd.bldg?q=49.512");
    await told("1 row");
  });

  it("finds the day of a time in a column", async () => {
    const day = (moment: Date) => moment.toLocaleDateString("sv-SE");
    const now = new Date();
    await show(`/object/wapi.change_log?q=${day(now)}`);
    await told("25+ rows");
    cleanup();
    const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 2);
    await show(`/object/wapi.change_log?q=${day(before)}`, world.execute, "none");
    await screen.findByText(`No row contains "${day(before)}".`);
  });

  it("texts whose translations are all in the rows are searched in the page", async () => {
    await show("/object/wapi.function?q=nd.bldg.create");
    await told("1 row");
  });
});

describe("selecting all rows of a list that is paged at the server", () => {
  it("[LIST-63] selects all matches by one press and one call, says how many, and returns to the matches of the page", async () => {
    await show("/object/nd.site?q=Hafen&sort=-name");
    await told("25+ rows");
    const box = await pageCheckbox();
    const before = world.calls.length;
    fireEvent.click(box);
    await told("All 30 rows that match are selected.");
    fireEvent.click(screen.getByRole("button", { name: "Only this page" }));
    await told("25 selected, all of this page.");
    fireEvent.click(screen.getByRole("button", { name: "Select all rows that match the filter" }));
    await told("All 30 rows that match are selected.");
    const lists = world.calls.slice(before).flatMap((steps) => steps.filter((step) => step.idx === "row"));
    expect(lists).toHaveLength(2);
    fireEvent.click(screen.getByRole("button", { name: "Actions for the selected rows" }));
    fireEvent.click(screen.getByRole("menuitem", { name: "Delete 30 rows" }));
    await vi.waitFor(() => expect(planned()).toHaveLength(30));
    const [first] = planned();
    expect(first).toMatchObject({ content: { parameters: { old: { name: "s00029" } } } });
  });

  it("[LIST-63] says that there are too many, and selects the page", async () => {
    const many: Execute = async (steps, options) =>
      steps.some((step) => step.old?.["fetch_limit"] === LIMITS.bulkRows + 1)
        ? rowsOfServer(LIMITS.bulkRows + 1)
        : await world.execute(steps, options);
    await show("/object/nd.site", many);
    fireEvent.click(await pageCheckbox());
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("More than 10,000 rows match");
    await told("25 selected, all of this page.");
  });

  it("rows of several pages stay selected; another filter resets the selection", async () => {
    await show("/object/nd.site?q=Hafen");
    await told("25+ rows");
    await pageCheckbox();
    fireEvent.click(screen.getByRole("checkbox", { name: "Select s00003" }));
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    fireEvent.click(await screen.findByRole("checkbox", { name: "Select s00028" }));
    await told("2 selected");
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "s0002" } });
    fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter" });
    await vi.waitFor(() => expect(screen.queryByText("2 selected")).toBeNull());
  });
});

it("[LIST-10] all rows of a list that is too long are refused with a sentence, and its pages stay", async () => {
  const beyond: Execute = async (steps, options) =>
    steps.some((step) => step.old?.["fetch_offset"] === LIMITS.allRows)
      ? rowsOfServer(1)
      : await world.execute(steps, options);
  const before = world.calls.length;
  await show("/object/nd.site?size=0", beyond);
  await told(/more than 1,000,000 rows/);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Rows per page" }).value).toBe("500");
  await told("240 rows");
  const asked = world.calls.slice(before).flat();
  expect(asked.every((step) => typeof step.old?.["fetch_limit"] === "number")).toBe(true);
});

describe("[LIST-10] a list of more than 200 rows", () => {
  const listed = (): readonly string[] =>
    screen
      .getAllByRole("row")
      .slice(1)
      .map((row) => within(row).getAllByRole("link")[0]?.textContent ?? "");
  const lists = (from: number) =>
    world.calls.slice(from).flatMap((steps) => steps.filter(({ name }) => name === "nd.site.list"));
  const sort = (): void => {
    const [button] = within(screen.getByRole("columnheader", { name: "Name" })).getAllByRole("button");
    fireEvent.click(button ?? document.body);
  };

  it("is sorted and paged by the server, a shorter one by the page", async () => {
    await show("/object/nd.site?sort=-name");
    await vi.waitFor(() => expect(listed()[0]).toBe("s00239"), { timeout: 20_000 });
    const before = world.calls.length;
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    await vi.waitFor(() => expect(listed()[0]).toBe("s00214"), { timeout: 20_000 });
    expect(lists(before)).toMatchObject([
      { old: { fetch_offset: 25, sorting_params_list: expect.arrayContaining(["name DESC"]) as unknown } },
    ]);
    cleanup();
    await show("/object/nd.site?name.begins=s0000");
    await told("10 rows");
    const short = world.calls.length;
    sort();
    sort();
    await vi.waitFor(() => expect(listed()[0]).toBe("s00009"));
    expect(lists(short)).toEqual([]);
  });

  it("[TA-75] has planned objects first on its first page, also when the server sorts it", async () => {
    const content = {
      object_fq_name: "nd.site",
      object_function: "create",
      parameters: { old: {}, new: { name: "s00100x" } },
      preview_fields: [],
      object_title: "s00100x",
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    } as const;
    world.portal.txlist.submit({
      kind: "add",
      item: { uuid: crypto.randomUUID(), ta_type: "db_editor_simple", variant: null, content },
    });
    await show("/object/nd.site?sort=-name");
    const texts = () => screen.getAllByRole("row").map(({ textContent }) => textContent);
    await vi.waitFor(() => expect(texts()[2]).toContain("s00239"), { timeout: 20_000 });
    expect(texts()[1]).toContain("s00100x");
  });

  it("shows that the rest is being loaded, for all rows and for a file", async () => {
    await show("/object/nd.site");
    await told("200+ rows");
    const release = world.holdLists();
    fireEvent.click(screen.getByRole("button", { name: "Save as file" }));
    fireEvent.click(screen.getByRole("menuitem", { name: "CSV for programs and import" }));
    await screen.findByText("Loading all rows");
    expect(document.querySelector("[aria-busy=true]")).not.toBeNull();
    release();
    await told("240 rows");
    expect(screen.queryByText("Loading all rows")).toBeNull();
    expect(document.querySelector("[aria-busy=true]")).toBeNull();
    cleanup();
    await show("/object/nd.site");
    await told("200+ rows");
    const releaseAll = world.holdLists();
    fireEvent.change(screen.getByRole("combobox", { name: "Rows per page" }), { target: { value: "0" } });
    const isBusy = () => document.querySelector("[aria-busy=true]") !== null;
    await vi.waitFor(() => expect(isBusy()).toBe(true), { timeout: 20_000 });
    releaseAll();
    await told("240 rows");
    expect(isBusy()).toBe(false);
  });
});

it("[LIST-10] a page beyond the end of the list says so, shows no total, and links to the first page", async () => {
  await show("/object/nd.site?page=9999");
  await told("The list ends before page 9,999.");
  expect(document.body.textContent).not.toMatch(/[\d,]+\+? rows\b|of [\d,]+/);
  fireEvent.click(screen.getByRole("button", { name: "First page" }));
  await told("200+ rows");
});
