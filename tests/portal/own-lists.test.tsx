import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { portalWorld, type PortalWorld } from "../support/portal-world.tsx";

let world: PortalWorld;
beforeAll(async () => {
  world = await portalWorld();
  await world.apply([
    { name: "cntl.group.create", new: { name: "harbour" } },
    { name: "cntl.mgr2group.create", new: { login_name: "ada", group_name: "harbour" } },
    { name: "nd.bcd.create", new: { name: "hafen-net" } },
    { name: "nd.bcd2group.create", new: { bcd: "hafen-net", group_name: "harbour" } },
    { name: "nd.bcd.create", new: { name: "nobodys-net" } },
    { name: "cntl.role.create", new: { name: "auditor" } },
    { name: "cntl.role2permission.create", new: { role_name: "auditor", permission_name: "nd.ro:bcd" } },
  ]);
}, 120_000);
afterAll(() => world.close());
afterEach(() => {
  cleanup();
  world.client.clear();
  world.portal.settings.set("ownLists", {});
});

/** The same account as the portal sees it without any right. */
function withoutRights() {
  const { account } = world.portal;
  return { account: { ...account, visitor: { ...account.visitor, permissions: new Set<string>() } } };
}

/** Names in the list. */
async function listed(): Promise<readonly string[]> {
  const grid = await screen.findByRole("grid");
  return within(grid)
    .getAllByRole("link")
    .map(({ textContent }) => textContent);
}

const option = (name: RegExp) => screen.findByRole<HTMLInputElement>("radio", { name });
const OWN = /^Own/;
const ALL = /^All/;

