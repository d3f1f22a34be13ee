import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import {
  apply,
  at,
  chooseInRow,
  chooseReference,
  element,
  elements,
  expectAccessible,
  fact,
  fill,
  follow,
  formOf,
  main,
  openForm,
  plan,
  planAtOnce,
  press,
  rowOf,
  rowsOf,
  titled,
} from "../support/by-hand.ts";
import { demoToken } from "../support/postgres.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const first = (rows: readonly Row[] | undefined, name: string): string => textIn(rows?.[0]?.[name]);
const all = (rows: readonly Row[], name: string): readonly string[] => rows.map((row) => textIn(row[name]));
const link = (name: string, place: HTMLElement = main()) => within(place).getByRole("link", { name });
const isGone = (table: string | RegExp, text: string) =>
  waitFor(() => expect(rowsOf(table).filter(({ textContent }) => textContent.includes(text))).toEqual([]));
const crumbs = () => screen.getByRole("navigation", { name: "Breadcrumb" });

/** Opens the form of a control, fills in one reference and plans it. */
async function assign(control: string, field: string, value: string): Promise<void> {
  const form = await openForm(control);
  await chooseReference(form, field, value);
  await plan(form);
}

async function fillIn(form: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values))
    await fill(within(form).getByLabelText(label, { selector: "input, textarea" }), text);
}

