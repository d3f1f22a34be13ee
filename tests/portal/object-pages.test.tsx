import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import {
  apply,
  at,
  chooseIn,
  element,
  elements,
  expectAccessible,
  fill,
  follow,
  formOf,
  main,
  openForm,
  plan,
  press,
  rowOf,
  rowsOf,
  test,
  titled,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const first = (rows: readonly Row[] | undefined, name: string): string => textIn(rows?.[0]?.[name]);
const tells = (text: string | RegExp) =>
  waitFor(() => {
    if (typeof text === "string") expect(main().textContent).toContain(text);
    else expect(main().textContent).toMatch(text);
  });
const links = (name: string | RegExp) => within(main()).findAllByRole("link", { name });

async function planSite(values: Readonly<Record<string, string>>): Promise<void> {
  const form = await openForm("Edit");
  for (const [label, text] of Object.entries(values)) await fill(within(form).getByLabelText(label), text);
  await plan(form);
}

interface Imported {
  readonly title: string;
  readonly type: string;
  readonly does: string;
  readonly old?: object;
  readonly new?: object;
}

/** Replaces the planned list by the elements of a pasted file. */
async function importElements(some: readonly Imported[]): Promise<void> {
  await press("Whole list");
  await userEvent.click(await screen.findByRole("menuitem", { name: /^Import/ }));
  const dialog = await screen.findByRole("dialog", { name: /^Import/ });
  const transaction = some.map(({ title, type, does, old = {}, new: now = {} }) => ({
    ta_type: "db_editor_simple",
    content: {
      object_fq_name: type,
      object_function: does,
      parameters: { old, new: now },
      object_title: title,
      show_result: true,
    },
  }));
  const file = { creation_time: "", author: "", serialization_version: 2, transaction };
  await fill(within(dialog).getByRole("textbox"), JSON.stringify(file));
  await press("Replace the list", dialog);
  await waitFor(() => expect(elements()).toHaveLength(some.length));
}

describe("the object explorer", () => {
  it("[ROUTE-66] all object types are listed below their systems, and each leads to the list of its objects", async () => {
    const known = await portal.rows("ada", "wapi.object_type.list", {
      filter_params_dict: { system: { ne: "tmp" } },
    });
    const names = known.map((row) => textIn(row["fq_name"]));
    await portal.enter("ada", "/object?size=500");
    await links("org.unit_type");
    let system = "";
    const listed: string[] = [];
    for (const row of rowsOf(/type/)) {
      const name = within(row).queryByRole("link")?.textContent ?? null;
      if (name === null) system = row.textContent.trim().split(/\s/)[0] ?? "";
      else {
        listed.push(name);
        expect(name.startsWith(`${system}.`), `${name} below ${system}`).toBe(true);
      }
    }
    expect(listed.toSorted()).toEqual(names.toSorted());
    for (const name of ["org.unit_type", "dns.record_type", "wapi.data_type"]) {
      await visit("/object?size=500");
      await follow(name);
      await at(`/object/${name}`);
      await waitFor(() => expect(rowsOf(/./)).not.toEqual([]));
    }
  });

  it("[OBJ-06] [OBJ-08] [ROUTE-53] the explorer leads from types to objects, to the objects that they refer to, and back", async () => {
    await portal.enter("ada", "/object");
    await titled("Object types");
    await fill(await screen.findByRole("searchbox", { name: /^Filter/ }), "nd.bcd");
    await at("/object?q=nd.bcd");
    await expectAccessible();
    await follow("nd.bcd");
    await at("/object/nd.bcd");
    await fill(await screen.findByRole("searchbox", { name: /^Filter: BCD/ }), "itc-tga");
    await waitFor(() => expect(rowsOf("BCD").map(({ textContent }) => textContent)).toHaveLength(1));
    await rowOf("BCD", "itc-tga");
    await expectAccessible();

    const gpk = first(await portal.rows("ada", "nd.bcd.list", { name: "itc-tga" }), "gpk");
    await visit(`/object/${gpk}`);
    await titled(/itc-tga/);
    await tells("Security level");
    await tells(/History|No changes are recorded/);
    await expectAccessible();
    await follow(/^10\.\d+\.\d+\.\d+\/\d+$/);
    await at(/^\/dnsvs\/subnets\/[\d.]+-\d+$/);
    await follow("itc-tga");
    await at(/itc-tga|bcd-/);
    await titled(/itc-tga/);
  });

  it("[OBJ-06] the page of an object shows all its attributes under their names, and what its title says to experts only", async () => {
    const { bcd, name } = await portal.run("ada", [
      { idx: "bcd", name: "nd.bcd.list", old: { name: "itc-tga" } },
      { idx: "name", name: "wapi.object_type_attr_lang_dict.list", old: { object_fq_name: "nd.bcd" } },
    ]);
    const row = bcd?.[0] ?? {};
    const labelOf = (attribute: string) =>
      first(
        name?.filter((one) => one["attribute"] === attribute && one["language_tag"] === "en"),
        "name",
      );
    const told = Object.keys(row).filter((one) => !["gpk", "is_own", "language_dict", "name"].includes(one));
    expect(told.length).toBeGreaterThan(4);
    await portal.enter("ada", `/object/${first(bcd, "gpk")}`);
    await titled(/itc-tga/);
    const lacking = (attributes: readonly string[]) => {
      const labels = [...main().querySelectorAll("dt")].map(({ textContent }) => textContent);
      return attributes.filter((one) => !labels.includes(labelOf(one)));
    };
    await waitFor(() => expect(lacking(told.filter((one) => row[one] !== null))).toEqual([]));
    expect(lacking(["name"])).toEqual(["name"]);
    localStorage.setItem("expert", "true");
    await portal.load(window.location.pathname);
    await waitFor(() => expect(lacking([...told, "name"])).toEqual([]));
  });

  it("[OBJ-09] an unknown object, and one that may not be read, is reported as missing", async () => {
    const gpks = async (person: string) =>
      (await portal.rows(person, "nd.bcd.list")).map((row) => textIn(row["gpk"]));
    const own = await gpks("greta");
    const hidden = (await gpks("ada")).find((gpk) => !own.includes(gpk)) ?? "";
    expect(hidden).toMatch(/^bcd-/);
    await portal.enter("greta");
    for (const gpk of [hidden, "bcd-99999999", "nonsense-1", "no gpk <b>", "x".repeat(65)]) {
      await visit(`/object/${encodeURIComponent(gpk)}`);
      await titled(gpk);
      await tells("Empty result returned.");
      await tells(gpk);
    }
    await visit("/object/no.such_type");
    await tells("no.such_type");
    await expectAccessible();
  });

  it("[OBJ-08] the page of an object links the objects that it refers to and those that refer to it, and offers the functions of its type", async () => {
    await portal.run("ada", [{ name: "nd.site.create", new: { name: "walk-logged" } }]);
    const { site, bldg, log, port } = await portal.run("ada", [
      { idx: "site", name: "nd.site.list", old: { fetch_limit: 1 } },
      { idx: "bldg", name: "nd.bldg.list", inner_join_ref: { site: "default" }, old: { fetch_limit: 1 } },
      { idx: "log", name: "wapi.change_log.list", old: { fetch_limit: 1 } },
      { idx: "port", name: "nd.p_port.list", old: { fetch_limit: 1 } },
    ]);
    const ofPorts = () => within(main()).queryAllByRole("button", { name: /^(Connect|Disconnect)$/ });
    const [name, number] = [first(site, "name"), first(bldg, "number")];
    await portal.enter("ada", `/object/${first(site, "gpk")}`);
    await titled(new RegExp(name));
    expect(await links(number)).not.toEqual([]);
    await visit(`/object/${first(bldg, "gpk")}`);
    await titled(new RegExp(number));
    expect(await links(name)).not.toEqual([]);
    const form = await openForm("Edit");
    expect(within(form).getByLabelText("Title")).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(form.isConnected).toBe(false));
    expect(within(main()).getAllByRole("button", { name: "Delete" })).not.toEqual([]);
    expect(ofPorts()).toEqual([]);
    await visit(`/object/${first(port, "gpk")}`);
    await waitFor(() => expect(ofPorts()).not.toEqual([]));
    await visit(`/object/${first(log, "gpk")}`);
    await waitFor(() => expect(main().querySelector("dl")).not.toBeNull());
    expect(within(main()).queryByRole("button", { name: /^(Edit|Delete)$/ })).toBeNull();
    expect(ofPorts()).toEqual([]);
  });

  it("[OBJ-08] [API-65] a transaction is found in the history of an object and reversed as a whole", async () => {
    await portal.run("ada", [
      { name: "nd.site.create", new: { name: "walk-reverse", title: "Werft" } },
      { name: "nd.bldg.create", new: { site: "walk-reverse", number: "1", title: "Halle" } },
    ]);
    await portal.run("ada", [
      { name: "nd.site.update", old: { name: "walk-reverse" }, new: { title: "Hafen" } },
      { name: "nd.bldg.delete", old: { site: "walk-reverse", number: "1" } },
    ]);
    await portal.enter("ada", "/netdoc/sites/walk-reverse");
    const history = () =>
      within(main())
        .getAllByRole("listitem")
        .filter(({ textContent }) => textContent.includes("by ada"));
    // The folded history shows only the newest change.
    await waitFor(() => expect(history()).toHaveLength(1));
    await press(/^History 4$/);
    // The history has changes of the object and of its deleted building.
    await waitFor(() => expect(history()).toHaveLength(4));
    expect(history().filter(({ textContent }) => textContent.includes("Building"))).toHaveLength(2);
    const renamed = () => history().find(({ textContent }) => textContent.includes("Hafen")) ?? main();
    await follow("transaction", renamed);
    await screen.findByRole("heading", { name: "Changes" });
    await waitFor(() => expect(history()).toHaveLength(2));
    await expectAccessible();
    await press("Plan the reverse of all");
    await waitFor(() => expect(elements()).toHaveLength(2));
    expect(elements()[0]?.textContent).toContain("Halle");
    expect(elements()[1]?.textContent).toContain("Werft");
    await expectAccessible();
    await press("Undo");
    await waitFor(() => expect(elements()).toEqual([]));
    await press("Redo");
    await waitFor(() => expect(elements()).toHaveLength(2));
    await apply();
    await visit("/netdoc/sites/walk-reverse");
    await titled(/Werft/);
    await rowOf(/Building/, "Halle");
  });
});

