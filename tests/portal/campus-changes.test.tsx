import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { Palette } from "../../src/views/palette/palette.tsx";
import {
  apply,
  chooseIn,
  chooseReference,
  elements,
  expectAccessible,
  fill,
  openForm,
  plan,
  press,
  rowOf,
  rowsOf,
  test,
} from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

let demo: Campus;
let ada: Awaited<ReturnType<Campus["as"]>>;

beforeAll(async () => {
  demo = await campus();
  ada = await demo.as("ada");
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  ada.client.clear();
  ada.portal.txlist.submit({ kind: "clear" });
  ada.portal.txlist.dismissResult();
  ada.portal.shell.setAsPlanned(true);
});

async function rows(name: Step["name"], old: Params): Promise<readonly Row[]> {
  return (await ada.apply([{ idx: "rows", name, old }]))["rows"] ?? [];
}

const dialog = (name: RegExp) => screen.findByRole("dialog", { name });

async function chooseForSelected(entry: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole("checkbox", { name: "Select all rows" }));
  await press("Actions for the selected rows");
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
}

describe("many rows", () => {
  it("are changed alike by one form, in one step that Undo removes", async () => {
    await ada.show("/object/nd.bldg?q=Heide&size=0");
    await chooseForSelected(/^Change \d+ rows$/);
    const form = await dialog(/^Change: \d+ × Building$/);
    await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
    await expectAccessible();
    await press("Plan", form);
    await within(form).findAllByText(/Nothing was filled in/);
    await fill(within(form).getByLabelText("Address"), "Neuer Weg 1");
    await plan(form);
    expect(elements()[1]?.textContent).toContain("Neuer Weg 1");
    await test(/Test passed for \d+ changes/);
    await press("Undo");
    await waitFor(() => expect(elements()).toEqual([]));
  });
});

describe("a form", () => {
  it("[OBJ-56] below an object has the object filled in, and only experts can change that value", async () => {
    const { site } = await ada.apply([
      { idx: "site", name: "nd.site.create", new: { name: "below", title: "Werk" } },
    ]);
    await ada.show(`/object/${textIn(site?.[0]?.["gpk"])}`);
    const form = await openForm("New building");
    const field = within(form).getByRole<HTMLInputElement>("combobox", { name: "Site" });
    expect([field.value, field.disabled]).toEqual(["below", true]);
    await expectAccessible();
    await fill(within(form).getByLabelText("Number"), "77");
    await plan(form);
    await apply();
    await rowOf(/Building/, "77");
  });

  it("offers to create an object that a reference misses, and plans both in their order", async () => {
    await ada.show("/object/nd.bldg");
    const form = await openForm("New building");
    await fill(within(form).getByRole("combobox", { name: "Site" }), "new-site");
    await within(form).findByText("Nothing found that you may read");
    await expectAccessible();
    await press("New: Site", form);
    const inner = await dialog(/^New: Site$/);
    expect(within(inner).getByLabelText<HTMLInputElement>("Name").value).toBe("new-site");
    await plan(inner);
    expect(within(form).getByRole<HTMLInputElement>("combobox", { name: "Site" }).value).toBe("new-site");
    await fill(within(form).getByLabelText("Number"), "E9");
    await plan(form);
    expect(elements()[0]?.textContent).toContain("Site");
    expect(elements()[1]?.textContent).toContain("Building");
    await test(/Test passed for 2 changes/);
  });
});

