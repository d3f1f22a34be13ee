import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { Refusal } from "../../server/faults.ts";
import {
  codeOf,
  rowsOf,
  smallWorld,
  textIn,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  const made = await world.execute("ada", [
    { name: "cntl.role.create", new: { name: "upper" } },
    { name: "cntl.role2role.create", new: { role_name: "upper", sub_role_name: "dns_admin" } },
    { name: "cntl.mgr2role.create", new: { login_name: "ab1234", role_name: "upper" } },
  ]);
  if (!made.ok) throw new Error(JSON.stringify(made.exception));
});
afterAll(() => world.close());

/** Executes a call with the text of a token. */
async function callWith(token: string, steps: readonly SentStep[]): Promise<Said> {
  try {
    const { body, headers } = await world.executor.call({
      target: { kind: "execute" },
      token,
      query: new URLSearchParams({ dry_mode: "true" }),
      body: JSON.stringify(steps),
    });
    // Parse boundary: lists of rows in step order.
    const lists = JSON.parse(typeof body === "string" ? body : "") as Row[][];
    return { ok: true, lists, state: headers["X-Transaction-State"] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, status: error.status, exception: error.exception };
  }
}

/** Creates a token for a subaccount as its main account does; returns its text and gpk. */
async function newToken(roles: readonly string[]): Promise<{ text: string; gpk: string }> {
  const said = await world.execute("ab1234", [
    { name: "cntl.wapi_auth.create", new: { login_name: "ab1234-dns", role_name_list: roles } },
  ]);
  const [row] = rowsOf(said);
  return { text: textIn(row, "token"), gpk: textIn(row, "gpk") };
}

const OTHERS: SentStep = { name: "dns.fqdn.create", new: { value: "x.example.org." } };
const OWN: SentStep = { name: "dns.fqdn.create", new: { value: "x.example.com." } };
const PERMISSIONS: readonly SentStep[] = [
  { idx: "roles", name: "cntl.role.list", old: { is_assigned: true } },
  { name: "cntl.permission.list", inner_join_ref: { roles: "api_func_cntl_permission_role_hierarchy" } },
];
const names = (said: Said, list: number) => rowsOf(said, list).map((row) => textIn(row, "name"));

describe("[TOK-07] roles of a token", () => {
  it("[PERM-03] limit a call to the permissions of these roles and of the roles below them", async () => {
    const { text } = await newToken(["upper"]);
    const said = await callWith(text, PERMISSIONS);
    expect(names(said, 0)).toEqual(["upper"]);
    expect(names(said, 1)).toContain("dns.rw:fqdn");
    expect(names(said, 1).every((name) => name.startsWith("dns."))).toBe(true);
    expect(codeOf(await callWith(text, [OTHERS]))).toBe("200");
  });

  it("may be missing: the token has no permission even if its account has roles, and acts only on own objects", async () => {
    const { text } = await newToken([]);
    const said = await callWith(text, PERMISSIONS);
    expect([names(said, 0), names(said, 1)]).toEqual([[], []]);
    expect(codeOf(await callWith(text, [OTHERS]))).toBe("-20010/1");
    expect(codeOf(await callWith(text, [OWN]))).toBe("200");
  });

  it("count only while the account holds them", async () => {
    const { text } = await newToken(["upper"]);
    const lose: SentStep = {
      name: "cntl.mgr2role.delete",
      old: { login_name: "ab1234", role_name: "upper" },
    };
    expect(codeOf(await world.execute("ada", [lose]))).toBe("200");
    expect(codeOf(await callWith(text, [OTHERS]))).toBe("-20010/1");
    await world.execute("ada", [
      { name: "cntl.mgr2role.create", new: { login_name: "ab1234", role_name: "upper" } },
    ]);
    expect(codeOf(await callWith(text, [OTHERS]))).toBe("200");
  });

  it.each([
    ["one that the account does not hold", "admin", "-20060/3"],
    ["one that does not exist", "nothing", "-20020/2"],
  ])("refuses %s", async (_, role, code) => {
    const said = await world.execute(
      "ab1234",
      [{ name: "cntl.wapi_auth.create", new: { login_name: "ab1234-dns", role_name_list: [role] } }],
      { dryRun: true },
    );
    expect(codeOf(said)).toBe(code);
  });

  it("refuses an unassignable one, and any for a service account", async () => {
    const said = await world.execute(
      "ada",
      [
        { name: "cntl.role.update", old: { name: "upper" }, new: { is_assignable: false } },
        { name: "cntl.wapi_auth.create", new: { login_name: "ab1234-dns", role_name_list: ["upper"] } },
      ],
      { dryRun: true },
    );
    expect(codeOf(said)).toBe("-20030/3");
    const service = await world.execute(
      "ada",
      [{ name: "cntl.wapi_auth.create", new: { login_name: "svc-web", role_name_list: ["upper"] } }],
      { dryRun: true },
    );
    expect(codeOf(service)).toBe("-20060/6");
  });
});

