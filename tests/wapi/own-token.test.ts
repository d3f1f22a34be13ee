import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tokenHash } from "../../server/access/token.ts";
import { codeOf, smallWorld, tokenOf, type SentStep, type SmallWorld } from "../support/small-world.ts";

/** The step that deletes the token of this account. */
async function ending(world: SmallWorld, login: string): Promise<SentStep> {
  const [row] = await world.db.query<{ id: string }>(
    "select id::text id from cntl.wapi_auth where token_hash = $1",
    [tokenHash(tokenOf(login))],
  );
  return {
    name: "cntl.wapi_auth.delete",
    old: { gpk: `${world.catalogue.type("cntl.wapi_auth").spec.gpk}-${row?.id ?? ""}` },
  };
}

describe("ending the own token (wire contract 1.5, 1.6)", () => {
  let world: SmallWorld;
  beforeAll(async () => {
    world = await smallWorld();
  });
  afterAll(() => world.close());

  it.each([
    ["a main account", "greta", "200"],
    ["a subaccount", "ab1234-dns", "200"],
    ["a user who is not in the database", "nora", "200"],
    ["a locked account, whose call is refused", "lars", "-20010/4"],
  ])("%s", async (_, login, code) => {
    const step = await ending(world, login);
    const tested = await world.execute(login, [step], { dryRun: true });
    expect(codeOf(tested)).toBe(code);
    expect(codeOf(await world.execute(login, [step]))).toBe(code);
    expect(codeOf(await world.get(login, "nd.site.list"))).toBe("-20001/3");
  });

  it("[TOK-08] an expired token is refused like an invalid one", async () => {
    await world.db.query(
      "update cntl.wapi_auth set expiration_date = now() - interval '1 second' where token_hash = $1",
      [tokenHash(tokenOf("otto"))],
    );
    expect(await world.get("otto", "nd.site.list")).toEqual(await world.get("nobody", "nd.site.list"));
  });
});

describe("access mode ro", () => {
  let world: SmallWorld;
  beforeAll(async () => {
    world = await smallWorld("ro");
  });
  afterAll(() => world.close());

  it("rolls back every transaction, except that it ends the own token", async () => {
    const said = await world.execute("ada", [{ name: "nd.site.create", new: { name: "S" } }]);
    expect(said).toMatchObject({ ok: true, state: "rolled_back" });
    expect(codeOf(await world.post("ada", "nd.site.create", { new: { name: "S" } }))).toBe("-20920/1");
    const step = await ending(world, "greta");
    expect(await world.execute("greta", [step])).toMatchObject({ ok: true, state: "rolled_back" });
    expect(codeOf(await world.get("greta", "nd.site.list"))).toBe("-20001/3");
  });

  it("a single call that deletes its own token ends it although it is refused, and the token of another account stays", async () => {
    const [own, others] = [await ending(world, "otto"), await ending(world, "ab1234")];
    expect(codeOf(await world.post("otto", "cntl.wapi_auth.delete", { old: others.old ?? {} }))).toBe(
      "-20920/1",
    );
    expect(codeOf(await world.get("ab1234", "nd.site.list"))).toBe("200");
    expect(codeOf(await world.post("otto", "cntl.wapi_auth.delete", { old: own.old ?? {} }))).toBe(
      "-20920/1",
    );
    expect(codeOf(await world.get("otto", "nd.site.list"))).toBe("-20001/3");
  });
});