describe("a list of own objects", () => {
  it("[LIST-40] [LIST-41] [LIST-43] starts with all objects for those who read all, and shows both numbers by its own call", async () => {
    const before = world.calls.length;
    await world.show("/dnsvs/bcds");
    expect((await option(ALL)).checked).toBe(true);
    expect(await screen.findByRole("radio", { name: "All 2" })).toBe(await option(ALL));
    expect(await screen.findByRole("radio", { name: "Own 1" })).toBe(await option(OWN));
    expect(await listed()).toEqual(["hafen-net", "nobodys-net"]);
    const asked = world.calls.slice(before).filter((steps) => steps.some(({ idx }) => idx === "bcd"));
    expect(asked.map((steps) => steps.map(({ name }) => name))).toEqual([
      ["nd.bcd.list", "tmp.row_count.list"],
    ]);
  });

  it("[LIST-40] [LIST-42] has only own objects after they are chosen, also when it is opened again and in other lists of the type", async () => {
    await world.show("/dnsvs/bcds");
    await userEvent.click(await option(OWN));
    await screen.findByText("hafen-net");
    expect(await listed()).toEqual(["hafen-net"]);
    expect((await option(OWN)).checked).toBe(true);
    expect(await screen.findByRole("radio", { name: "All 2" })).toBeTruthy();
    cleanup();
    await world.show("/netdoc/bcds");
    expect(await listed()).toEqual(["hafen-net"]);
    cleanup();
    await world.show("/cntl/groups");
    expect((await option(ALL)).checked).toBe(true);
    cleanup();
    await world.show("/netdoc/bcds", { account: { ...world.portal.account, loginName: "otto" } });
    expect(await listed()).toEqual(["hafen-net", "nobodys-net"]);
  });

  it("[LIST-45] says to those who may create that a new object without a group is only among all objects", async () => {
    const text = /without a group or OE of yours stands under “All” only/;
    await world.show("/dnsvs/bcds");
    await listed();
    expect(screen.queryByText(text)).toBeNull();
    await userEvent.click(await option(OWN));
    expect(await screen.findByText(text)).toBeTruthy();
    cleanup();
    // Nothing can be created in this list.
    await world.show("/netdoc/bcds");
    await option(OWN);
    await listed();
    expect(screen.queryByText(text)).toBeNull();
  });

  it("[LIST-45] says to those who may create and read own objects only that a new object without a group is not in the list", async () => {
    const text = /without a group or OE of yours is not in this list/;
    for (const path of ["/cntl/groups", "/dnsvs/fqdns"]) {
      await world.show(path, withoutRights());
      expect(await screen.findByText(text)).toBeTruthy();
      cleanup();
    }
    await world.show("/cntl/groups");
    await option(ALL);
    await screen.findByText("harbour");
    expect(screen.queryByText(text)).toBeNull();
    cleanup();
    // Without a right nobody creates a BCD.
    await world.show("/dnsvs/bcds", withoutRights());
    await listed();
    expect(screen.queryByText(text)).toBeNull();
  });

  it("[LIST-40] without a choice says that it has only own objects, and how many", async () => {
    await world.show("/dnsvs/bcds", withoutRights());
    expect(await screen.findByText("Only what your groups and OEs own: 1")).toBeTruthy();
    expect(await listed()).toEqual(["hafen-net"]);
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

describe("the choice between own objects and all", () => {
  const asked = () => new URLSearchParams(window.location.search).get("is_own");

  it("[LIST-59] is in the address, and everybody who opens the address gets it", async () => {
    await world.show("/dnsvs/bcds");
    await listed();
    expect(asked()).toBeNull();
    await userEvent.click(await option(OWN));
    await waitFor(() => expect(asked()).toBe("true"));
    cleanup();
    // Another person, who has chosen something else.
    world.portal.settings.set("ownLists", { "ada nd.bcd": false });
    await world.show("/dnsvs/bcds?is_own=true&q=net");
    expect((await option(OWN)).checked).toBe(true);
    expect(await listed()).toEqual(["hafen-net"]);
    await userEvent.click(await option(ALL));
    await waitFor(() => expect(window.location.search).toBe("?is_own=false&q=net"));
    await waitFor(async () => expect(await listed()).toEqual(["hafen-net", "nobodys-net"]));
  });

  it("[LIST-59] is the stored one if the address has none, and is then added to the address", async () => {
    world.portal.settings.set("ownLists", { "ada nd.bcd": true });
    await world.show("/dnsvs/bcds?q=net");
    expect(await listed()).toEqual(["hafen-net"]);
    await waitFor(() => expect(asked()).toBe("true"));
    expect(new URLSearchParams(window.location.search).get("q")).toBe("net");
  });

  it("[LIST-59] [ROUTE-94] is reported if the address has an unknown one, or one that the account may not have", async () => {
    await world.show("/dnsvs/bcds?is_own=perhaps");
    await screen.findByText("The address chooses neither own objects nor all: perhaps");
    expect(await listed()).toEqual(["hafen-net", "nobodys-net"]);
    cleanup();
    world.client.clear();
    await world.show("/dnsvs/bcds?is_own=false", withoutRights());
    await screen.findByText("The address asks for all objects. You may read your own ones only.");
    expect(await listed()).toEqual(["hafen-net"]);
  });

  it("[LIST-58] is offered in the lists of the explorer too, with both numbers by their call", async () => {
    const before = world.calls.length;
    await world.show("/object/nd.bcd");
    expect(await screen.findByRole("radio", { name: "All 2" })).toBe(await option(ALL));
    expect((await option(ALL)).checked).toBe(true);
    expect(await listed()).toEqual(expect.arrayContaining(["hafen-net", "nobodys-net"]));
    const sent = world.calls
      .slice(before)
      .filter((steps) => steps.some(({ name }) => name === "nd.bcd.list"));
    expect(sent.map((steps) => steps.filter(({ name }) => name === "tmp.row_count.list").length)).toEqual([
      1,
    ]);
    await userEvent.click(await screen.findByRole("radio", { name: "Own 1" }));
    await waitFor(() => expect(screen.queryByText("nobodys-net")).toBeNull());
    expect(asked()).toBe("true");
    expect(document.querySelectorAll(".filter-chip")).toHaveLength(0);
  });

  it("[LIST-58] is offered there to those who read objects of others without a right to all", async () => {
    await world.show("/object/cntl.group", withoutRights());
    // The server knows ada's rights, so she reads more than her own objects.
    expect((await option(ALL)).checked).toBe(true);
    cleanup();
    world.client.clear();
    await world.show("/object/wapi.system");
    await screen.findByRole("grid");
    expect(screen.queryByRole("radio")).toBeNull();
  });
});

describe("an object that is not found", () => {
  it("[BCD-05] does not exist for those who read all objects of its type", async () => {
    await world.show("/cntl/bcds/no-such-net");
    expect(await screen.findByText("invalid BCD")).toBeTruthy();
    expect(screen.queryByText(/You may not read this/)).toBeNull();
  });

  it.each(["/cntl/bcds/no-such-net", "/dnsvs/bcds/no-such-net"])(
    "[BCD-05] [PERM-51] at %s may be one that the account may not read, and the page says whom to ask",
    async (path) => {
      await world.show(path, withoutRights());
      expect(
        await screen.findByText("You may not read this, or it does not exist: BCD no-such-net"),
      ).toBeTruthy();
      expect(screen.getByText("Ask whoever manages it, or an administrator of the network.")).toBeTruthy();
      expect(await screen.findByText(/^These roles read every BCD: .*auditor/)).toBeTruthy();
      expect(screen.getByRole("link", { name: "One level up" })).toBeTruthy();
      expect(screen.queryByText("invalid BCD")).toBeNull();
    },
  );

  it("[PERM-51] [BCD-05] a name that no object can have is invalid for everybody, and nothing is requested", async () => {
    const before = world.calls.length;
    await world.show("/cntl/bcds/no%20such%20net", withoutRights());
    expect(await screen.findByText("invalid BCD")).toBeTruthy();
    expect(world.calls.slice(before)).toEqual([]);
  });

  it("[PERM-51] the page says that the object does not exist if everybody reads its type", async () => {
    await world.show("/netdoc/sites/nowhere", withoutRights());
    expect(await screen.findByText("Site nowhere does not exist")).toBeTruthy();
  });
});