describe("an apply", () => {
  it("[ERR-11] [TA-53] a value that somebody else has changed is refused with hint and details, and the list stays and can be edited", async () => {
    await portal.run("ada", [{ name: "nd.site.create", new: { name: "walk-conflict", campus: "Anfang" } }]);
    await portal.enter("ada", "/netdoc/sites/walk-conflict");
    await planSite({ Campus: "Mein Campus" });
    await portal.run("ada", [
      { name: "nd.site.update", old: { name: "walk-conflict" }, new: { campus: "Ihr Campus" } },
    ]);
    await press("Apply");
    const alert = await within(await element("walk-conflict")).findByRole("alert");
    expect(alert.querySelector(".planned-fault-title")?.textContent).toMatch(/^The object was changed since/);
    expect(alert.querySelector(".planned-fault-title + p")?.textContent).not.toBe("");
    const details = within(alert).getByText("Details").closest("details");
    expect(details?.open).toBe(false);
    await userEvent.click(within(alert).getByText("Details"));
    await waitFor(() =>
      expect(alert.querySelector("details[open] pre")?.textContent).toContain('"name": "conflict"'),
    );
    expect((await element("walk-conflict")).textContent).toContain("Anfang");
    await expectAccessible();
    await chooseIn(() => element("walk-conflict"), "Edit");
    const again = await formOf("Replace planned change");
    expect(within(again).getByLabelText<HTMLInputElement>("Campus").value).toBe("Mein Campus");
    await fill(within(again).getByLabelText("Campus"), "Unser Campus");
    await press("Replace planned change", again);
    await waitFor(async () => expect((await element("walk-conflict")).textContent).toContain("Unser Campus"));
    expect(elements()).toHaveLength(1);
  });

  it("[TA-49] [TA-59] leads a page of many objects to their new state, and empties the planned list", async () => {
    await portal.enter("ada", "/netdoc/sites?q=walk-brought");
    await tells("walk-brought");
    await press(/^Planned changes/);
    await importElements([{ title: "Neu", type: "nd.site", does: "create", new: { name: "walk-brought" } }]);
    const marks = () => [...main().querySelectorAll(".planned-mark")].map(({ textContent }) => textContent);
    await rowOf("Site", "walk-brought");
    expect(marks()).toEqual(["new"]);
    await apply();
    await rowOf("Site", "walk-brought");
    await waitFor(() => expect(marks()).toEqual([]));
  });

  it("[TA-49] [TA-60] [TA-69] [ROUTE-11] on the screen of an object returns to it with the new values", async () => {
    await portal.run("ada", [{ name: "nd.site.create", new: { name: "walk-launch", title: "Alt" } }]);
    await portal.enter("ada", "/netdoc/sites/walk-launch");
    await planSite({ Name: "walk-launch-neu" });
    const { promise: held, resolve: answer } = Promise.withResolvers<null>();
    let asked = 0;
    portal.answer("/api/4.2/wapi/transaction/execute", async ({ body }, ask) => {
      if (!body.includes("gpk_list")) return ask();
      asked += 1;
      await held;
      return ask();
    });
    const opened = vi.spyOn(window.history, "pushState");
    await press("Apply");
    await waitFor(() => expect(asked).toBe(1));
    expect(elements()).toEqual([]);
    // Until the new address is known the page is neither empty nor missing.
    await titled("walk-launch Alt");
    answer(null);
    await at("/netdoc/sites/walk-launch-neu");
    await titled(/walk-launch-neu/);
    expect(opened.mock.calls.map(([, , url]) => String(url))).toContainEqual(
      expect.stringMatching(/\/launch\/nd\.site\/site-\d+$/),
    );
  });

  it("[LAUNCH-09] that deletes the object of the page shows a message and leads one level up", async () => {
    await portal.run("ada", [{ name: "nd.site.create", new: { name: "walk-gone" } }]);
    await portal.enter("ada", "/netdoc/sites/walk-gone");
    await titled(/walk-gone/);
    await press("Delete", main());
    await press("Apply");
    await at("/netdoc/sites");
    await titled("Sites");
    await screen.findByText(/walk-gone.* was deleted\.$/);
  });
});

