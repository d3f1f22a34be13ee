import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BuildVersion, SystemInfo } from "#contract/wire/system";
import { at, expectAccessible, fact, fill, follow, main, press, rowsOf, titled } from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const navigation = () => screen.findByRole("navigation", { name: "Navigation" });
const links = async () => within(await navigation()).getAllByRole("link");
const namesOf = (some: readonly HTMLElement[]) => some.map(({ textContent }) => textContent);
/** Entries that open screens; the links of Misc lead to other sites. */
const entries = async () =>
  namesOf((await links()).filter((one) => one.getAttribute("href")?.startsWith("/") === true));
const tells = (...texts: readonly string[]) =>
  waitFor(() => {
    for (const text of texts) expect(main().textContent).toContain(text);
  });
/** Parse boundary: the wire contract fixes the shape for the path, and the caller names it. */
const read = async <Answer,>(path: string) => JSON.parse((await portal.get(path)).text) as Answer;
const account = (login: string) =>
  screen.findByRole("button", { name: new RegExp(`^Account ${login}(,|$)`) });

async function chooseInAccount(login: string, entry: string): Promise<void> {
  await userEvent.click(await account(login));
  await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
}

describe("the navigation", () => {
  it("[NAV-28] [HOME-06] [ROUTE-02] [ROUTE-63] of a visitor has home, open tools, requests and the API browser, and no entry that needs an account", async () => {
    await portal.enter(null, "/");
    await titled("Home");
    await within(main()).findByText(/Welcome/);
    expect(screen.queryByRole("grid")).toBeNull();
    // All links, including those that lead out of the portal.
    expect(namesOf(await links())).toEqual([
      "Home",
      "DHCP leases",
      "Vendor lookup",
      "IP tools",
      "Requests",
      "API browser",
    ]);
    await expectAccessible();
    const info = await read<SystemInfo>("/api/system/info");
    portal.answer("/api/system/info", () =>
      Promise.resolve(Response.json({ ...info, js_mods: ["macfinder"] })),
    );
    await portal.load("/");
    await waitFor(async () =>
      expect(namesOf(await links())).toEqual([
        "Home",
        "Vendor lookup",
        "IP tools",
        "Requests",
        "API browser",
      ]),
    );
    await visit("/no/such/page");
    await titled("Page not found");
    await tells("/no/such/page");
    await expectAccessible();
    await follow("Go to home");
    await at("/home");
  });

  it("[PERM-04] [PERM-05] [PERM-06] [ROUTE-65] of greta leaves out forbidden entries, and their paths name the permission", async () => {
    await portal.enter("greta");
    await waitFor(async () =>
      expect(await entries()).toEqual([
        "Home",
        "DNSVS",
        "MACauth",
        "DHCP leases",
        "Netdoc",
        "Organisational units",
        "Groups",
        "Service accounts",
        "Hub",
        "MAC finder",
        "Vendor lookup",
        "IP tools",
        "IP contact",
        "Domain finder",
        "Import",
        "Requests",
        "Changes",
        "Documentation",
        "API browser",
      ]),
    );
    for (const [path, ...permissions] of [
      ["/org/type", "org.rw_oet"],
      ["/tools/ap_list", "nd.ro:device"],
      ["/cntl/mgr", "cntl.rw:mgr2group", "cntl.rw:mgr2ou", "cntl.ro:mgr"],
    ] as const) {
      await visit(path);
      await tells(...permissions);
      expect(screen.queryByRole("grid")).toBeNull();
    }
    await expectAccessible();
  });
});

describe("addresses", () => {
  it("[ROUTE-03] [ROUTE-31] [ROUTE-54] [ROUTE-62] [ROUTE-04] without a screen redirect to the intended screen", async () => {
    await portal.enter("greta");
    for (const [from, to] of [
      ["/dnsvs", "/dnsvs/bcds"],
      ["/dnsvs/ranges", "/dnsvs/bcds"],
      ["/netdoc", "/netdoc/bcds"],
    ] as const) {
      await visit(from);
      await at(to);
    }
    for (const path of ["/home", "/"]) {
      await visit(path);
      await titled("Home");
      await at(path);
      await within(main()).findByText(/^Welcome/);
    }
  });

  it("that do not exist offer a search for their end", async () => {
    await portal.enter("otto", "/old/portal/igoe-lab-gast");
    await titled("Page not found");
    await press("Search for “igoe-lab-gast”", main());
    const dialog = await screen.findByRole("dialog", { name: "Search" });
    const field = await within(dialog).findByRole<HTMLInputElement>("combobox", { name: "Search" });
    expect(field.value).toBe("igoe-lab-gast");
    expect(await within(dialog).findAllByRole("option", { name: /igoe-lab-gast/ })).not.toEqual([]);
  });
});

