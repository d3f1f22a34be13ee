import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WireException } from "#contract/wire/fault";
import { httpWorld, type HttpWorld } from "../support/http-server.ts";

let world: HttpWorld;
let base = "";
let ada = "";
let lars = "";

beforeAll(async () => {
  world = await httpWorld();
  [ada, lars] = await Promise.all([world.signIn("ada"), world.signIn("lars")]);
  base = await world.http.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => world.close());

interface Sent {
  readonly path: string;
  readonly method: string;
  readonly type: string;
  readonly body: string;
  readonly token: string;
  readonly origin: string;
}

/** Status and fault of a request on a real connection. */
async function faultOf({ path, method, type, body, token, origin }: Sent): Promise<string> {
  const response = await fetch(new URL(path, base), {
    method,
    headers: {
      ...(type === "" ? {} : { "content-type": type }),
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(origin === "" ? {} : { origin }),
    },
    ...(method === "GET" ? {} : { body }),
  });
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  // Parse boundary: every answer in this test is a fault.
  const { exception } = (await response.json()) as { exception: WireException };
  return `${String(response.status)} ${String(exception.error_type.code)}/${String(exception.error.code)}`;
}

const LARGE = " ".repeat(1024 * 1024 + 1);
/** Everything is wrong; each line corrects the error for which the line before was refused. */
const WRONG: Sent = {
  path: "/api/nix",
  method: "PUT",
  type: "text/plain",
  body: LARGE,
  token: "",
  origin: "https://elsewhere.example.org",
};
const JSON_TYPE = "application/json";
const NOBODY = "x".repeat(43);

async function walk(lines: readonly (readonly [Partial<Sent>, string])[]): Promise<void> {
  let sent = WRONG;
  for (const [mended, fault] of lines) {
    sent = { ...sent, ...mended };
    expect([mended, await faultOf(sent)]).toEqual([mended, fault]);
  }
}

describe("the order of the checks", () => {
  it("[API-56] of a single call", () =>
    walk([
      [{}, "404 -20900/10"],
      [{ path: "/api/9.9/nd/nix/create?nix=1" }, "404 -20900/9"],
      [{ path: "/api/4.2/nd/nix/create?nix=1" }, "404 -20900/3"],
      [{ path: "/api/4.2/nd/site/create?nix=1" }, "405 -20900/11"],
      [{ method: "POST" }, "404 -20900/10"],
      [{ origin: "" }, "415 -20900/12"],
      [{ type: JSON_TYPE }, "413 -20910/2"],
      [{ body: "{" }, "401 -20001/1"],
      [{ token: NOBODY }, "401 -20001/3"],
      [{ token: lars }, "400 -20900/1"],
      [{ body: '{"nix": 1}' }, "400 -20010/4"],
      [{ token: ada }, "400 -20900/4"],
      [{ path: "/4.2/nd/site/create" }, "400 -20900/4"],
      [{ body: '{"new": {"name": 1}}' }, "400 -20040/3"],
      [{ body: '{"new": {}}' }, "400 -20040/1"],
    ]));

  it("of a transaction", () =>
    walk([
      [{ path: "/3.2/wapi/transaction/execute?nix=1" }, "404 -20900/9"],
      [{ path: "/4.2/wapi/transaction/execute?nix=1" }, "405 -20900/11"],
      [{ method: "POST" }, "404 -20900/10"],
      [{ origin: "" }, "415 -20900/12"],
      [{ type: JSON_TYPE, body: " ".repeat(64 * 1024 * 1024 + 1) }, "413 -20910/2"],
      [{ body: "{" }, "401 -20001/1"],
      [{ token: NOBODY }, "401 -20001/3"],
      [{ token: lars }, "400 -20900/1"],
      [{ body: '[{"name": "nd.nix.list"}]' }, "400 -20010/4"],
      [{ token: ada }, "400 -20900/4"],
      [{ path: "/4.2/wapi/transaction/execute?su_login_name=nobody-here" }, "400 -20001/2"],
      [{ path: "/4.2/wapi/transaction/execute" }, "400 -20900/3"],
    ]));

  it("of a call for a tool", () =>
    walk([
      [{ path: "/api/macfinder/nix?nix=1" }, "404 -20900/10"],
      [{ path: "/api/macfinder/jobs?nix=1" }, "405 -20900/11"],
      [{ method: "POST" }, "404 -20900/10"],
      [{ origin: "" }, "415 -20900/12"],
      [{ type: JSON_TYPE }, "413 -20910/2"],
      [{ body: "{" }, "401 -20001/1"],
      [{ token: NOBODY }, "401 -20001/3"],
      [{ token: lars }, "400 -20010/4"],
      [{ token: ada }, "400 -20900/1"],
      [{ body: '{"nix": 1}' }, "400 -20900/4"],
      [{ body: '{"mac_addr": "zz"}' }, "400 -20900/4"],
      [{ path: "/api/macfinder/jobs" }, "400 -20040/5"],
    ]));

  it("of a feed from a server without the right", () =>
    walk([
      [{ path: "/api/feed/nix" }, "404 -20900/10"],
      [{ path: "/api/feed/leases?nix=1" }, "405 -20900/11"],
      [{ method: "POST" }, "404 -20900/10"],
      [{ origin: "" }, "415 -20900/12"],
      [{ type: JSON_TYPE }, "413 -20910/2"],
      [{ body: "{" }, "401 -20001/1"],
      [{ token: ada }, "400 -20900/1"],
      [{ body: '{"lease_list": {}}' }, "400 -20040/3"],
      [{ body: '{"lease_list": []}' }, "400 -20900/4"],
    ]));

  it("[LOGIN-05] of a sign-in", () =>
    walk([
      [{ path: "/api/login" }, "405 -20900/11"],
      [{ method: "POST" }, "404 -20900/10"],
      [{ origin: "" }, "415 -20900/12"],
      [{ type: JSON_TYPE }, "413 -20910/2"],
      [{ body: "{" }, "400 -20900/1"],
      [{ body: "[]" }, "400 -20900/1"],
      [{ body: '{"nix": 1}' }, "400 -20900/4"],
      [{ body: '{"username": 1}' }, "400 -20040/3"],
      [{ body: '{"username": null}' }, "400 -20040/2"],
      [{ body: '{"username": "ada"}' }, "400 -20040/1"],
      [{ body: '{"username": "ada", "password": "wrong"}' }, "400 -20001/5"],
    ]));

  it("of a call that reads", () =>
    walk([
      [{ path: "/api/domainfinder?nix=1" }, "405 -20900/11"],
      [{ method: "GET" }, "401 -20001/1"],
      [{ token: ada }, "400 -20900/4"],
      [{ path: "/api/domainfinder?term=a&term=b" }, "400 -20040/3"],
    ]));

  it("with any other method, which is refused first", async () => {
    for (const method of ["PROPFIND", "QUERY", "DELETE", "HEAD", "OPTIONS"]) {
      const response = await fetch(new URL("/api/login", base), { method });
      expect([method, response.status, response.headers.get("allow")]).toEqual([method, 405, "POST"]);
    }
  });
});