it("[OBJ-08] a module that was deleted with its ports and a cable comes back from the page of changes", async () => {
  const create = (
    idx: string,
    type: string,
    values: Readonly<Record<string, string>>,
    refs: Readonly<Record<string, string>> = {},
  ) => ({
    idx,
    name: `${type}.create`,
    new: values,
    new_ref_params: Object.entries(refs).map(([name, from]) => ({ idx: from, params: { [name]: "gpk" } })),
  });
  const made = await portal.run("ada", [
    create("site", "nd.site", { name: "walk-back" }),
    create("bldg", "nd.bldg", { site: "walk-back", number: "1" }),
    create("room", "nd.room", { site: "walk-back", bldg: "1", name: "101" }),
    create("class", "ndcfg.module_type_class", { name: "walk-back" }),
    create("type", "ndcfg.module_type", { name: "walk-back", class: "walk-back", title: "Panel" }),
    create("one", "nd.module", { module_type: "walk-back", name: "one" }, { room_gfk: "room" }),
    create("two", "nd.module", { module_type: "walk-back", name: "two" }, { room_gfk: "room" }),
    create("p1", "nd.p_port", { name: "p1" }, { module_gfk: "one" }),
    create("p2", "nd.p_port", { name: "p2" }, { module_gfk: "one" }),
    create("far", "nd.p_port", { name: "far" }, { module_gfk: "two" }),
  ]);
  const gpk = (idx: string): string => first(made[idx], "gpk");
  await portal.run("ada", [
    { name: "nd.p_port.connect", old: { gpk: gpk("p1") }, new: { p_port_gfk: gpk("far") } },
  ]);
  /** Contents of the room by name: modules and ports with the ends of their cables. */
  const state = async (): Promise<readonly string[]> => {
    const { module = [], port = [] } = await portal.run("ada", [
      { idx: "bldg", name: "nd.bldg.list", old: { site: "walk-back" } },
      { idx: "room", name: "nd.room.list", inner_join_ref: { bldg: "default" } },
      { idx: "module", name: "nd.module.list", inner_join_ref: { room: "default" } },
      { idx: "port", name: "nd.p_port.list", inner_join_ref: { module: "default" } },
    ]);
    const names = new Map(port.map((row) => [row["gpk"], textIn(row["fq_name"])]));
    const ends = port.map(
      (row) => `${textIn(row["fq_name"])} ${names.get(row["remote_gfk"] ?? null) ?? "free"}`,
    );
    return [...module.map((row) => textIn(row["fq_name"])), ...ends].toSorted();
  };
  const before = await state();
  expect(before).toContain("walk-back/1/101/one/p1 walk-back/1/101/two/far");
  const room = `/netdoc/sites/walk-back/1/${gpk("room")}`;
  await portal.enter("ada", `/netdoc/modules/${gpk("one")}`);
  await press("Delete", main());
  // The cable blocks the deletion; the ports are deleted with their module.
  await element("in the way:");
  expect((await element("one")).textContent).toContain("is disconnected");
  await expectAccessible();
  await press(/as one element$/, await element("one"));
  await element("By itself goes along:");
  await apply();
  expect(await state()).toEqual(["walk-back/1/101/two", "walk-back/1/101/two/far free"]);

  // The page of the room shows the deletion, and the page of changes shows everything that it changed.
  await visit(room);
  await press(/^History/);
  const entries = () =>
    [...document.querySelectorAll(".history-entry")].filter(
      ({ textContent }) =>
        textContent.includes("walk-back/1/101/one") && textContent.includes("Deleted by ada"),
    );
  await waitFor(() => expect(entries()).toHaveLength(1));
  await visit("/changes");
  const gone = () =>
    waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>(".change-card")].find(
        (card) =>
          card.textContent.includes("walk-back/1/101/one") &&
          within(card).queryByRole("heading", { name: /Deleted: / }) !== null,
      );
      if (found === undefined) throw new Error("the deletion is not told");
      return found;
    });
  await follow("transaction", gone);
  await press("Plan the reverse of all");
  await waitFor(() => expect(elements()).not.toEqual([]));
  // Only internal keys are lost. The elements say so, and no question is asked.
  expect(screen.queryByRole("dialog")).toBeNull();
  await screen.findAllByText(/internal key/);
  await test(/^Test passed for \d+ change/);
  await apply();
  expect(await state()).toEqual(before);
  await visit(room);
  await rowOf("Modules", "one");
});