describe("the frame", () => {
  it("[SHELL-13] [SHELL-14] [SHELL-15] [SHELL-16] [SHELL-17] has a footer with version, support and the object of the page", async () => {
    await portal.enter("ada");
    const footer = within(screen.getByRole("contentinfo"));
    const support = await footer.findByRole("link", { name: "Support" });
    expect(support.getAttribute("href")).toMatch(/^mailto:/);
    const build = await read<BuildVersion>("/version.json");
    const system = await read<SystemInfo>("/api/system/info");
    const shown = await footer.findByRole("button", { name: /^test · Ahorn/ });
    await waitFor(() => {
      for (const commit of [build.commit_short, system.commit_short])
        expect(shown.textContent).toContain(commit);
    });
    await userEvent.click(shown);
    const version = await screen.findByRole("dialog", { name: "Version" });
    for (const [label, value] of [
      ["Instance mode", "test"],
      ["Version name", "Ahorn"],
      ["Build", build.commit_short],
      ["Middleware commit", system.commit_short],
    ] as const)
      expect(await fact(label, version)).toBe(value);
    await expectAccessible();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(version.isConnected).toBe(false));
    expect(footer.queryByRole("link", { name: /^object/ })).toBeNull();
    await visit("/cntl/bcds/iap-tga");
    await userEvent.click(await footer.findByRole("link", { name: /^object bcd-/ }));
    await at(/^\/object\/bcd-\d+/);
    await titled(/iap-tga/);
    await visit("/home");
    await waitFor(() => expect(footer.queryByRole("link", { name: /^object/ })).toBeNull());
  });

  it("[SHELL-07] [SHELL-08] has a menu of the account, which leads to its subaccounts and tokens", async () => {
    await portal.enter("otto");
    for (const entry of ["Subaccounts", "API tokens"]) {
      await visit("/home");
      await titled("Home");
      await chooseInAccount("otto", entry);
      await at("/user/tokens");
      await waitFor(() => expect(rowsOf(entry)).not.toEqual([]));
    }
  });
});

describe("acting as another account", () => {
  const ACT_AS = "Act as another account …";
  const dialog = () => screen.findByRole("dialog", { name: "Act as another account" });
  const submit = async () => press("Act as this account", await dialog());
  const toasts = () => within(screen.getByRole("region", { name: "Notices" }));
  const warned = (title: string, text: string) =>
    waitFor(() => {
      const toast = toasts().getByText(title).closest(".toast");
      expect(toast?.textContent).toContain(text);
    });
  const kept = () => sessionStorage.getItem("su_login_name");

  async function choose(login: string): Promise<void> {
    await fill(within(await dialog()).getByRole("combobox", { name: "Account" }), login);
    const [option = main()] = await within(await dialog()).findAllByRole("option", {
      name: new RegExp(login),
    });
    await userEvent.click(option);
  }

  it("[SESS-29] is not offered without the permission", async () => {
    await portal.enter("otto");
    await userEvent.click(await account("otto"));
    await screen.findByRole("menuitem", { name: "Local settings" });
    expect(screen.queryByRole("menuitem", { name: ACT_AS })).toBeNull();
  });

  it("[SESS-29] needs wapi.su_access, and no other permission", async () => {
    const offered = async (login: string) => {
      await portal.enter(login);
      await userEvent.click(await account(login));
      await screen.findByRole("menuitem", { name: "Local settings" });
      return screen.queryByRole("menuitem", { name: ACT_AS }) !== null;
    };
    const permission_name = "wapi.su_access";
    const grant = { role_name: "admin", permission_name };
    await portal.run("ada", [
      { name: "cntl.role.create", new: { name: "actors" } },
      { name: "cntl.role2permission.create", new: { role_name: "actors", permission_name } },
      { name: "cntl.mgr2role.create", new: { role_name: "actors", login_name: "otto" } },
      { name: "cntl.role2permission.delete", old: grant },
    ]);
    expect([await offered("otto"), await offered("ada")]).toEqual([true, false]);
    await portal.run("ada", [
      { name: "cntl.role2permission.create", new: grant },
      { name: "cntl.mgr2role.delete", old: { role_name: "actors", login_name: "otto" } },
    ]);
    expect([await offered("otto"), await offered("ada")]).toEqual([false, true]);
  });

  it("[SESS-27] needs a choice: typed text alone causes a warning, and nothing is sent", async () => {
    const title = "Please choose an account from the suggestions.";
    await portal.enter("ada");
    await chooseInAccount("ada", ACT_AS);
    await submit();
    await warned(title, title);
    await press("Close", toasts().getByText(title).closest<HTMLElement>(".toast") ?? undefined);
    await waitFor(() => expect(toasts().queryByText(title)).toBeNull());
    await fill(within(await dialog()).getByRole("combobox", { name: "Account" }), "greta");
    await submit();
    await warned(title, title);
    await expectAccessible();
    expect(kept()).toBeNull();
    expect(portal.sent.filter(({ path }) => path.includes("su_login_name"))).toEqual([]);
  });

  it("[SESS-24] [SESS-25] [ERR-21] is refused for a missing or locked account with a warning, and the own account stays", async () => {
    await portal.run("ada", [{ name: "cntl.mgr.create", new: { sub_id: "gone" } }]);
    await portal.enter("ada");
    await chooseInAccount("ada", ACT_AS);
    await choose("ada-gone");
    await portal.run("ada", [{ name: "cntl.mgr.delete", old: { login_name: "ada-gone" } }]);
    await submit();
    await warned("Invalid user", "ada-gone");
    await choose("lars");
    await submit();
    await warned("User locked", "lars");
    await press("Cancel", await dialog());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await account("ada");
    expect(kept()).toBeNull();
  });
});