describe("a deletion", () => {
  it("[TA-29] of a group from the menu of its row deletes its members too, as one element", async () => {
    await ada.apply([
      { name: "cntl.group.create", new: { name: "all" } },
      { name: "cntl.group.create", new: { name: "all_sub", parent_group_name: "all" } },
      { name: "cntl.mgr2group.create", new: { login_name: "greta", group_name: "all" } },
      { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "all" } },
    ]);
    await ada.show("/object/cntl.group?name.begins=all");
    await rowOf("Group", "all_sub");
    const [first = document.body] = rowsOf("Group");
    await chooseIn(first, "Delete");
    await screen.findByText(/3 objects stand in the way:/);
    const link = screen.getAllByRole("link", { name: "all_sub" }).at(-1);
    expect(link?.getAttribute("href")).toBe("/cntl/groups/all_sub");
    await press("Plan these 3 before, as one element");
    await screen.findByText(/with 3 further statements/);
    expect(elements()).toHaveLength(1);
    await apply();
    expect(await rows("cntl.group.list", { name_regexp: "^all" })).toEqual([]);
  });

  it("of a BCD from its page deletes subnet, pool and links too, as one element", async () => {
    await ada.apply([
      { name: "nd.bcd.create", new: { name: "e2e-all", id: "98.76", categ: "USER", seclvl: 1 } },
      { name: "nd.ip_subnet.create", new: { cidr: "192.0.2.0/25", bcd: "e2e-all" } },
      { name: "dhcp.pool.create", new: { first_addr: "192.0.2.50", last_addr: "192.0.2.60" } },
      { name: "nd.bcd2ou.create", new: { bcd: "e2e-all", ou: "UTM" } },
    ]);
    await ada.show("/cntl/bcds/e2e-all");
    await press("Delete");
    await screen.findByText(/2 objects stand in the way:/);
    const [element = document.body] = elements();
    expect(within(element).getAllByRole("link", { name: "192.0.2.0/25" }).length).toBeGreaterThan(0);
    // The link to the OE and the DHCP settings are deleted with the BCD.
    expect(element.textContent).toContain("e2e-all UTM");
    await press(/as one element$/);
    await waitFor(() => expect(elements()[0]?.textContent).not.toContain("in the way"));
    await test(/Test passed for 1 change/);
    await apply();
    cleanup();
    const { container } = await ada.show("/cntl/bcds/e2e-all");
    await waitFor(() => expect(container.textContent).toContain("invalid BCD"));
  });

  it("of an OE deletes the OEs below it and their assignments too", async () => {
    const [type] = await rows("org.unit_type.list", {});
    const unit = (short_name: string, parent: string): Step => ({
      name: "org.unit.create",
      new: { short_name, title: short_name, parent, unit_type: type?.["short_name"] ?? null },
    });
    await ada.apply([
      unit("WALK", "UTM"),
      unit("SUB", "UTM::WALK"),
      { name: "cntl.group.create", new: { name: "walk-unit", ou: "UTM::WALK::SUB" } },
    ]);
    await ada.show("/org/ou/UTM%3A%3AWALK");
    await press("Delete");
    await press(/as one element$/);
    await waitFor(() => expect(elements()[0]?.textContent).not.toContain("in the way"));
    await apply();
    expect(await rows("org.unit.list", { fq_name_list: ["UTM::WALK", "UTM::WALK::SUB"] })).toEqual([]);
  });
});

it("[TA-78] a planned name is found by the search, and a planned site is chosen in a form", async () => {
  await ada.show("/netdoc/sites");
  const made = await openForm("New site");
  await fill(within(made).getByLabelText("Name"), "sun-1");
  await plan(made);
  cleanup();
  await ada.show("/object/dns.fqdn");
  const named = await openForm("New FQDN");
  await fill(within(named).getByLabelText("FQDN"), "planned-walk.example.org.");
  await plan(named);
  cleanup();
  await ada.show("/home", {}, <Palette term="planned-walk" commands={[]} onJoke={() => undefined} />);
  const [line = document.body] = await screen.findAllByRole("option", { name: /planned-walk\.example\.org/ });
  await userEvent.click(line);
  await screen.findByRole("heading", { level: 1, name: /planned-walk\.example\.org/ });
  cleanup();
  await ada.show("/object/nd.bldg");
  const form = await openForm("New building");
  await chooseReference(form, "Site", "sun-1");
  const { value } = within(form).getByRole<HTMLInputElement>("combobox", { name: "Site" });
  expect(value).toContain("sun-1");
});

it("[TA-78] a name that is planned to go is not found by the search", async () => {
  const name = "going-walk.example.org.";
  await ada.apply([{ name: "dns.fqdn.create", new: { value: name } }]);
  const { options } = ada.portal.search.state;
  // Nobody owns the name.
  ada.portal.search.setOptions({ ...options, isOwn: false });
  const search = () =>
    ada.show("/home", {}, <Palette term="going-walk" commands={[]} onJoke={() => undefined} />);
  await search();
  expect(await screen.findAllByRole("option", { name: /going-walk\.example\.org/ })).not.toEqual([]);
  cleanup();
  await ada.show("/object/dns.fqdn?value.begins=going-walk");
  await chooseIn(await rowOf("FQDN", "going-walk"), "Delete");
  await waitFor(() => expect(elements()).toHaveLength(1));
  cleanup();
  ada.client.clear();
  await search();
  await screen.findByText("Nothing found.");
  expect(screen.queryByRole("option", { name: /going-walk\.example\.org/ })).toBeNull();
  ada.portal.search.setOptions(options);
});

