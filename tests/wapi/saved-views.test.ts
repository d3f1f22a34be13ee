import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parsePortalPath } from "#contract/values/portal-path";
import { codeOf, detailsOf, rowsOf, smallWorld, textIn, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;

beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const WEB = "scc-net-web";
const PAGE = "/cntl/groups?q=web&sort=-name";

interface View {
  readonly login_name: string;
  readonly name: string;
  readonly page?: string;
  readonly group_name?: string;
}

const save = ({ page = PAGE, ...view }: View) => ({
  name: "cntl.saved_view.create",
  new: { ...view, page },
});
const change = (login_name: string, name: string, now: Readonly<Record<string, string>>) => ({
  name: "cntl.saved_view.update",
  old: { login_name, name },
  new: now,
});
const remove = (login_name: string, name: string) => ({
  name: "cntl.saved_view.delete",
  old: { login_name, name },
});
const namesOf = async (login: string): Promise<readonly string[]> =>
  rowsOf(await world.execute(login, [{ name: "cntl.saved_view.list" }])).map((row) => textIn(row, "name"));
const entries = async (): Promise<number> => {
  const [row] = await world.db.query<{ n: number }>(
    "select (select count(*) from wapi.change_log)::int + (select count(*) from wapi.transaction)::int n",
  );
  return row?.n ?? 0;
};

describe("a saved view of an account", () => {
  it("is read, changed and deleted by the account alone, without an entry in the change log", async () => {
    const before = await entries();
    expect(rowsOf(await world.execute("greta", [save({ login_name: "greta", name: "Mine" })]))).toMatchObject(
      [{ login_name: "greta", name: "Mine", page: PAGE, group_name: null, is_own: true }],
    );
    expect(await namesOf("greta")).toEqual(["Mine"]);
    for (const other of ["otto", "ab1234", "svc-web"]) {
      expect(await namesOf(other)).toEqual([]);
      expect(codeOf(await world.dry(other, change("greta", "Mine", { name: "Theirs" })))).toBe("-20010/1");
      expect(codeOf(await world.dry(other, remove("greta", "Mine")))).toBe("-20010/1");
    }
    rowsOf(await world.execute("greta", [change("greta", "Mine", { name: "Still mine", page: "/home" })]));
    expect(await namesOf("greta")).toEqual(["Still mine"]);
    rowsOf(await world.execute("greta", [remove("greta", "Still mine")]));
    expect(await namesOf("greta")).toEqual([]);
    expect(await entries()).toBe(before);
  });

  it("cannot be saved by another account in its name", async () => {
    expect(codeOf(await world.dry("otto", save({ login_name: "greta", name: "Gift" })))).toBe("-20010/1");
  });

  it("has a name that is unique for the account", async () => {
    rowsOf(await world.execute("greta", [save({ login_name: "greta", name: "Twice" })]));
    const again = await world.dry("greta", save({ login_name: "greta", name: "Twice", group_name: "other" }));
    expect(codeOf(again)).toBe("-20030/1");
    expect(detailsOf(again)).toMatchObject({ attribute_list: ["login_name", "name"] });
    expect(codeOf(await world.dry("otto", save({ login_name: "otto", name: "Twice" })))).toBe("200");
    rowsOf(await world.execute("greta", [remove("greta", "Twice")]));
  });
});

describe("a saved view of a group", () => {
  const shared = { login_name: "ab1234", name: "Web names", group_name: WEB };

  it("is read, changed and deleted by its owner, members and administrators of the group only", async () => {
    rowsOf(await world.execute("ab1234", [save(shared)]));
    // otto administers the OE of the group; greta belongs to another group.
    for (const member of ["ab1234", "otto"]) {
      expect(await namesOf(member)).toEqual(["Web names"]);
      expect(codeOf(await world.dry(member, change("ab1234", "Web names", { name: "New" })))).toBe("200");
      expect(codeOf(await world.dry(member, remove("ab1234", "Web names")))).toBe("200");
    }
    for (const stranger of ["greta", "ab1234-none", "svc-web"]) {
      expect(await namesOf(stranger)).toEqual([]);
      expect(codeOf(await world.dry(stranger, change("ab1234", "Web names", { name: "New" })))).toBe(
        "-20010/1",
      );
      expect(codeOf(await world.dry(stranger, remove("ab1234", "Web names")))).toBe("-20010/1");
    }
    rowsOf(await world.execute("otto", [change("ab1234", "Web names", { page: "/cntl/groups?q=dns" })]));
    const [row] = rowsOf(await world.execute("ab1234", [{ name: "cntl.saved_view.list" }]));
    expect(row).toMatchObject({ login_name: "ab1234", page: "/cntl/groups?q=dns" });
    rowsOf(await world.execute("otto", [remove("ab1234", "Web names")]));
    expect(await namesOf("ab1234")).toEqual([]);
  });

  it("is saved by members of the group only", async () => {
    const wanted = { login_name: "greta", name: "Web names", group_name: WEB };
    const refused = await world.dry("greta", save(wanted));
    expect(codeOf(refused)).toBe("-20010/1");
    expect(detailsOf(refused)).toMatchObject({
      required_assignment_list: [{ object_fq_name: "cntl.group", key: { name: WEB } }],
    });
    expect(codeOf(await world.dry("greta", save({ ...wanted, group_name: "other" })))).toBe("200");
  });

  it("has a name that is unique for the group, whoever saves it", async () => {
    rowsOf(await world.execute("ab1234", [save(shared)]));
    const again = await world.dry("otto", save({ ...shared, login_name: "otto" }));
    expect(codeOf(again)).toBe("-20030/1");
    expect(detailsOf(again)).toMatchObject({ attribute_list: ["group_name", "name"] });
    rowsOf(await world.execute("ab1234", [remove("ab1234", "Web names")]));
  });

  it("stays with an owner who has left the group", async () => {
    rowsOf(await world.execute("greta", [save({ login_name: "greta", name: "Left", group_name: "other" })]));
    rowsOf(
      await world.execute("ada", [
        { name: "cntl.mgr2group.delete", old: { login_name: "greta", group_name: "other" } },
      ]),
    );
    expect(await namesOf("greta")).toEqual(["Left"]);
    expect(codeOf(await world.dry("greta", change("greta", "Left", { name: "Gone" })))).toBe("200");
    expect(
      codeOf(await world.dry("greta", save({ login_name: "greta", name: "B", group_name: "other" }))),
    ).toBe("-20010/1");
    rowsOf(await world.execute("greta", [remove("greta", "Left")]));
  });
});

describe("saved views", () => {
  it("are deleted with their account and with their group, and block neither", async () => {
    rowsOf(
      await world.execute("ada", [
        { name: "cntl.mgr.create", new: { parent_login_name: "ada", sub_id: "views" } },
        { name: "cntl.group.create", new: { name: "short-lived" } },
        save({ login_name: "ada-views", name: "Of the account" }),
        save({ login_name: "ada", name: "Of the group", group_name: "short-lived" }),
        save({ login_name: "ada", name: "Stays" }),
      ]),
    );
    rowsOf(await world.execute("ada", [{ name: "cntl.mgr.delete", old: { login_name: "ada-views" } }]));
    expect([...(await namesOf("ada"))].toSorted()).toEqual(["Of the group", "Stays"]);
    rowsOf(await world.execute("ada", [{ name: "cntl.group.delete", old: { name: "short-lived" } }]));
    expect(await namesOf("ada")).toEqual(["Stays"]);
    rowsOf(await world.execute("ada", [remove("ada", "Stays")]));
  });

  it("are at most a hundred for an account, and the refusal says so", async () => {
    const all = Array.from({ length: 100 }, (_, at) => save({ login_name: "otto", name: `V ${String(at)}` }));
    rowsOf(await world.execute("otto", all));
    const more = await world.dry("otto", save({ login_name: "otto", name: "One more" }));
    expect(codeOf(more)).toBe("-20030/3");
    expect(more).toMatchObject({
      exception: { details: { rule: "few" }, hint: expect.stringMatching(/100/) as unknown },
    });
  });

  it.each([
    "https://evil.example.org/",
    "//evil.example.org/cntl",
    "/\\evil.example.org",
    "javascript:alert(1)",
    "cntl/groups",
    "/cntl/../api/login",
    "/api/4.2/cntl/group/list",
    "/cntl/groups?q=two words",
    "/cntl/groups?q=%zz",
    "/cntl/%2e%2e/api/login",
    "/cntl/%2E./api/login",
    "/cntl/./groups",
    "/cntl/%2e",
    "/%61pi/4.2/cntl/group/list",
    "/cntl\\groups",
    "/%5Cevil.example.org",
    "/%5C%5Cevil.example.org/cntl",
    "/cntl//groups",
    "/cntl/groups%00",
    "/cntl/groups?q=%0D%0Ax",
    "/cntl/groups?q=%E2%80%AEx",
    "/cntl/groups#%7F",
    "/cntl/groups?q=%FF",
    "",
  ])("[VAL-30] cannot keep a page with the address %j", async (page) => {
    expect(codeOf(await world.dry("greta", save({ login_name: "greta", name: "Bad", page })))).toBe(
      "-20040/5",
    );
  });

  it("keep pages up to the maximum length", async () => {
    const page = (length: number) => `/cntl/groups?q=${"x".repeat(length - "/cntl/groups?q=".length)}`;
    const saved = (length: number) => save({ login_name: "greta", name: "Long", page: page(length) });
    expect(codeOf(await world.dry("greta", saved(2000)))).toBe("200");
    expect(codeOf(await world.dry("greta", saved(2001)))).toBe("-20040/4");
  });

  it.each([
    ["/cntl/groups?page=3&q=web&view=view-1", "/cntl/groups?q=web"],
    [
      "/dnsvs/fqdns/example.com?sub.page=2&sub.q=a&record.page=9#list-sub",
      "/dnsvs/fqdns/example.com?sub.q=a#list-sub",
    ],
    ["/object/nd.site?create&name_regexp=a", "/object/nd.site?name_regexp=a"],
    ["/object/nd.site?create&page=2", "/object/nd.site"],
    ["/?q=a/b?", "/?q=a/b?"],
    ["/org/ou/KIT::SCC?q=%C3%A4", "/org/ou/KIT::SCC?q=%C3%A4"],
    ["/netdoc/buildings/Nord/223%2F1?q=a%2F..%2Fb", "/netdoc/buildings/Nord/223%2F1?q=a%2F..%2Fb"],
    ["/netdoc/rooms/H%C3%B6rsaal%20%281%29#a", "/netdoc/rooms/H%C3%B6rsaal%20%281%29#a"],
  ])("drop the parts of %j that belong to one visit", async (page, kept) => {
    expect(parsePortalPath(page)).toBe(kept);
    const [row] = rowsOf(await world.dry("greta", save({ login_name: "greta", name: "Kept", page })));
    expect(row).toMatchObject({ page: kept });
  });
});