describe("generating a token again", () => {
  const again = (gpk: string): SentStep => ({
    name: "cntl.wapi_auth.update",
    old: { gpk },
    new: { do_generate: true },
  });

  it("invalidates the old text at once, and only this step returns the new text", async () => {
    const { text, gpk } = await newToken(["upper"]);
    const said = await world.execute("ab1234", [again(gpk)]);
    const fresh = textIn(rowsOf(said)[0], "token");
    expect(fresh).toMatch(/^[A-Za-z0-9_-]{43,128}$/);
    expect(fresh).not.toBe(text);
    expect(codeOf(await callWith(text, [OWN]))).toBe("-20001/3");
    expect(codeOf(await callWith(fresh, [OTHERS]))).toBe("200");
    const listed = await world.get("ab1234", "cntl.wapi_auth.list", { gpk });
    expect(rowsOf(listed)[0]).not.toHaveProperty("token");
    const found = await world.db.query(
      "select from wapi.transaction where steps::text like '%' || $1 || '%' union all select from wapi.change_log where new::text like '%' || $1 || '%'",
      [fresh],
    );
    expect(found).toEqual([]);
  });

  it("in a dry run answers no text and keeps the old one", async () => {
    const { text, gpk } = await newToken([]);
    const said = await world.execute("ab1234", [again(gpk)], { dryRun: true });
    expect(rowsOf(said)[0]).toMatchObject({ gpk, token: null });
    expect(codeOf(await callWith(text, [OWN]))).toBe("200");
  });

  it("works for subaccounts and service accounts, by accounts that may change their tokens", async () => {
    const { gpk } = await newToken([]);
    expect(codeOf(await world.execute("greta", [again(gpk)]))).toBe("-20020/1");
    const [session] = rowsOf(await world.get("greta", "cntl.wapi_auth.list"));
    expect(codeOf(await world.execute("ada", [again(textIn(session, "gpk"))]))).toBe("-20060/2");
  });
});

it("tokens that are still valid are found by the days until they expire", async () => {
  const [soon, later, past] = [await newToken([]), await newToken([]), await newToken([])];
  for (const [{ gpk }, days] of [
    [soon, 5],
    [later, 40],
    [past, -1],
  ] as const)
    await world.db.query(
      "update cntl.wapi_auth set expiration_date = now() + $2::int * interval '1 day' where id = split_part($1, '-', 2)::bigint",
      [gpk, days],
    );
  const found = async (expires_within_days: number) => {
    const old = { login_name: "ab1234-dns", expires_within_days };
    const said = await world.execute("ada", [{ name: "cntl.wapi_auth.list", old }]);
    const made = [soon, later, past].map(({ gpk }) => gpk);
    return rowsOf(said)
      .map((row) => textIn(row, "gpk"))
      .filter((gpk) => made.includes(gpk))
      .toSorted();
  };
  expect(await found(10)).toEqual([soon.gpk]);
  const both = [soon.gpk, later.gpk].toSorted();
  expect([await found(50), await found(2_000_000_000)]).toEqual([both, both]);
  expect([await found(4), await found(-5)]).toEqual([[], []]);
});
