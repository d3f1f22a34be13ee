import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn, type Params } from "#contract/wire/json";
import { items } from "#core/txlist/history";
import type { Template } from "#contract/template";
import type { Planned, PlannedSimple, PlannedTemplate } from "#core/txlist/planned";
import { template, variable } from "../unit/core/template.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;

beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { idx: "site", name: "nd.site.create", new: { name: "nord", title: "Nord" } },
    { idx: "south", name: "nd.site.create", new: { name: "sued", title: "Süd" } },
    {
      idx: "old",
      name: "nd.bldg.create",
      new: { site: "nord", number: "20.40", title: "Altbau", address: "Altweg 1" },
    },
    { idx: "hall", name: "nd.bldg.create", new: { site: "nord", number: "20.41", title: "Halle" } },
    { idx: "class", name: "ndcfg.module_type_class.create", new: { name: "rack" } },
    { idx: "one", name: "org.unit_type.create", new: { short_name: "ONE", title: "Erste", position: 9 } },
    { idx: "two", name: "org.unit_type.create", new: { short_name: "TWO", title: "Zweite", position: 3 } },
    { idx: "type", name: "ndcfg.module_type.create", new: { name: "schrank", class: "rack" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
  world.portal.txlist.dismissResult();
  world.portal.shell.setAsPlanned(true);
});

const planned = () => items(world.portal.txlist.state.history);

/** An element of the list. */
function element(
  object: string,
  operation: "create" | "update" | "delete",
  old: Params,
  now: Params,
): PlannedSimple {
  return {
    uuid: crypto.randomUUID(),
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: object,
      object_function: operation,
      parameters: { old, new: now },
      preview_fields: Object.keys(now),
      object_title: textIn(old["name"] ?? now["name"] ?? now["number"]),
      show_result: true,
      non_optionals: [],
      input_reducer: null,
    },
  };
}

/** Plans an action on a building of the site Nord. */
function plan(operation: "create" | "update" | "delete", number: string, now: Params = {}): void {
  const key = { site: "nord", number };
  const isNew = operation === "create";
  submit(element("nd.bldg", operation, isNew ? {} : key, isNew ? { ...key, ...now } : now));
}

/** A workflow of these steps. */
function workflow(...transaction: Template["transaction"]): PlannedTemplate {
  return {
    uuid: crypto.randomUUID(),
    ta_type: "json_template",
    variant: null,
    template: template({ transaction, returning: [], variables: { number: variable() } }),
    variables: { number: "20.45" },
  };
}

function submit(...items: readonly Planned[]): void {
  act(() => world.portal.txlist.submit({ kind: "append", items }));
}

/** The message of a page whose object does not exist. */
const MISSING = /You may not read|does not exist|Empty result/;

/** The row of a table that begins with the number of a building, with its mark. */
const rowOf = (number: string) =>
  waitFor(() => {
    const rows = [...document.querySelectorAll<HTMLElement>("tbody tr")];
    const row = rows.find((one) => one.querySelector(".planned-mark") && one.textContent.includes(number));
    if (row === undefined) throw new Error(rows.map((one) => one.textContent).join("\n"));
    return within(row);
  });

