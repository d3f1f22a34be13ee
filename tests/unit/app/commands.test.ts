// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import type { Visitor } from "#contract/rule";
import { navigationFor } from "#core/route/route";
import { findCommands } from "#core/search/commands";
import { searchKinds } from "#core/search/kinds";
import {
  linkCommand,
  pageCommands,
  runCommands,
  typeCommands,
} from "../../../src/app/shell/palette-commands.ts";
import { readLinks } from "../../../server/http/settings.ts";
import { ALL_ROUTES } from "../../../src/app/all-routes.ts";
import { navLinks } from "../../../src/app/nav-links.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import { SYSTEM } from "../../support/system-info.ts";
import { createNotices } from "../../../src/state/notices.ts";

describe("the command that copies a link", () => {
  it("says so if the page has no clipboard, as without TLS", async () => {
    expect("clipboard" in navigator).toBe(false);
    const notices = createNotices({ now: () => 0, later: () => () => undefined });
    const { act } = linkCommand({ say: (key) => key, locale: "en" }, { path: "/home", title: null }, notices);
    if (!("run" in act)) throw new Error("it does something");
    act.run();
    await vi.waitFor(() => expect(notices.state.list).toMatchObject([{ text: { key: "ui.copy.failed" } }]));
  });
});

describe("[TA-115] commands of the planned list", () => {
  const list = (reason: "empty" | null, mayApply: boolean) => {
    const want = vi.fn();
    const commands = runCommands(
      { say: (key) => key, locale: "en" },
      { want, isBlocked: reason !== null, mayApply },
    );
    return { want, commands };
  };

  it("test and apply are offered if the list can be tested, by keys that are shown beside them", () => {
    const { want, commands } = list(null, true);
    expect(commands.map(({ id, key }) => [id, key])).toEqual([
      ["list-test", "t"],
      ["list-apply", "A"],
    ]);
    for (const { act } of commands) if ("run" in act) act.run();
    expect(want.mock.calls).toEqual([["test"], ["apply"]]);
  });

  it("are absent while the list cannot be tested, and apply for accounts that are not in the database", () => {
    expect(list("empty", true).commands).toEqual([]);
    expect(list(null, false).commands.map(({ id }) => id)).toEqual(["list-test"]);
  });
});

describe("pages as commands", () => {
  const ids = (signedIn: boolean): readonly string[] =>
    pageCommands(
      { say: (key) => key, locale: "en" },
      {
        signedIn,
        inDatabase: signedIn,
        isOuAdmin: false,
        permissions: new Set(),
        modules: new Set(["netdoc"]),
      },
      null,
    ).map(({ id }) => id);

  it("pages in no menu are found too, by those who may open them, and each page once", () => {
    expect(ids(true)).toEqual(
      expect.arrayContaining(["page-/netdoc/bcds", "page-/netdoc/buildings", "page-/object"]),
    );
    expect(ids(true)).not.toContain("page-/dnsvs/fqdns");
    expect(ids(false)).not.toContain("page-/netdoc/buildings");
    expect(new Set(ids(true)).size).toBe(ids(true).length);
  });
});