describe("organisational units", () => {
  it("[OU-01] [OU-02] [ROUTE-16] [ROUTE-17] OEs are a tree with short name and title, and the crumbs of an OE are the OEs above it", async () => {
    await portal.enter("ada", "/org/ou?size=500");
    const root = await rowOf("Organisational unit", "University of Tannmuehl");
    expect(root.getAttribute("aria-level")).toBe("1");
    expect(root.textContent).toContain("UTM");
    const second = await rowOf("Organisational unit", "Computing Centre");
    expect(second.getAttribute("aria-level")).toBe("2");
    await expectAccessible();
    await visit("/org/ou/UTM::RZ::IAP");
    await titled(/IAP/);
    await waitFor(() =>
      expect(
        within(crumbs())
          .getAllByRole("link")
          .map((one) => [one.textContent, one.getAttribute("href")]),
      ).toEqual([
        ["Organisational units", "/org/ou"],
        ["UTM", "/org/ou/UTM"],
        ["RZ", "/org/ou/UTM::RZ"],
      ]),
    );
    await follow("RZ", crumbs);
    await at("/org/ou/UTM::RZ");
    await titled(/RZ/);
    await rowOf("Administrators", "otto");
    await expectAccessible();
    await follow("UTM", crumbs);
    await at("/org/ou/UTM");
    await rowOf("Sub-OEs", "RZ");
  });

  it("[OU-03] [OU-04] [OU-06] [OU-07] [OU-08] [OU-09] an OE shows its units and assignments; administrators are added and removed by planned actions", async () => {
    await portal.enter("ada");
    for (const [type, old, section, attribute] of [
      ["nd.bcd2ou.list", {}, "BCDs", "bcd"],
      ["dns.fqdn2ou.list", {}, "Names", "fqdn"],
      ["cntl.group2ou.list", {}, "Groups", "group_name"],
      ["cntl.mgr2ou.list", { is_admin: false }, "Assigned accounts", "login_name"],
    ] as const) {
      const rows = await portal.rows("ada", type, old);
      await visit(`/org/ou/${first(rows, "ou")}`);
      await rowOf(section, first(rows, attribute));
    }
    await visit("/org/ou/UTM::RZ");
    const below = link("IAP", await rowOf("Sub-OEs", "IAP"));
    const units = await portal.rows("ada", "org.unit.list", { parent: "UTM::RZ" });
    await waitFor(() => expect(rowsOf("Sub-OEs")).toHaveLength(units.length));
    const admins = await portal.rows("ada", "cntl.mgr2ou.list", { ou: "UTM::RZ", is_admin: true });
    await waitFor(() => expect(rowsOf("Administrators")).toHaveLength(admins.length));
    expect(below.getAttribute("href")).toBe("/org/ou/UTM::RZ::IAP");
    expect((await rowOf("Administrators", "otto")).textContent).toContain("otto.brandt@");
    await assign("Add administrator", "Login name", "greta");
    await apply();
    await rowOf("Administrators", "greta");
    await expectAccessible();
    await chooseInRow("Administrators", "greta", "Remove");
    await apply();
    await isGone("Administrators", "greta");
  });

  it("[OU-06] [OU-07] [OU-08] [OU-09] BCDs, domains, service accounts and groups are assigned to an OE and removed by planned actions", async () => {
    const unit = "UTM::RZ::ASSIGN";
    const named = { short_name: "ASSIGN", title: "Assign", unit_type: "ABT" };
    await portal.run("ada", [{ name: "org.unit.create", new: { parent: "UTM::RZ", ...named } }]);
    await portal.enter("ada", `/org/ou/${unit}`);
    const accounts = await portal.rows("ada", "cntl.mgr.list", { is_svc: true, fetch_limit: 1 });
    for (const [button, section, name, label] of [
      [
        "Assign BCD",
        "BCDs",
        first(await portal.rows("ada", "nd.bcd.list", { fetch_limit: 1 }), "name"),
        "BCD",
      ],
      [
        "Assign domain",
        "Names",
        first(await portal.rows("ada", "dns.fqdn.list", { is_zone_apex: true, fetch_limit: 1 }), "value"),
        "FQDN",
      ],
      ["Assign service account", "Assigned accounts", first(accounts, "login_name"), "Login name"],
      [
        "Assign group",
        "Groups",
        first(await portal.rows("ada", "cntl.group.list", { fetch_limit: 1 }), "name"),
        "Group",
      ],
    ] as const) {
      await assign(button, label, name);
      await apply();
      // Nothing that is assigned to other OEs.
      await waitFor(() => expect(rowsOf(section)).toHaveLength(1));
      await chooseInRow(section, name, "Remove");
      await apply();
      await isGone(section, name);
    }
    // Service accounts cannot be administrators.
    const form = await openForm("Add administrator");
    const before = portal.sent.length;
    await fill(within(form).getByRole("combobox", { name: "Login name" }), first(accounts, "login_name"));
    const asked = () =>
      portal.sent.slice(before).filter(({ body }) => body.includes(first(accounts, "login_name")));
    await waitFor(() => expect(asked()).not.toEqual([]));
    await within(form).findAllByText("Nothing found that you may read");
    expect(screen.queryAllByRole("option")).toEqual([]);
  });

  it("[OU-05] [OU-13] OEs are created, changed and deleted by accounts with the right; an OE without administrators shows none", async () => {
    await portal.enter("ada", "/org/ou/UTM::RZ");
    const form = await openForm("New OE below");
    await fillIn(form, { "Short name": "WALK", Title: "Walk of a test" });
    const type = within(form).getByLabelText("OE type");
    await within(type).findByRole("option", { name: /ABT/ });
    await userEvent.selectOptions(type, "ABT");
    const administered = () =>
      within(form).getByRole<HTMLInputElement>("checkbox", { name: /^Can have administrators/ });
    if (administered().checked) await userEvent.click(administered());
    expect(administered().checked).toBe(false);
    await plan(form);
    await apply();
    await follow("WALK", () => rowOf("Sub-OEs", "WALK"));
    await within(main()).findByText(/cannot have administrators/);
    expect(within(main()).queryByRole("button", { name: "Add administrator" })).toBeNull();
    const edited = await openForm("Edit");
    await fillIn(edited, { Title: "Walk of another test" });
    await plan(edited);
    await apply();
    await titled(/Walk of another test/);
    await planAtOnce("Delete");
    await apply();
    await visit("/org/ou/UTM::RZ");
    await rowOf("Sub-OEs", "IAP");
    await isGone("Sub-OEs", "WALK");
  });

  it("[OU-13] greta learns which permission a new OE, a change and a deletion need", async () => {
    await portal.enter("greta", "/org/ou/UTM::RZ");
    await rowOf("Sub-OEs", "IAP");
    expect(within(main()).queryByRole("button", { name: "New OE below" })).toBeNull();
    const section = screen.getByRole("heading", { name: /^Sub-OEs/ }).closest("section");
    await press("More actions", section ?? undefined);
    const entry = await screen.findByRole("menuitem", { name: /^New OE below/ });
    expect(entry.textContent).toContain("org.rw:unit");
    await userEvent.keyboard("{Escape}");
    const head = main().querySelector<HTMLElement>(".page-header") ?? document.body;
    for (const name of ["Edit", "Delete"]) expect(within(head).queryByRole("button", { name })).toBeNull();
    await press("More actions", head);
    for (const name of [/^Edit/, /^Delete/])
      expect((await screen.findByRole("menuitem", { name })).textContent).toContain("org.rw:unit");
  });

  it("[OU-11] [OU-12] [ROUTE-18] OE types are in the order of their position and are created, changed and deleted", async () => {
    await portal.enter("ada", "/org/type");
    await rowOf("OE type", "INST");
    const order = () =>
      within(screen.getByRole("grid", { name: /OE type/ }))
        .getAllByRole("link")
        .map(({ textContent }) => textContent);
    expect(order().length).toBeGreaterThan(3);
    const form = await openForm("New OE type");
    await fillIn(form, { "Short name": "LAB", Title: "Labor", Position: "0" });
    await plan(form);
    await apply();
    await waitFor(() => expect(order()[0]).toBe("LAB"));
    await chooseInRow("OE type", "LAB", "Edit");
    const edited = await formOf();
    // Neither the order of names nor that of texts.
    await fillIn(edited, { Position: "100" });
    await plan(edited);
    await apply();
    await waitFor(() => expect(order().at(-1)).toBe("LAB"));
    expect((await rowOf("OE type", "LAB")).textContent).toContain("100");
    await chooseInRow("OE type", "LAB", "Delete");
    await apply();
    await isGone("OE type", "LAB");
  });
});

