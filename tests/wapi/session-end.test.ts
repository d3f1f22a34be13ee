import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import type { SessionsEnded, SignedIn } from "#contract/wire/system";
import { composeHttp } from "../../server/http/compose.ts";
import { readSettings } from "../../server/http/settings.ts";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";

const OWN = "/api/4.2/cntl/wapi_auth/list?is_session=true&is_own=true";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld();
});
afterAll(() => world.close());

function everywhere(token: string | undefined, from: Pick<HttpWorld, "post"> = world): Promise<Answered> {
  return from.post("/api/sign_out_everywhere", {}, token);
}

function ended({ text }: Answered): number {
  // Parse boundary: the answer to the end of sessions. A fault has no number, and the test fails.
  return (JSON.parse(text) as SessionsEnded).session_count;
}

async function signedIn(username: string): Promise<SignedIn> {
  const { text } = await world.post("/api/login", { username, password: "demo" });
  // Parse boundary: the answer to a sign-in.
  return JSON.parse(text) as SignedIn;
}

const state = async (token: string): Promise<string | number> => {
  const { status } = await world.get(OWN, token);
  return status;
};

describe("signing out everywhere", () => {
  it("[SESS-35] ends all sessions of the account and no others, also in another process", async () => {
    const second = await composeHttp({
      db: world.db,
      catalogue: world.catalogue,
      settings: readSettings({}, "."),
      build: { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" },
      portalFolder: tmpdir(),
      log: () => undefined,
    });
    const there = (token: string) =>
      second
        .inject({ url: OWN, headers: { authorization: `Bearer ${token}` } })
        .then((one) => one.statusCode);
    const [one, two, three, other] = await Promise.all(
      ["greta", "greta", "greta", "otto"].map((login) => world.signIn(login)),
    );
    for (const token of [one, two, three, other]) expect(await there(String(token))).toBe(200);
    expect(ended(await everywhere(one))).toBe(3);
    for (const token of [one, two, three]) {
      expect([await there(String(token)), await state(String(token))]).toEqual([401, 401]);
    }
    expect([await there(String(other)), await state(String(other))]).toEqual([200, 200]);
    expect((await everywhere(one)).fault).toBe("-20001/3");
    await second.close();
  });

  const JSON_TYPE = { "content-type": "application/json" };
  it.each<[string, Omit<Parameters<HttpWorld["send"]>[0], "token">, string]>([
    ["no body and no type", {}, "200"],
    [
      "no body of a form, as by `curl -d ''`",
      { headers: { "content-type": "application/x-www-form-urlencoded", "content-length": "0" } },
      "200",
    ],
    ["no body of another type", { headers: { "content-type": "text/plain" } }, "200"],
    ["no body of JSON", { headers: { ...JSON_TYPE, "content-length": "0" } }, "200"],
    ["a body in no piece", { headers: { ...JSON_TYPE, "transfer-encoding": "chunked" } }, "200"],
    ["an empty object", { headers: JSON_TYPE, payload: "{}" }, "200"],
    ["an empty list", { headers: JSON_TYPE, payload: "[]" }, "-20900/1"],
    ["a space", { headers: JSON_TYPE, payload: " " }, "-20900/1"],
    ["an unknown member", { headers: JSON_TYPE, payload: '{"all":true}' }, "-20900/4"],
    ["a text", { headers: { "content-type": "text/plain" }, payload: "x" }, "-20900/12"],
  ])("[SESS-37] takes no body or {}: %s", async (_, options, code) => {
    const token = await world.signIn("greta");
    const answer = await world.send({ method: "POST", url: "/api/sign_out_everywhere", token, ...options });
    expect(answer.status === 200 ? "200" : answer.fault).toBe(code);
    expect(await state(token)).toBe(code === "200" ? 401 : 200);
  });

  it.each(["lars", "nora"])("[SESS-35] works for %s, who may change nothing", async (login) => {
    const [one, two] = [await world.signIn(login), await world.signIn(login)];
    expect(ended(await everywhere(one))).toBe(2);
    expect((await everywhere(two)).fault).toBe("-20001/3");
  });

  it("[SESS-35] works for an account that may not write, and in access mode ro", async () => {
    const frozen = await httpWorld({ NETPORTAL_ACCESS_MODE: "ro" });
    const [one, two] = [await frozen.signIn("greta"), await frozen.signIn("greta")];
    await frozen.db.query("update cntl.mgr set allow_data_manipulation = false where login_name = 'greta'");
    expect(ended(await everywhere(one, frozen))).toBe(2);
    expect((await everywhere(two, frozen)).fault).toBe("-20001/3");
    await frozen.close();
  });

  it("with the token of a subaccount ends nothing, because it is not a session", async () => {
    const otto = await world.signIn("otto");
    const { lists } = await world.post(
      "/api/4.2/cntl/wapi_auth/create",
      { new: { login_name: "otto-sub" } },
      otto,
    );
    const token = textIn(lists[0]?.[0]?.["token"]);
    expect(ended(await everywhere(token))).toBe(0);
    expect(await state(otto)).toBe(200);
  });

  it.each([
    [undefined, "-20001/1"],
    ["x".repeat(64), "-20001/3"],
  ])("without a valid token is refused: %s", async (token, fault) => {
    const answer = await everywhere(token);
    expect([answer.status, answer.fault]).toEqual([401, fault]);
  });
});

describe("[TOK-10] the list of sessions", () => {
  it("shows network and device of the last use, but never the token", async () => {
    const { token, gpk } = await signedIn("ada");
    await world.send({
      method: "GET",
      url: OWN,
      token,
      remoteAddress: "198.51.100.77",
      headers: { "user-agent": FIREFOX },
    });
    const row = async () => {
      const answer = await world.get(`${OWN}&gpk_list=${encodeURIComponent(JSON.stringify([gpk]))}`, token);
      expect(answer.text).not.toContain(token);
      return answer.lists[0]?.[0];
    };
    await expect
      .poll(row)
      .toMatchObject({ last_used_from: "198.51.100.0/24", device: "Firefox, Linux", is_current: true });
  });

  it.each([
    ["none", null],
    ["network", "198.51.100.0/24"],
    ["whole", "198.51.100.77/32"],
  ])("[TOK-11] keeps of the address what the operator wants, whatever is called: %s", async (kept, from) => {
    const there = await composeHttp({
      db: world.db,
      catalogue: world.catalogue,
      settings: readSettings({ NETPORTAL_KEPT_ADDRESS: kept }, "."),
      build: { version: "1.2.3", versionName: "Ahorn", commit: "3f2c9ab" },
      portalFolder: tmpdir(),
      log: () => undefined,
    });
    const calls = [
      { method: "GET", url: "/api/4.2/nd/site/list" },
      { method: "GET", url: "/api/4.2/wapi/object_type/list" },
      { method: "GET", url: "/api/4.2/wapi/data_type/list?name=cidr" },
      { method: "POST", url: "/api/4.2/wapi/transaction/execute", payload: "[]" },
    ] as const;
    for (const call of calls) {
      const signIn = await there.inject({
        method: "POST",
        url: "/api/login",
        headers: { "user-agent": FIREFOX },
        payload: { username: "otto", password: "demo" },
        remoteAddress: "198.51.100.77",
      });
      // Parse boundary: the answer to a sign-in.
      const { token, gpk } = JSON.parse(signIn.payload) as SignedIn;
      const { statusCode } = await there.inject({
        ...call,
        headers: {
          authorization: `Bearer ${token}`,
          "user-agent": FIREFOX,
          "content-type": "application/json",
        },
        remoteAddress: "198.51.100.77",
      });
      expect([call.url, statusCode]).toEqual([call.url, 200]);
      const row = async () => {
        const rows = await world.db.query<{ last_used_from: string | null; device: string | null }>(
          "select last_used_from::text, device from cntl.wapi_auth where id = $1",
          [gpk.replace(/^\D+/, "")],
        );
        return rows[0];
      };
      await expect
        .poll(row, { message: call.url })
        .toEqual({ last_used_from: from, device: "Firefox, Linux" });
    }
    await there.close();
  });

  it("shows the sessions of others to holders of rw:wapi_auth only, who can end each of them", async () => {
    const { token, gpk } = await signedIn("greta");
    const remove = { old: { gpk } };
    const [otto, ada] = [await world.signIn("otto"), await world.signIn("ada")];
    const refused = await world.post("/api/4.2/cntl/wapi_auth/delete", remove, otto);
    expect(refused.fault).toBe("-20020/1");
    // Otto gets this permission and no other one.
    const role = { role_name: "ender" };
    const holds = { ...role, login_name: "otto" };
    const execute = (...steps: readonly object[]) =>
      world.post("/api/4.2/wapi/transaction/execute", steps, ada);
    const given = await execute(
      { name: "cntl.role.create", new: { name: "ender", is_assignable: true } },
      { name: "cntl.role2permission.create", new: { ...role, permission_name: "cntl.rw:wapi_auth" } },
      { name: "cntl.mgr2role.create", new: holds },
    );
    expect(given.status).toBe(200);
    for (const [holder, one] of [
      [otto, { token, gpk }],
      [ada, await signedIn("greta")],
    ] as const) {
      const { lists } = await world.get(
        "/api/4.2/cntl/wapi_auth/list?is_session=true&login_name=greta",
        holder,
      );
      expect(lists[0]).toContainEqual(expect.objectContaining({ gpk: one.gpk, login_name: "greta" }));
      const ended = await world.post("/api/4.2/cntl/wapi_auth/delete", { old: { gpk: one.gpk } }, holder);
      expect(ended.status).toBe(200);
      expect(await state(one.token)).toBe(401);
    }
    expect((await execute({ name: "cntl.mgr2role.delete", old: holds })).status).toBe(200);
  });
});
