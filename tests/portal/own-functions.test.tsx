import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import { exportList } from "#core/txlist/file";
import { items } from "#core/txlist/history";
import { toSteps } from "#core/txlist/to-steps";
import { writeDocumentedType } from "../support/documented-type.ts";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

const ROOT = join(import.meta.dirname, "..", "..");
/** Files outside of the project cannot be imported in the environment of a browser. */
const RESULTS = join(ROOT, "test-results");
mkdirSync(RESULTS, { recursive: true });
const folder = mkdtempSync(join(RESULTS, "own-"));
const gpks = new Map<string, string>();
let world: PortalWorld;

beforeAll(async () => {
  writeDocumentedType(folder);
  world = await portalWorld(folder);
  const loan = (device: string) => ({
    idx: device,
    name: "lab.loan.create",
    new: { device, login_name: "ada", weeks: 3 },
  });
  const made = await world.apply([
    ...["ladder", "meter", "scope"].map(loan),
    { name: "nd.site.create", new: { name: "nord" } },
    { name: "nd.bldg.create", new: { site: "nord", number: "1" } },
    { idx: "room", name: "nd.room.create", new: { site: "nord", bldg: "1", name: "001" } },
    { name: "ndcfg.module_type_class.create", new: { name: "panel" } },
    { name: "ndcfg.module_type.create", new: { name: "panel-2", class: "panel" } },
  ]);
  const { module } = await world.apply([
    {
      idx: "module",
      name: "nd.module.create",
      new: { name: "A", module_type: "panel-2", room_gfk: made["room"]?.[0]?.["gpk"] ?? null },
    },
  ]);
  const module_gfk = module?.[0]?.["gpk"] ?? null;
  const ports = await world.apply(
    ["1", "2"].map((name) => ({ idx: name, name: "nd.p_port.create", new: { module_gfk, name } })),
  );
  for (const [name, [row]] of Object.entries({ ...made, ...ports })) gpks.set(name, textIn(row?.["gpk"]));
}, 900_000);
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});
afterEach(() => {
  cleanup();
  world.portal.txlist.submit({ kind: "clear" });
});

const planned = () => items(world.portal.txlist.state.history);
const weeksOf = async (device: string) =>
  (await world.apply([{ idx: "now", name: "lab.loan.list", old: { device } }]))["now"]?.[0]?.["weeks"];

/** Chooses an entry in the menu of a row. */
async function chooseIn(row: RegExp, entry: string) {
  const user = userEvent.setup();
  const [menu = document.body] = await screen.findAllByRole("button", { name: row });
  await user.click(menu);
  await user.click(await screen.findByRole("menuitem", { name: entry }));
  return user;
}