describe("groups", () => {
  it("[GRP-01] [GRP-03] [ROUTE-20] greta's groups are the groups that she administers, each below its parent", async () => {
    const names = all(await portal.rows("greta", "cntl.group.list", { is_own: true }), "name");
    expect((await portal.rows("ada", "cntl.group.list")).length).toBeGreaterThan(names.length);
    await portal.enter("greta", "/cntl/groups");
    for (const name of names) await rowOf("Group", name);
    expect(rowsOf("Group")).toHaveLength(names.length);
    expect((await rowOf("Group", "iwt_dns")).getAttribute("aria-level")).toBe("2");
    await follow("iwt");
    await titled("iwt");
    await follow("iwt_dns", () => rowOf("Subgroups", "iwt_dns"));
    await titled("iwt_dns");
  });

  it("[GRP-02] [GRP-03] [GRP-04] [GRP-05] [GRP-06] [GRP-07] [GRP-08] [GRP-09] [ROUTE-21] a group gets subgroup, member, BCD, domain, address space and OE in one list, and loses them in another", async () => {
    const network = "iap-tga";
    const domain = first(
      await portal.rows("ada", "dns.fqdn.list", { is_zone_apex: true, fetch_limit: 1 }),
      "value",
    );
    const space = first(await portal.rows("ada", "nd.ip_subnet.list", { bcd: network, type: 4 }), "cidr");
    await portal.enter("ada", "/cntl/groups");
    const made = await openForm("New group");
    await fillIn(made, { Name: "walk_net" });
    await plan(made);
    await apply();

    await visit("/cntl/groups/walk_net");
    await titled("walk_net");
    const below = await openForm("New subgroup");
    await fillIn(below, { Name: "walk_net_sub" });
    await plan(below);
    await assign("Add member", "Login name", "greta");
    await assign("Assign BCD", "BCD", network);
    await assign("Assign domain", "FQDN", domain);
    const spaced = await openForm("Assign address space");
    await fillIn(spaced, { Network: space });
    await plan(spaced);
    await assign("Assign OE", "OE", "UTM::RZ");
    const edited = await openForm("Edit");
    await chooseReference(edited, "DHCP domain", domain);
    await userEvent.click(within(edited).getByRole("checkbox", { name: /^IDM-Sync/ }));
    await plan(edited);
    expect(elements()).toHaveLength(7);
    await apply();

    for (const [label, value] of [
      ["Name space", domain],
      ["Address space", space],
      ["DHCP domain", domain],
      ["IDM-Sync", "yes"],
    ] as const)
      await waitFor(async () => expect(await fact(label)).toContain(value));
    const parts = [
      ["Subgroups", "walk_net_sub", "Delete"],
      ["Accounts", "greta", "Remove"],
      ["Names", domain, "Remove"],
      ["Address space", space, "Remove"],
      ["BCDs", network, "Remove"],
      ["OEs", "UTM::RZ", "Remove"],
    ] as const;
    for (const [name, text] of parts) await rowOf(name, text);
    // The title of a link leads to the linked object, not to the open page.
    expect(link("greta", await rowOf("Accounts", "greta")).getAttribute("href")).toBe("/cntl/mgr/greta");
    await expectAccessible();

    await chooseInRow("Subgroups", "walk_net_sub", "Edit");
    const sub = await formOf();
    await fillIn(sub, { Description: "changed in a walk" });
    await plan(sub);
    const again = await openForm("Edit");
    await userEvent.click(within(again).getByRole("checkbox", { name: /^IDM-Sync/, checked: true }));
    await plan(again);
    await apply();
    await waitFor(async () =>
      expect((await rowOf("Subgroups", "walk_net_sub")).textContent).toContain("changed in a walk"),
    );
    await waitFor(async () => expect(await fact("IDM-Sync")).toBe("no"));

    for (const [name, text, control] of parts) await chooseInRow(name, text, control);
    expect(elements()).toHaveLength(parts.length);
    await apply();
    for (const [name, text] of parts) await isGone(name, text);
    await planAtOnce("Delete");
    await apply();
    expect(await portal.rows("ada", "cntl.group.list", { name_regexp: "^walk_net" })).toEqual([]);
  });

  it("administrators of a group are links to their accounts, or plain text for readers who may not open these", async () => {
    await portal.enter("ada", "/cntl/groups/iap");
    expect(link("lh1090", await rowOf("Administrators", "lh1090")).getAttribute("href")).toBe(
      "/cntl/mgr/lh1090",
    );
    await portal.enter("otto", "/cntl/groups/iap");
    const admin = await rowOf("Administrators", "lh1090");
    expect(within(admin).queryByRole("link", { name: "lh1090" })).toBeNull();
    // Enter opens what a click opens, and no forbidden page.
    admin.focus();
    await userEvent.keyboard("{Enter}");
    expect(document.activeElement).toBe(admin);
    await at("/cntl/groups/iap");
  });

  it("[MGR-04] [SRCH-54] [ROUTE-21] [ROUTE-22] [ROUTE-23] groups lead to their members, and members to their accounts", async () => {
    await portal.enter("ada", "/cntl/groups?q=iwt");
    await follow("iwt", () => rowOf("Group", "iwt"));
    await titled(/iwt/);
    await rowOf("Accounts", "greta");
    await expectAccessible();
    for (const other of ["otto-sub", "svc-dns"]) {
      await visit(`/cntl/mgr?q=${other}`);
      await within(main()).findByText(`No row contains "${other}".`);
    }
    await visit("/cntl/mgr?q=greta");
    await follow("greta", () => rowOf(/./, "greta"));
    await at("/cntl/mgr/greta");
    await rowOf(/./, "iwt");
    await expectAccessible();
    await visit("/cntl/mgr/otto");
    await rowOf(/./, "otto-sub");
  });
});