describe("a list of a page", () => {
  it("[TA-75] [TA-76] shows planned objects, old and new values and planned deletions, until the state without plans is chosen", async () => {
    plan("create", "20.42", { title: "Neubau" });
    plan("update", "20.40", { address: "Neuweg 2" });
    plan("delete", "20.41");
    await world.show("/netdoc/sites/nord");
    const made = await rowOf("20.42");
    made.getByText("new");
    made.getByText("Neubau");
    const changed = await rowOf("20.40");
    changed.getByText("changed");
    expect(changed.getByText("Altweg 1").closest("del")?.textContent).toBe("now: Altweg 1");
    expect(changed.getByText("Neuweg 2").closest("ins")?.textContent).toBe(" planned: Neuweg 2");
    (await rowOf("20.41")).getByText("goes");
    await userEvent.click(await screen.findByRole("button", { name: "Show as it is" }));
    await waitFor(() => expect(document.querySelector(".planned-mark")).toBeNull());
    expect(screen.queryByText("Neuweg 2", { selector: "ins *" })).toBeNull();
    screen.getByText("This page shows the state as it is, without planned changes.");
    cleanup();
    await world.show("/netdoc/buildings");
    await screen.findByText("20.41");
    expect(document.querySelector(".planned-mark")).toBeNull();
    cleanup();
    await world.show("/netdoc/sites/nord");
    await userEvent.click(await screen.findByRole("button", { name: "Show as planned" }));
    await rowOf("20.42");
    screen.getByText("This page shows 3 planned objects.");
  });

  it("[LIST-47] is saved in every file as it is, without what is planned, and for readers with the heads of the page", async () => {
    plan("create", "20.42", { title: "Neubau" });
    plan("update", "20.40", { address: "Neuweg 2" });
    plan("delete", "20.41");
    await world.show("/netdoc/sites/nord");
    await rowOf("20.42");
    const heads = screen
      .getAllByRole("columnheader")
      .map(({ textContent }) => textContent)
      .filter((text) => text !== "" && text !== "Actions");
    const files: Blob[] = [];
    const links = {
      createObjectURL: (file: Blob) => `blob:${String(files.push(file))}`,
      revokeObjectURL: () => 0,
    };
    vi.stubGlobal("URL", Object.assign(class extends URL {}, links));
    const saved = async (entry: string): Promise<Uint8Array> => {
      const { length } = files;
      await userEvent.click(screen.getByRole("button", { name: /^Filter, CSV and columns/ }));
      await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
      await waitFor(() => expect(files).toHaveLength(length + 1));
      return new Uint8Array((await files.at(-1)?.arrayBuffer()) ?? new ArrayBuffer(0));
    };
    try {
      const sheet = unzipSync(await saved("Excel file (XLSX)"))["xl/sharedStrings.xml"];
      const texts = [
        strFromU8(sheet ?? new Uint8Array()),
        strFromU8(await saved("CSV for spreadsheets")),
        strFromU8(await saved("CSV for programs and import")),
      ];
      const [names = "", rows = ""] = texts;
      for (const head of heads) expect(names).toContain(`>${head}<`);
      expect(rows).toContain(heads.map((head) => `"${head}"`).join(","));
      for (const text of texts) {
        for (const present of ["20.40", "Altweg 1", "20.41"]) expect(text).toContain(present);
        for (const future of ["20.42", "Neubau", "Neuweg 2"]) expect(text).not.toContain(future);
      }
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("[LIST-55] [TA-75] has the natural order of its keys, planned objects first", async () => {
    plan("create", "20.100", { title: "Neubau" });
    await world.apply([
      { idx: "ten", name: "nd.bldg.create", new: { site: "sued", number: "9.10", title: "Zehn" } },
      { idx: "two", name: "nd.bldg.create", new: { site: "sued", number: "9.2", title: "Zwei" } },
    ]);
    const titles = async (site: string, last: string): Promise<readonly (string | undefined)[]> => {
      await world.show(`/netdoc/sites/${site}`);
      await screen.findByText(last);
      const rows = [...document.querySelectorAll("tbody tr")].map((row) => row.textContent);
      cleanup();
      return rows.map((text) => /Neubau|Altbau|Halle|Zehn|Zwei/.exec(text)?.[0]);
    };
    expect(await titles("sued", "Zehn")).toEqual(["Zwei", "Zehn"]);
    expect(await titles("nord", "Altbau")).toEqual(["Neubau", "Altbau", "Halle"]);
  });

  it.each([
    ["sorted by the reader", "/netdoc/sites/nord?sort=title", ["Zubau", "Altbau", "Halle"]],
    ["sorted downwards", "/netdoc/sites/nord?sort=-title", ["Zubau", "Halle", "Altbau"]],
  ])("[TA-75] has planned objects first, also when it is %s", async (_, path, expected) => {
    // Neither its number nor its title is the first one.
    plan("create", "20.405", { title: "Zubau" });
    await world.show(path);
    await rowOf("20.405");
    await screen.findByText("Altbau");
    const rows = [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
    expect(rows.map((text) => /Zubau|Altbau|Halle/.exec(text)?.[0])).toEqual(expected);
    cleanup();
    act(() => world.portal.txlist.submit({ kind: "clear" }));
    plan("create", "20.405", { title: "Anbau" });
    await world.show("/netdoc/sites/nord?sort=-title");
    await rowOf("20.405");
    await waitFor(() => expect(document.querySelector("tbody tr")?.textContent).toContain("Anbau"));
  });

  it("[TA-75] has planned objects first, also in an order of its own", async () => {
    submit(element("org.unit_type", "create", {}, { short_name: "ZZ", title: "Letzte", position: 77 }));
    await world.show("/org/type");
    await rowOf("ZZ");
    const rows = [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
    expect(rows.map((text) => /ONE|TWO|ZZ/.exec(text)?.[0])).toEqual(["ZZ", "TWO", "ONE"]);
  });

  it("[TA-75] follows every edit of the list", async () => {
    plan("create", "20.42", { title: "Neubau" });
    await world.show("/netdoc/sites/nord");
    await rowOf("20.42");
    act(() => world.portal.txlist.undo());
    await waitFor(() => expect(document.querySelector(".planned-mark")).toBeNull());
  });

  it("[TA-75] shows after a test the values that the server computed", async () => {
    plan("create", "20.42", { title: "Neubau" });
    await world.show("/netdoc/sites/nord");
    await rowOf("20.42");
    await userEvent.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
    (await rowOf("20.42")).getByText("new");
    const told = [...document.querySelectorAll("tbody tr")].filter((one) =>
      one.querySelector(".planned-mark"),
    );
    expect(told).toHaveLength(1);
  });
});

describe("a list that an existing object enters by a planned change", () => {
  it("[TA-122] says before a test that rows which the server makes are not known, and after it that the apply tells", async () => {
    const made = { fqdn: "made.example.org.", fqdn_type: "domain", type: "A", data: "198.51.100.77" };
    submit(element("dns.record", "create", {}, made));
    await world.show("/object/dns.ip_addr?cidr=198.51.100.0/24");
    await screen.findByText("What 1 planned action does here is not known before a test.");
    await userEvent.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
    await screen.findByText("What 1 planned action does here is known when the list is applied.");
    expect(screen.queryByText(/is not known before a test/)).toBeNull();
  });

  it("[TA-75] [TA-122] shows the object with old and new value, and the list that the object leaves says so, also before a test", async () => {
    plan("update", "20.40", { site: "sued" });
    await world.show("/netdoc/sites/sued");
    (await rowOf("20.40")).getByText("comes");
    cleanup();
    await world.show("/netdoc/sites/nord");
    (await rowOf("20.40")).getByText("leaves");
  });
});

describe("a list that a workflow or a condition changes", () => {
  it("[TA-75] shows after a test what its elements alone do not tell: an object that is made besides", async () => {
    const made = { fqdn: "besides.example.org.", fqdn_type: "domain", type: "TXT", data: "x" };
    submit(element("dns.record", "create", {}, made));
    await world.show("/object/dns.fqdn");
    await screen.findByRole("heading", { level: 1 });
    await waitFor(() => expect(world.client.isFetching()).toBe(0));
    const rows = [...document.querySelectorAll("tbody tr")].map(({ textContent }) => textContent);
    expect(rows.filter((text) => text.includes(made.fqdn))).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
    (await rowOf(made.fqdn)).getByText("new");
  });

  it("[TA-118] shows before and after a test what the steps of a workflow create, change and delete, by name or number", async () => {
    const { hall = [] } = await world.apply([
      { idx: "hall", name: "nd.bldg.list", old: { site: "nord", number: "20.41" } },
    ]);
    submit(
      workflow(
        { idx: "new", name: "nd.bldg.create", new: { site: "nord", number: "{{number}}", title: "Labor" } },
        {
          idx: "change",
          name: "nd.bldg.update",
          old: { site: "nord", number: "20.40" },
          new: { address: "Neuweg 3" },
        },
        { idx: "delete", name: "nd.bldg.delete", old: { gpk: hall[0]?.["gpk"] ?? null } },
      ),
    );
    const isShown = async (): Promise<void> => {
      (await rowOf("20.45")).getByText("new");
      expect((await rowOf("20.40")).getByText("Neuweg 3").closest("ins")).not.toBeNull();
      (await rowOf("20.41")).getByText("goes");
      screen.getByText("This page shows 3 planned objects.");
    };
    await world.show("/netdoc/sites/nord");
    await isShown();
    await userEvent.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
    await isShown();
  });

  it.each<[string, Template["transaction"]]>([
    [
      "of a condition",
      [{ idx: "all", name: "nd.bldg.bulk_update", old: { site: "nord" }, new: { address: "Neuweg 3" } }],
    ],
    [
      "of an earlier step",
      [
        { idx: "found", name: "nd.bldg.list", old: { site: "nord" } },
        {
          name: "nd.bldg.update",
          old_ref_params: [{ idx: "found", params: { site: "site", number: "number" } }],
          new: { address: "Neuweg 3" },
        },
      ],
    ],
  ])("[TA-118] says that only a test shows what happens to the rows %s", async (_, steps) => {
    submit(workflow(...steps));
    await world.show("/object/ndcfg.module_type");
    await screen.findByText("schrank");
    expect(screen.queryByText(/is not known before a test/)).toBeNull();
    cleanup();
    await world.show("/netdoc/sites/nord");
    await screen.findByText("What 1 planned action does here is not known before a test.");
    expect(document.querySelector(".planned-mark")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
    for (const number of ["20.40", "20.41"]) (await rowOf(number)).getByText("changed");
    expect(screen.queryByText(/is not known before a test/)).toBeNull();
  });
});

describe("a planned object", () => {
  it("[TA-77] opens as a page, where it is edited as its element and removed from the list", async () => {
    plan("create", "20.42", { title: "Neubau" });
    await world.show("/netdoc/sites/nord/20.42");
    await screen.findByRole("heading", { level: 1, name: /Neubau/ });
    await waitFor(() => expect(document.querySelector("header .planned-mark")?.textContent).toBe("new"));
    await userEvent.click(screen.getByRole("button", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog"));
    const title = dialog.getByRole<HTMLInputElement>("textbox", { name: "Title (German)" });
    expect(title.value).toBe("Neubau");
    await userEvent.clear(title);
    await userEvent.type(title, "Turm");
    await userEvent.click(dialog.getByRole("button", { name: "Replace planned change" }));
    await screen.findByRole("heading", { level: 1, name: /Turm/ });
    expect(planned()).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(planned()).toHaveLength(0));
  });

  it("[TA-77] stays open when it is applied, as the applied object", async () => {
    plan("create", "20.43", { title: "Werft" });
    await world.show("/netdoc/sites/nord/20.43");
    await screen.findByRole("heading", { level: 1, name: /Werft/ });
    const wrong: string[] = [];
    const watch = new MutationObserver(() => {
      const text = document.body.textContent;
      if (/Empty result|Permanent link|may not read this/.test(text)) wrong.push(text.slice(0, 200));
    });
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await screen.findByText(/Applied 1 change/);
    await waitFor(() => expect(world.portal.shell.state.current?.gpk).toMatch(/^bldg-\d+$/));
    await waitFor(() => expect(world.client.isFetching()).toBe(0));
    watch.disconnect();
    expect(wrong).toEqual([]);
    screen.getByRole("heading", { level: 1, name: /Werft/ });
    expect(document.querySelector(".planned-mark")).toBeNull();
    expect(window.location.pathname).toBe("/netdoc/sites/nord/20.43");
  });

  it("[TA-121] is not called missing while an apply runs, and before its rows are read anew", async () => {
    // From now on the part that reports a missing object is loaded.
    await world.show("/netdoc/sites/nord/99.99");
    await screen.findByText(MISSING);
    cleanup();
    plan("create", "20.46", { title: "Dock" });
    await world.show("/netdoc/sites/nord/20.46");
    await screen.findByRole("heading", { level: 1, name: /Dock/ });
    await waitFor(() => expect(world.client.isFetching()).toBe(0));
    const [releaseApply, release] = [world.holdWrites(), world.holdLists()];
    await userEvent.click(screen.getByRole("button", { name: "Apply" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("busy"));
    screen.getByRole("heading", { level: 1, name: /Dock/ });
    expect(screen.queryByText(MISSING)).toBeNull();
    releaseApply();
    await screen.findByText(/Applied 1 change/);
    await waitFor(() => expect(world.client.isFetching()).toBeGreaterThan(0));
    expect(planned()).toHaveLength(0);
    expect(screen.queryByText(MISSING)).toBeNull();
    release();
    await screen.findByRole("heading", { level: 1, name: /Dock/ });
    expect(screen.queryByText(MISSING)).toBeNull();
  });

  it("[TA-77] is found under its new name, and offers nothing once its deletion is planned", async () => {
    plan("update", "20.40", { number: "20.49" });
    await world.show("/netdoc/sites/nord/20.49");
    await screen.findByRole("heading", { level: 1, name: /Altbau/ });
    cleanup();
    plan("delete", "20.41");
    await world.show("/netdoc/sites/nord/20.41");
    await waitFor(() => expect(document.querySelector("header .planned-mark")?.textContent).toBe("goes"));
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    const header = within(document.querySelector("header") ?? document.body);
    expect(header.getAllByRole("button").map((one) => one.getAttribute("aria-label"))).toEqual([
      "Keep on the start page",
    ]);
    cleanup();
    await world.show("/netdoc/sites/nord");
    const actions = async (number: string): Promise<readonly (string | null)[]> => {
      await userEvent.click((await rowOf(number)).getByRole("button", { name: /^Actions for/ }));
      const entries = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
      await userEvent.keyboard("{Escape}");
      return entries;
    };
    expect(await actions("20.41")).toEqual(["History"]);
    expect(await actions("20.49")).toEqual(["Edit", "Delete", "History"]);
  });

  it("[TA-77] offers nothing new below it once its deletion is planned", async () => {
    const isMarked = () => document.querySelector("header .planned-mark")?.textContent;
    const offers = () =>
      screen
        .queryAllByRole("button")
        .map((one) => one.getAttribute("aria-label") ?? one.textContent)
        .filter((name) => /^(New|More)/.test(name));
    await world.show("/netdoc/sites/nord/20.40");
    await screen.findByRole("button", { name: "New room" });
    expect(offers()).toContain("New room");
    plan("delete", "20.40");
    await waitFor(() => expect(isMarked()).toBe("goes"));
    expect(offers()).toEqual([]);
    cleanup();
    submit(element("nd.site", "delete", { name: "nord" }, {}));
    await world.show("/netdoc/sites/nord");
    await waitFor(() => expect(isMarked()).toBe("goes"));
    await rowOf("20.41");
    expect(offers()).toEqual([]);
  });

  it("[TA-78] can be chosen in a field, unlike an object whose deletion is planned", async () => {
    const made = element("nd.site", "create", {}, { name: "suedost", title: "Sonnenhof" });
    submit(made, element("nd.site", "delete", { name: "sued" }, {}));
    await world.show("/object/nd.bldg");
    const offered = async (): Promise<boolean> => {
      await userEvent.click(await screen.findByRole("button", { name: /^New building/ }));
      const dialog = within(await screen.findByRole("dialog"));
      await userEvent.type(dialog.getByRole("combobox", { name: "Site" }), "sued");
      await dialog.findByRole("option", { name: /suedost/ });
      return dialog.queryByRole("option", { name: /sued(?!ost)/ }) !== null;
    };
    expect(await offered()).toBe(false);
    cleanup();
    world.portal.txlist.submit({ kind: "clear" });
    submit(made);
    await world.show("/object/nd.bldg");
    expect(await offered()).toBe(true);
  });

  it("[TA-78] is chosen and shown by its name and passes the test, even if only the apply gives its number", async () => {
    submit(element("nd.room", "create", {}, { site: "nord", bldg: "20.40", name: "007" }));
    await world.show("/object/nd.module");
    await userEvent.click(await screen.findByRole("button", { name: /^New module/ }));
    const dialog = within(await screen.findByRole("dialog"));
    await userEvent.type(dialog.getByRole("textbox", { name: "Name" }), "A1");
    await userEvent.type(dialog.getByRole("combobox", { name: /^Module type/ }), "schrank");
    await userEvent.click(await dialog.findByRole("option", { name: /schrank/ }));
    await userEvent.type(dialog.getByRole("combobox", { name: "Room" }), "007");
    await userEvent.click(await dialog.findByRole("option", { name: /007/ }));
    await userEvent.click(dialog.getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toHaveLength(2));
    const [room, module] = planned();
    expect(module).toMatchObject({
      content: {
        parameters: { new: { name: "A1" } },
        new_ref_params: [{ idx: room?.uuid, params: { room_gfk: "gpk" } }],
      },
    });
    await waitFor(() =>
      expect(document.querySelector(".planned-item:last-child")?.textContent).toContain("007"),
    );
    await userEvent.click(screen.getByRole("button", { name: "Test" }));
    await waitFor(() => expect(world.portal.txlist.state.run.phase).toBe("success"));
    // The element opens with the same room, before and after the test.
    await userEvent.click(screen.getByRole("button", { name: /^new\s*Module/ }));
    const again = within(await screen.findByRole("dialog"));
    await waitFor(() =>
      expect(again.getByRole<HTMLInputElement>("combobox", { name: "Room" }).value).toContain("007"),
    );
  });
});