describe("a function that only one type has", () => {
  it("[OBJ-08] [OBJ-54] [TAFORM-42] is an action of each row: its form asks for its parameters and plans a step that names the object", async () => {
    await world.show("/object/lab.loan");
    const user = await chooseIn(/^Actions for ladder/, "Prolong");
    const dialog = await screen.findByRole("dialog", { name: "Prolong: ladder" });
    const weeks = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "By weeks" });
    // The default of the parameter, although the object has an attribute of the same name.
    expect(weeks.value).toBe("1");
    await user.clear(weeks);
    await user.type(weeks, "4");
    await user.click(within(dialog).getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
    const [step] = toSteps(planned());
    expect(step).toMatchObject({ name: "lab.loan.prolong", old: { device: "ladder" }, new: { weeks: 4 } });
    await screen.findByText(/^Loan: prolong/);
    expect(screen.getAllByText("By weeks")).not.toEqual([]);
    await world.apply(toSteps(planned()));
    expect(await weeksOf("ladder")).toBe(7);
  });

  it("[OBJ-54] is a button on the page of the object", async () => {
    await world.show(`/object/${gpks.get("meter") ?? ""}`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Prolong" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Prolong: meter" }));
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
    expect(toSteps(planned())).toMatchObject([
      { name: "lab.loan.prolong", old: { device: "meter" }, new: { weeks: 1 } },
    ]);
  });

  it("[OBJ-54] [TAFORM-43] is planned for each selected row with the same values, for which its form asks as for one row", async () => {
    await world.show("/object/lab.loan");
    const user = userEvent.setup();
    for (const name of [/^Select meter/, /^Select scope/])
      await user.click(await screen.findByRole("checkbox", { name }));
    await user.click(await screen.findByRole("button", { name: "Actions for the selected rows" }));
    await user.click(screen.getByRole("menuitem", { name: "Prolong: 2" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Prolong: 2" }));
    const fields = dialog.getAllByRole<HTMLInputElement>("textbox");
    expect(fields).toEqual([dialog.getByRole("textbox", { name: "By weeks" })]);
    const [weeks = document.body] = fields;
    expect(fields[0]?.value).toBe("1");
    await user.clear(weeks);
    await user.type(weeks, "4");
    await user.click(dialog.getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toHaveLength(2));
    expect(toSteps(planned()).map(({ name, old, new: now }) => [name, old, now])).toEqual(
      ["meter", "scope"].map((device) => ["lab.loan.prolong", { device }, { weeks: 4 }]),
    );
  });

  it("[OBJ-54] is not offered for several rows if each of them needs another object of the type", async () => {
    await world.show("/object/nd.p_port");
    const user = userEvent.setup();
    const boxes = await screen.findAllByRole("checkbox", { name: /^Select (?!all)/ });
    expect(boxes).toHaveLength(2);
    for (const box of boxes) await user.click(box);
    await user.click(await screen.findByRole("button", { name: "Actions for the selected rows" }));
    expect(screen.getByRole("menuitem", { name: "Disconnect: 2" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: /^Connect/ })).toBeNull();
  });

  it("[OBJ-54] without parameters is planned at once", async () => {
    await world.show(`/object/${gpks.get("1") ?? ""}`);
    const user = userEvent.setup();
    await screen.findByRole("button", { name: "Connect" });
    await user.click(screen.getByRole("button", { name: "Disconnect" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(toSteps(planned())).toMatchObject([{ name: "nd.p_port.disconnect" }]);
    expect(toSteps(planned())[0]?.new).toBeUndefined();
  });

  it("[OBJ-54] that creates something without naming an object stands above the rows", async () => {
    await world.show("/object/dns.record");
    await screen.findByRole("button", { name: "New DNS record" });
    await userEvent.setup().click(screen.getByRole("button", { name: "Import" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Import: DNS record" }));
    expect(dialog.getByRole("combobox", { name: /^FQDN/ })).toBeTruthy();
  });
});

it("[OBJ-55] without the permission a function is open to accounts that the rule of the type allows, and locked for others", async () => {
  const { account } = world.portal;
  const visitor = { ...account.visitor, permissions: new Set<string>() };
  /** Buttons of the page, and entries of the menu with the locked actions. */
  const offered = async (loginName: string) => {
    await world.show(`/object/${gpks.get("meter") ?? ""}`, {
      account: { ...account, visitor, loginName },
    });
    await userEvent.click(
      (await screen.findAllByRole("button", { name: "More actions" }))[0] ?? document.body,
    );
    const locked = screen.getAllByRole("menuitem").map((entry) => entry.textContent);
    const isOpen = screen.queryByRole("button", { name: "Prolong" }) !== null;
    cleanup();
    return { isOpen, locked };
  };
  const needs = " needs lab.rw:loan";
  const words = ({ locked }: Awaited<ReturnType<typeof offered>>) =>
    locked.map((text) => text.replace(/\s*needs/, " needs"));
  const ada = await offered("ada");
  expect([ada.isOpen, words(ada)]).toEqual([true, [`Edit${needs}`, `Delete${needs}`]]);
  const otto = await offered("otto");
  expect([otto.isOpen, words(otto)]).toEqual([false, [`Edit${needs}`, `Prolong${needs}`, `Delete${needs}`]]);
});

it("[OBJ-59] a list without a title of its own has the plural name of its type", async () => {
  await world.show("/object/lab.loan");
  await screen.findByRole("grid", { name: "Loans" });
});

it("[TA-25] an element of such a function, or of a connection, has no form, and is moved and removed", async () => {
  const [port = "", other = ""] = ["1", "2"].map((name) => gpks.get(name) ?? "");
  await world.show(`/object/${port}`);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Disconnect" }));
  await waitFor(() => expect(planned()).toHaveLength(1));
  const [made] = planned();
  if (made === undefined || !("content" in made)) throw new Error("nothing is planned");
  const of = (uuid: string, content: object) => ({ ...made, uuid, content: { ...made.content, ...content } });
  world.portal.txlist.submit({
    kind: "append",
    items: [
      of("connect", { object_function: "connect", parameters: { old: { gpk: port }, new: { gpk: other } } }),
      of("prolong", { object_fq_name: "lab.loan", object_function: "prolong" }),
      of("bulk", { object_function: "bulk_update", parameters: { old: { gpk_list: [port] }, new: {} } }),
    ],
  });
  const lines = await waitFor(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".planned-item")];
    expect(shown).toHaveLength(4);
    return shown;
  });
  for (const line of lines) {
    const main = line.querySelector<HTMLElement>(".planned-main");
    expect(main?.getAttribute("aria-disabled")).toBe("true");
    await user.click(main ?? document.body);
    await user.click(within(line).getByRole("button", { name: /^Actions for/ }));
    const edit = await screen.findByRole("menuitem", { name: /^Edit/ });
    expect(edit.getAttribute("aria-disabled") ?? edit.hasAttribute("disabled")).toBeTruthy();
    await user.keyboard("{Escape}");
  }
  expect(screen.queryByRole("dialog")).toBeNull();
  lines[3]?.querySelector<HTMLElement>(".planned-main")?.focus();
  await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
  expect(planned().map(({ uuid }) => uuid)).toEqual([made.uuid, "connect", "bulk", "prolong"]);
  await user.keyboard("{Delete}");
  expect(planned().map(({ uuid }) => uuid)).toEqual([made.uuid, "connect", "prolong"]);
});

describe("a file with such a function", () => {
  const choose = async (text: string): Promise<void> => {
    const user = userEvent.setup();
    await world.show("/object/lab.loan");
    await user.click(await screen.findByRole("button", { name: "Whole list" }));
    await user.click(screen.getByRole("menuitem", { name: "Import …" }));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("textbox"));
    await user.paste(text);
    await user.click(dialog.getByRole("button", { name: "Replace the list" }));
  };

  it("[TA-33] is taken back completely after it was saved", async () => {
    await world.show("/object/lab.loan");
    const user = await chooseIn(/^Actions for scope/, "Prolong");
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
    const [item] = planned();
    const text = exportList(planned(), "ada", new Date());
    world.portal.txlist.submit({ kind: "clear" });
    cleanup();
    await choose(text);
    await waitFor(() => expect(planned()).toEqual([item]));
  });

  it.each([
    ["that another type has", { object_fq_name: "nd.bcd" }],
    ["that changes nothing", { object_function: "list" }],
  ])("[TA-33] is refused if it has a function %s", async (_, content) => {
    await world.show("/object/lab.loan");
    const user = await chooseIn(/^Actions for scope/, "Prolong");
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Plan" }));
    await waitFor(() => expect(planned()).toHaveLength(1));
    const [item] = planned();
    if (item === undefined || !("content" in item)) throw new Error("nothing is planned");
    const foreign = { ...item, content: { ...item.content, ...content } } as typeof item;
    const text = exportList([foreign], "ada", new Date());
    world.portal.txlist.submit({ kind: "clear" });
    cleanup();
    await choose(text);
    const alert = within(screen.getByRole("dialog")).getByRole("alert");
    await waitFor(() => expect(alert.textContent).toContain("must be a valid transaction list"));
    expect(planned()).toEqual([]);
  });
});