describe("[PERM-01] each kind of user reaches the screens of their rights:", () => {
  it("an IT officer opens OE types, managers and every BCD", async () => {
    await portal.enter("ada", "/org/type");
    await rowOf("OE type", "INST");
    await visit("/cntl/mgr?q=otto");
    await rowOf(/./, "otto");
    const name = first(await portal.rows("ada", "nd.bcd.list", { fetch_limit: 1 }), "name");
    await visit(`/cntl/bcds/${name}`);
    await titled(name);
  });

  it("an administrator of an OE opens it, its BCDs and its service accounts", async () => {
    const name = first(await portal.rows("otto", "nd.bcd.list", { is_own: true, fetch_limit: 1 }), "name");
    await portal.enter("otto", "/org/ou/UTM%3A%3ARZ");
    await rowOf(/Administrators/, "otto");
    await visit(`/dnsvs/bcds/${name}`);
    await titled(name);
    await visit("/cntl/svc-accounts");
    await rowOf(/./, "svc-dns");
  });

  it("an administrator of groups opens their own groups and no others", async () => {
    const names = all(await portal.rows("greta", "cntl.mgr2group.list", { is_own: true }), "group_name");
    const count = (await portal.rows("greta", "cntl.group.list")).length;
    await portal.enter("greta", "/cntl/groups");
    expect(names).toHaveLength(2);
    for (const name of names) await rowOf("Group", name);
    expect(rowsOf("Group")).toHaveLength(count);
    await visit(`/cntl/groups/${names[0] ?? ""}`);
    await rowOf(/Administrators/, "greta");
    // She may not open the page of an account, so its name is not a link.
    expect(within(await rowOf("Accounts", "greta")).queryByRole("link")).toBeNull();
  });

  it("the holder of a service account opens the names of its groups", async () => {
    await portal.enter(null, "/login");
    await userEvent.click(await screen.findByRole("radio", { name: "API token" }));
    await fill(
      await within(main()).findByLabelText("API token", { selector: "[type=password]" }),
      demoToken("svc-dns"),
    );
    await press("Sign in", main());
    await screen.findByRole("button", { name: /^Account svc-dns/ });
    await visit("/dnsvs/fqdns");
    await waitFor(() => expect(rowsOf(/./)).not.toEqual([]));
    await visit("/cntl/svc-accounts/svc-dns");
    await titled("svc-dns");
  });
});

