import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createActorResolver, senderOf } from "../../server/access/resolve.ts";
import { rowsOf, smallWorld, textIn, tokenOf, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
let ids: Readonly<Record<string, string>> = {};
beforeAll(async () => {
  world = await smallWorld();
  const rows = rowsOf(await world.execute("ada", [{ name: "cntl.mgr.list" }]));
  ids = Object.fromEntries(
    rows.map((row) => [textIn(row, "login_name"), textIn(row, "gpk").slice("mgr-".length)]),
  );
});
afterAll(() => world.close());

const ALWAYS = (error: unknown): never => {
  throw error;
};

describe("the sender of a large body", () => {
  it.each([
    ["ada", "ada", true],
    ["ab1234-dns", "ab1234", true],
    ["ab1234", "ab1234", true],
    ["lars", "lars", false],
  ])("%s is the person %s, who may write: %s", async (login, person, mayWrite) => {
    expect(await senderOf(world.db, world.catalogue, tokenOf(login))).toEqual({
      person: ids[person],
      mayWrite,
    });
  });

  it("a user without an account is a separate person without writing rights, and others are nobody", async () => {
    expect(await senderOf(world.db, world.catalogue, tokenOf("nora"))).toEqual({
      person: "user nora",
      mayWrite: false,
    });
    expect(await senderOf(world.db, world.catalogue, "x".repeat(64))).toBeNull();
  });
});

describe("rights of an account", () => {
  it("are cached between calls until rights change, and are read again within a call that changes them", async () => {
    const resolver = createActorResolver(world.db, world.catalogue, ALWAYS);
    const now = () => resolver.actorOf(world.db, tokenOf("greta"), null, false);
    const first = await now();
    expect((await now()).sets).toBe(first.sets);
    expect((await resolver.renewed(world.db, first)).sets).toEqual(first.sets);
    rowsOf(await world.execute("ada", [{ name: "cntl.group.create", new: { name: "neu" } }]));
    rowsOf(
      await world.execute("ada", [
        { name: "cntl.mgr2group.create", new: { login_name: "greta", group_name: "neu" } },
      ]),
    );
    const groups = first.sets.groups.length + 1;
    expect((await now()).sets.groups).toHaveLength(groups);
    expect((await resolver.renewed(world.db, first)).sets.groups).toHaveLength(groups);
    rowsOf(
      await world.execute("ada", [
        { name: "cntl.mgr2group.delete", old: { login_name: "greta", group_name: "neu" } },
        { name: "cntl.group.delete", old: { name: "neu" } },
      ]),
    );
    expect((await now()).sets).toEqual(first.sets);
  });

  it("do not exist without an account", async () => {
    const resolver = createActorResolver(world.db, world.catalogue, ALWAYS);
    const nora = await resolver.actorOf(world.db, tokenOf("nora"), null, false);
    expect(nora).toMatchObject({ account: null, login: "nora", roles: [] });
    expect(await resolver.renewed(world.db, nora)).toBe(nora);
  });
});