it("[TA-94] planned accounts and OEs have their names as titles and in lists, and are chosen by them", async () => {
  await ada.show("/user/tokens");
  const made = await openForm("New subaccount");
  await fill(within(made).getByLabelText("Id of the subaccount"), "walk");
  await plan(made);
  expect(elements()[0]?.querySelector(".planned-title")?.textContent).toBe("ada-walk");
  await rowOf("Subaccounts", "ada-walk");
  const token = await openForm("New API token");
  await chooseReference(token, "Account", "ada-walk");
  expect(within(token).getByRole<HTMLInputElement>("combobox", { name: "Account" }).value).toContain(
    "ada-walk",
  );
  cleanup();

  const [type] = await rows("org.unit_type.list", {});
  const unit = { short_name: "WALK", title: "Walks", parent: "UTM", unit_type: type?.["short_name"] ?? "" };
  const items = [
    ["org.unit", unit],
    ["cntl.mgr", { is_svc: true, svc_id: "walk", ou: "UTM" }],
  ] as const;
  for (const [object_fq_name, values] of items)
    ada.portal.txlist.submit({
      kind: "add",
      item: {
        uuid: crypto.randomUUID(),
        ta_type: "db_editor_simple",
        variant: null,
        content: {
          object_fq_name,
          object_function: "create",
          parameters: { old: {}, new: values },
          preview_fields: [],
          object_title: "",
          show_result: false,
          non_optionals: [],
          input_reducer: null,
        },
      },
    });
  await ada.show("/cntl/svc-accounts");
  await rowOf(/./, "svc-walk");
  cleanup();
  await ada.show("/cntl/svc-accounts/svc-walk");
  await screen.findByRole("heading", { level: 1, name: /svc-walk/ });
  cleanup();
  await ada.show("/user/tokens");
  const given = await openForm("New API token");
  await chooseReference(given, "Account", "svc-walk");
  expect(within(given).getByRole<HTMLInputElement>("combobox", { name: "Account" }).value).toContain(
    "svc-walk",
  );
  cleanup();
  await ada.show("/org/ou/UTM%3A%3AWALK");
  await screen.findByRole("heading", { level: 1, name: /UTM::WALK|WALK/ });
  cleanup();
  await ada.show("/cntl/groups");
  const group = await openForm("New group");
  await chooseReference(group, "OE", "UTM::WALK");
  expect(within(group).getByRole<HTMLInputElement>("combobox", { name: /^OE/ }).value).toContain("UTM::WALK");
});

describe("rights on pages", () => {
  it("[PERM-22] leave only those controls open that the account may use: own BCD, its parts, own group, another OE", async () => {
    const greta = await demo.as("greta");
    const lists = await greta.apply([
      { idx: "bcd", name: "nd.bcd.list", old: { is_own: true } },
      { idx: "link", name: "cntl.mgr2group.list", old: { is_own: true } },
      { idx: "unit", name: "org.unit.list", old: { is_own: false, level: 2 } },
    ]);
    const first = (of: string, name: string): string => textIn(lists[of]?.[0]?.[name]);

    await greta.show(`/cntl/bcds/${first("bcd", "name")}`);
    // Owners may change only the description; the other fields are locked and name the missing permission.
    const form = await openForm("Edit");
    expect(within(form).getByLabelText<HTMLInputElement>("Description").disabled).toBe(false);
    expect(within(form).getByLabelText<HTMLInputElement>("Security level").disabled).toBe(true);
    expect(within(form).getAllByText(/Locked: needs nd\.rw:bcd/).length).toBeGreaterThan(0);
    await expectAccessible();
    await press("Cancel", form);
    await waitFor(() => expect(form.isConnected).toBe(false));
    expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
    await press("More actions");
    expect(await screen.findByRole("menuitem", { name: /Delete.*needs nd\.rw:bcd/s })).toBeTruthy();
    cleanup();

    // Administrators of a group manage its members, although the links are not own rows of theirs.
    await greta.show(`/cntl/groups/${first("link", "group_name")}`);
    await screen.findByRole("button", { name: "Add member" });
    await press(/^Actions for/, await rowOf("Accounts", "greta"));
    expect(await screen.findByRole("menuitem", { name: "Remove" })).toBeTruthy();
    expect(screen.queryByRole("menuitem", { name: /needs/ })).toBeNull();
    cleanup();

    // Administrators of another OE are shown, with locked controls only.
    await greta.show(`/org/ou/${encodeURIComponent(first("unit", "fq_name"))}`);
    await screen.findByRole("heading", { name: "Administrators" });
    expect(screen.getAllByRole("button", { name: "More actions" }).length).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Add administrator" })).toBeNull();
  });
});