describe("accounts", () => {
  it("[PERM-13] administrators through an OE are shown apart from members", async () => {
    const old = { login_name: "otto", via: "ou", fetch_limit: 1 };
    const admins = await portal.rows("otto", "cntl.group_admin.list", old);
    await portal.enter("otto", `/cntl/groups/${first(admins, "group_name")}`);
    const row = await waitFor(() => {
      const found = rowsOf(/Administrators/).find(
        ({ textContent }) => textContent.includes("otto") && textContent.includes(first(admins, "ou")),
      );
      if (found === undefined) throw new Error("otto is no administrator");
      return found;
    });
    expect(row.textContent).toContain("administrator of the OE");
    const all = await portal.rows("otto", "cntl.group_admin.list", {
      group_name: first(admins, "group_name"),
    });
    const told = rowsOf(/Administrators/).map(({ textContent }) => textContent);
    expect(all.filter((one) => one["via"] !== "ou")).not.toEqual([]);
    expect(told.filter((text) => text.includes("administrator of the OE"))).toHaveLength(
      all.filter((one) => one["via"] === "ou").length,
    );
  });

  it("[SVC-01] [SVC-02] [SVC-03] [ROUTE-24] [ROUTE-25] a service account is listed, opened, and created only with an OE", async () => {
    await portal.enter("otto", "/cntl/svc-accounts");
    const row = await rowOf(/./, "svc-dns");
    expect(row.textContent).toContain("UTM");
    // Other accounts that otto can read are absent.
    const accounts = await portal.rows("otto", "cntl.mgr.list");
    const isSvc = (one: Row) => one["is_svc"] === true;
    const others = all(
      accounts.filter((one) => !isSvc(one)),
      "login_name",
    );
    expect(others).toContain("otto-sub");
    expect(rowsOf(/./)).toHaveLength(accounts.filter(isSvc).length);
    for (const login of others) expect(within(main()).queryByRole("link", { name: login })).toBeNull();
    await follow("svc-dns", () => rowOf(/./, "svc-dns"));
    await at("/cntl/svc-accounts/svc-dns");
    await titled("svc-dns");
    const [svc] = await portal.rows("ada", "cntl.mgr.list", { login_name: "svc-dns" });
    const groups = all(
      await portal.rows("ada", "cntl.mgr2group.list", { login_name: "svc-dns" }),
      "group_name",
    );
    expect(await fact("Id of the service account")).toBe("dns");
    expect(await fact("Description")).toBe(textIn(svc?.["description"]));
    expect(await fact("Read-only")).toBe(svc?.["allow_data_manipulation"] === true ? "no" : "yes");
    await rowOf(/OEs/, "UTM");
    expect(groups).not.toEqual([]);
    for (const group of groups) await rowOf("Groups", group);
    await expectAccessible();

    await visit("/cntl/svc-accounts");
    const form = await openForm("New service account");
    await fillIn(form, { "Id of the service account": "mon" });
    await press("Plan", form);
    expect((await within(form).findByRole("alert")).textContent).toContain("OE");
    expect(form.isConnected).toBe(true);
    expect(elements()).toEqual([]);
    await chooseReference(form, "OE", "UTM::RZ");
    await plan(form);
    await apply();
    expect((await rowOf(/./, "mon")).textContent).toContain("UTM::RZ");
  });

  it("[SVC-05] [ROUTE-15] own subaccounts are created, changed and deleted as planned actions", async () => {
    await portal.enter("greta", "/user/tokens");
    await screen.findByRole("heading", { name: /^No API tokens/ });
    const form = await openForm("New subaccount");
    await fillIn(form, { "Id of the subaccount": "lab" });
    await plan(form);
    await element("greta-lab");
    expect(elements()).toHaveLength(1);
    expect(await portal.rows("ada", "cntl.mgr.list", { login_name: "greta-lab" })).toEqual([]);
    await apply();
    await chooseInRow("Subaccounts", "greta-lab", "Edit");
    const edited = await formOf();
    await fillIn(edited, { Description: "measures the laboratory" });
    await plan(edited);
    await apply();
    await waitFor(async () =>
      expect((await rowOf("Subaccounts", "greta-lab")).textContent).toContain("measures the laboratory"),
    );
    await chooseInRow("Subaccounts", "greta-lab", "Delete");
    expect(elements()).toHaveLength(1);
    await apply();
    await isGone("Subaccounts", "greta-lab");
  });
});
