import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { tokenHash } from "../../server/access/token.ts";
import {
  column,
  fresh,
  openCalls,
  site,
  sites,
  type Calls,
  type Heard,
  type Sent,
} from "../support/sent-calls.ts";
import { tokenOf, type SentStep } from "../support/small-world.ts";

let calls: Calls;
beforeAll(async () => {
  calls = await openCalls();
});
afterAll(() => calls.close());

const execute = (steps: unknown, sent?: Sent): Promise<Heard> => calls.execute(steps, sent);
const single = (name: string, body: Json, sent?: Sent): Promise<Heard> => calls.single(name, body, sent);

describe("headers", () => {
  const COMMITTED = { "X-Transaction-State": "committed", "X-Access-Mode": "rw" };
  // Parse boundary: a matcher of any value has no type.
  const RECORD = expect.stringMatching(/^tx-\d+$/) as string;

  it("[API-36] [API-37] [API-38] show the state of the transaction and the access mode", async () => {
    expect((await execute([sites({})])).headers).toEqual(COMMITTED);
    expect((await execute([site(fresh())])).headers).toEqual({ ...COMMITTED, "X-Transaction": RECORD });
    expect((await execute([site(fresh())], { query: "dry_mode=true" })).headers).toEqual({
      ...COMMITTED,
      "X-Transaction-State": "rolled_back",
    });
    expect((await execute([site(fresh())], { by: calls.readOnly })).headers).toEqual({
      "X-Transaction-State": "rolled_back",
      "X-Access-Mode": "ro",
    });
    const created = await single("nd.site.create", { new: { name: fresh() } });
    expect(created.headers).toEqual({ ...COMMITTED, "X-Transaction": RECORD });
    expect((await single("nd.site.list", null)).headers).toEqual({});
  });

  it("name the record of the changes, and are absent if nothing changed", async () => {
    const name = fresh();
    const { headers } = await execute([site(name)]);
    const step = { name: "wapi.change_log.list", old: { transaction_gfk: headers?.["X-Transaction"] ?? "" } };
    expect(column(await execute([step]), 0, "object_title")).toEqual([name]);
    const same = { name: "nd.site.update", old: { name }, new: { name } };
    expect((await execute([same])).headers).toEqual(COMMITTED);
  });

  it("[API-31] [API-38] a dry run and access mode ro store nothing", async () => {
    const [dry, ro, applied] = [fresh(), fresh(), fresh()];
    expect(column(await execute([site(dry)], { query: "dry_mode=true" }), 0, "name")).toEqual([dry]);
    expect(column(await execute([site(ro)], { by: calls.readOnly }), 0, "name")).toEqual([ro]);
    await execute([site(applied)]);
    expect([await calls.hasSite(dry), await calls.hasSite(ro), await calls.hasSite(applied)]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe("single calls", () => {
  it("[API-57] a list takes filters from the query or the body, and other functions take parameters from the body only", async () => {
    const name = fresh();
    expect(column(await single("nd.site.create", { new: { name } }), 0, "name")).toEqual([name]);
    expect(column(await single("nd.site.list", null, { query: `name=${name}` }), 0, "name")).toEqual([name]);
    expect(column(await single("nd.site.list", { old: { name } }), 0, "name")).toEqual([name]);
    expect(await single("nd.site.list", { old: { name } }, { query: `name=${name}` })).toMatchObject({
      fault: "unknown_parameter",
      details: { parameter: "name", scope: "query", known_list: [] },
    });
    expect(
      await single("nd.site.create", { new: { name: fresh() } }, { query: "dry_mode=true" }),
    ).toMatchObject({
      fault: "unknown_parameter",
      details: { parameter: "dry_mode", scope: "query" },
    });
    expect(await single("nd.site.list", null, { query: "nam=x" })).toMatchObject({
      fault: "unknown_parameter",
      details: { parameter: "nam", scope: "query" },
    });
    expect(await single("nd.site.list", { old: { nam: "x" } })).toMatchObject({
      fault: "unknown_parameter",
      details: { parameter: "nam", scope: "old" },
    });
  });

  it("a function that does not exist is refused by its name", async () => {
    for (const name of ["nd.nothing.list", "nd.site.connect", "nd.site.progress"])
      for (const body of [null, { old: {} }])
        expect(await single(name, body)).toMatchObject({ fault: "unknown_function", details: { name } });
  });

  it("in access mode ro lists are answered and changes are refused", async () => {
    const name = fresh();
    expect(await single("nd.site.create", { new: { name } }, { by: calls.readOnly })).toMatchObject({
      fault: "read_only",
      details: { access_mode: "ro" },
    });
    expect(await calls.hasSite(name)).toBe(false);
    expect((await single("nd.site.list", null, { by: calls.readOnly })).lists).toHaveLength(1);
    expect((await single("wapi.transaction.list", null, { query: "fetch_limit=1" })).lists).toMatchObject([
      [{ actor_login_name: "ada" }],
    ]);
  });
});

/** A new token of the account: its text and its gpk. */
async function newToken(login: string): Promise<{ readonly token: string; readonly gpk: string }> {
  const token = fresh("token").padEnd(64, "x");
  const [row] = await calls.db.query<{ id: string }>(
    `insert into cntl.wapi_auth (login_name, user_name, is_session, token_hash, expiration_date)
     select m.id, m.login_name, true, $2, now() + interval '1 hour' from cntl.mgr m where m.login_name = $1 returning id::text`,
    [login, tokenHash(token)],
  );
  return { token, gpk: `tok-${row?.id ?? ""}` };
}

async function isAlive({ gpk }: { readonly gpk: string }): Promise<boolean> {
  const rows = await calls.db.query("select from cntl.wapi_auth where id::text = $1", [gpk.split("-")[1]]);
  return rows.length > 0;
}

const end = ({ gpk }: { readonly gpk: string }): SentStep => ({
  name: "cntl.wapi_auth.delete",
  old: { gpk },
});

describe("the own token of an account that may change nothing else", () => {
  it("[API-42] a locked account can end its token by a call with this step only", async () => {
    const ended = await newToken("lars");
    expect(await execute([end(ended)], { token: ended.token })).toMatchObject({
      fault: "user_locked",
      details: { is_su: false },
    });
    expect(await isAlive(ended)).toBe(false);
    const called = await newToken("lars");
    expect(
      (await single("cntl.wapi_auth.delete", { old: { gpk: called.gpk } }, { token: called.token })).fault,
    ).toBe("user_locked");
    expect(await isAlive(called)).toBe(false);
  });

  it.each<readonly [string, (own: SentStep) => unknown, string, string]>([
    ["a dry run", (own) => [own], "dry_mode=true", "user_locked"],
    ["another step", (own) => [own, sites({})], "", "user_locked"],
    ["a step twice", (own) => [own, own], "", "user_locked"],
    ["another function", ({ old }) => [{ name: "cntl.wapi_auth.update", old, new: {} }], "", "user_locked"],
    ["another type", () => [{ name: "nd.site.delete", old: { gpk: "site-1" } }], "", "user_locked"],
    ["a malformed step", (own) => [{ ...own, more: 1 }], "", "user_locked"],
    ["no list of steps", (own) => own, "", "user_locked"],
    ["an unknown parameter", (own) => [own], "dry=true", "user_locked"],
  ])("a locked account keeps its token after %s", async (_, steps, query, fault) => {
    const kept = await newToken("lars");
    expect((await execute(steps(end(kept)), { token: kept.token, query })).fault).toBe(fault);
    expect(await isAlive(kept)).toBe(true);
  });

  it("a locked account cannot end tokens of others, and whoever acts as a locked account cannot end a token", async () => {
    const [own, other, ada] = [await newToken("lars"), await newToken("otto"), await newToken("ada")];
    expect((await execute([end(other)], { token: own.token })).fault).toBe("user_locked");
    expect(await execute([end(ada)], { token: ada.token, query: "su_login_name=lars" })).toMatchObject({
      fault: "user_locked",
      details: { is_su: true },
    });
    expect([await isAlive(own), await isAlive(other), await isAlive(ada)]).toEqual([true, true, true]);
  });

  it("in access mode ro an account can end its own token, but not in a dry run or among other steps, and no token of others", async () => {
    const by = calls.readOnly;
    const [listed, called] = [await newToken("otto"), await newToken("otto")];
    expect((await execute([end(listed)], { by, token: listed.token })).headers).toMatchObject({
      "X-Transaction-State": "rolled_back",
    });
    expect(
      await single("cntl.wapi_auth.delete", { old: { gpk: called.gpk } }, { by, token: called.token }),
    ).toMatchObject({ fault: "read_only" });
    expect([await isAlive(listed), await isAlive(called)]).toEqual([false, false]);
    const [kept, other] = [await newToken("otto"), await newToken("otto")];
    const { token } = kept;
    await execute([end(kept)], { by, token, query: "dry_mode=true" });
    await execute([end(kept), sites({})], { by, token });
    await execute([end(other)], { by, token });
    expect([await isAlive(kept), await isAlive(other)]).toEqual([true, true]);
  });
});

describe("the fault that is reported if there are several", () => {
  it("[API-56] concerns the token, then the JSON, then the account, then the query, then the steps", async () => {
    const text = (body: string, sent: Sent): Promise<Heard> => calls.text(body, sent);
    const [ada, lars] = [tokenOf("ada"), tokenOf("lars")];
    expect((await text("{", { token: "none", query: "x=1" })).fault).toBe("token_invalid");
    expect((await text("{", { token: null, query: "x=1" })).fault).toBe("token_missing");
    expect(await text("{", { token: lars, query: "x=1" })).toMatchObject({
      fault: "malformed_json",
      details: { position: 1 },
    });
    expect((await text("[7]", { token: lars, query: "x=1" })).fault).toBe("user_locked");
    expect((await text("{", { token: ada, query: "x=1" })).fault).toBe("malformed_json");
    expect((await text("[7]", { token: ada, query: "x=1" })).fault).toBe("unknown_parameter");
    expect((await text("[7]", { token: ada })).fault).toBe("malformed_step");
    expect((await text("7", { token: ada })).fault).toBe("malformed_json");
  });

  it("does not concern a token whose account may read metadata", async () => {
    await calls.executor.admit(tokenOf("greta"));
    await calls.executor.admit(tokenOf("nora"));
    await expect(calls.executor.admit("none")).rejects.toMatchObject({ fault: "token_invalid" });
    await expect(calls.executor.admit(null)).rejects.toMatchObject({ fault: "token_missing" });
    await expect(calls.executor.admit(tokenOf("lars"))).rejects.toMatchObject({ fault: "user_locked" });
  });
});

describe("a caller who disconnects", () => {
  it("ends the call, which stores nothing and delays nobody", async () => {
    const [held, beside] = [fresh(), fresh()];
    await execute([site(held)]);
    const gone = new AbortController();
    await calls.whileHeld(held, async () => {
      const change: SentStep = { name: "nd.site.update", old: { name: held }, new: { title: "new" } };
      const call = execute([site(beside), change], { signal: gone.signal }).catch(String);
      await calls.waits();
      gone.abort();
      expect(await call).toContain("cancelled");
    });
    expect([await calls.hasSite(beside), await calls.hasSite(held)]).toEqual([false, true]);
  });

  it("before the call begins prevents it", async () => {
    const name = fresh();
    await expect(execute([site(name)], { signal: AbortSignal.abort() })).rejects.toThrow("cancelled");
    await expect(execute([sites({})], { signal: AbortSignal.abort() })).rejects.toThrow("cancelled");
    expect(await calls.hasSite(name)).toBe(false);
    expect((await execute([sites({ name })], { signal: new AbortController().signal })).lists).toEqual([[]]);
  });
});