describe("entries of the navigation as commands", () => {
  const addresses = {
    NETPORTAL_DOCS_URL: "https://docs.example.org/",
    NETPORTAL_CHAT_URL: "https://chat.example.org/netportal",
    NETPORTAL_BUGS_URL: "https://bugs.example.org/netportal",
  };
  const system = { ...SYSTEM, links: readLinks(addresses, "test") };
  const visitor = (signedIn: boolean, ...permissions: readonly string[]): Visitor => ({
    signedIn,
    inDatabase: signedIn,
    isOuAdmin: false,
    permissions: new Set(permissions),
    modules: new Set(["netdoc", "macfinder", "ap_list"]),
  });
  const commands = (one: Visitor) => pageCommands({ say: (key) => key, locale: "en" }, one, system);
  const outside = (one: Visitor) =>
    commands(one)
      .map(({ act }) => act)
      .filter((act) => "href" in act && act.isExternal);

  it("[SHELL-04] those that lead out open their address, and need an account", () => {
    const hrefs = ["https://admin.example.org/nat/", ...Object.values(addresses)];
    expect(outside(visitor(true))).toEqual(hrefs.map((href) => ({ href, isExternal: true })));
    expect(outside(visitor(false))).toEqual([]);
    const one = commands(visitor(true)).filter(({ label }) => label === "app.nav.chat");
    expect(findCommands(one, "nav.chat").commands).toEqual(one);
  });

  it.each([
    visitor(false),
    visitor(true),
    visitor(true, "org.rw_oet"),
    visitor(true, "cntl.ro:mgr", "nd.ro:device"),
  ])("[SHELL-04] they are the entries of the navigation of the same visitor: %o", (one) => {
    const entries = navigationFor(ALL_ROUTES, one, navLinks(system)).flatMap((group) => group.entries);
    const offered = commands(one).filter(({ shown }) => shown === "portal");
    expect(offered.map(({ act }) => ("href" in act ? act.href : null))).toEqual(
      entries.map(({ path }) => path),
    );
    const types = commands(one).some(({ id }) => id === "page-/org/type");
    expect(types).toBe(one.permissions.has("org.rw_oet"));
  });
});

describe("[SRCH-60] types as commands", () => {
  const commands = async (...permissions: readonly string[]) => {
    const visitor = {
      signedIn: true,
      inDatabase: true,
      isOuAdmin: false,
      permissions: new Set(permissions),
      modules: new Set<string>(),
    };
    const say = (key: string, values = {}) => [key, ...Object.values(values)].join(" ");
    return typeCommands({ say, locale: "en" }, await portalCatalogue(), { visitor, loginName: "otto" });
  };
  const ids = async (...permissions: readonly string[]) =>
    (await commands(...permissions)).map(({ id }) => id);

  it("a form is offered if a permission, or the rule for everybody else, may allow it", async () => {
    expect(await ids()).not.toContain("create-nd.bldg");
    expect(await ids("nd.ro:bldg")).not.toContain("create-nd.bldg");
    expect(await ids("nd.rw:bldg")).toContain("create-nd.bldg");
    // Owners of names and addresses create records, which only a test can decide.
    expect(await ids()).toContain("create-dns.record");
    // A lease has no form, and personal settings are made where they belong.
    expect((await ids("cntl.rw:pin")).filter((id) => /^create-(dhcp.lease|cntl.pin)$/.test(id))).toEqual([]);
  });

  it("a form is offered for each type of which a holder of its permission creates objects, and for no other", async () => {
    const catalogue = await portalCatalogue();
    const creations = catalogue.types
      .filter(({ definition }) => !definition.is_setting)
      .flatMap(({ name }) => {
        const fn = catalogue.fn(name, "create");
        return fn === null ? [] : [{ id: `create-${name}`, permissions: fn.permission_list }];
      });
    const all = await ids(...creations.flatMap(({ permissions }) => permissions));
    const forms = all.filter((id) => id.startsWith("create-"));
    const held = creations.filter(({ permissions }) => permissions.length > 0);
    expect(held.length).toBeGreaterThan(20);
    expect(held.filter(({ id }) => !forms.includes(id))).toEqual([]);
    expect(forms.filter((id) => !creations.some((one) => one.id === id))).toEqual([]);
  });

  it("the list of each type that is searched is offered by its name", async () => {
    const lists = (await commands()).filter(({ id }) => id.startsWith("list-"));
    expect(lists.find(({ id }) => id === "list-nd.room")).toMatchObject({
      label: "Rooms",
      act: { href: "/object/nd.room", isExternal: false },
    });
    const searched = searchKinds(await portalCatalogue()).map(({ object }) => `list-${object}`);
    expect(searched.length).toBeGreaterThan(15);
    expect(new Set(lists.map(({ id }) => id))).toEqual(new Set(searched));
    expect(searched).not.toContain("list-wapi.function");
  });

  it("a form is opened by its words", async () => {
    const create = (await commands("nd.rw:bldg")).find(({ id }) => id === "create-nd.bldg");
    expect(create).toMatchObject({
      label: "editor.control.create building",
      act: { href: "/object/nd.bldg?create", isExternal: false },
    });
  });
});
