import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressesOf, httpWorld, type HttpWorld } from "../support/http-server.ts";

/** The part of the hub's index that is read here. */
interface Hub {
  readonly template_list: readonly { readonly name: string }[];
}

let world: HttpWorld;
let ada: string;
const BASES = ["/api/4.2", "/4.2"];

beforeAll(async () => {
  world = await httpWorld();
  ada = await world.signIn("ada");
});
afterAll(() => world.close());

describe("addresses", () => {
  it("[API-03] without a token only calls that need no token are answered", async () => {
    const free = [
      "/api/system/info",
      "/api/alerts.json?r=0.5",
      "/version.json?r=0.5",
      "/api/4.2/wapi/version/list?r=0.5",
      "/api/4.2/openapi.json",
      "/api/4.2/transaction_json_schema.json",
      "/api/hub/index.json",
      "/api/hub/schemas/version_1.schema.json",
      "/api/oui_lookup/001b63",
      "/ready.json",
    ];
    for (const url of free) expect([url, (await world.get(url)).status]).toEqual([url, 200]);
    const [hub] = (JSON.parse((await world.get("/api/hub/index.json")).text) as Hub).template_list;
    expect((await world.get(`/api/hub/json_templates/${hub?.name ?? ""}`)).status).toBe(200);
    expect((await world.get("/api/oic_logout")).headers["location"]).toBe("/login");
    expect((await world.post("/api/login", { username: "ada", password: "demo" })).status).toBe(200);
    // These calls are refused for what they lack, which is no token.
    expect((await world.get("/api/oic_create_token")).fault).toBe("-20001/5");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const told = { method: "POST", url: "/api/oic_backchannel_logout", headers: form, payload: "" } as const;
    expect((await world.send(told)).fault).toBe("-20001/5");
    for (const [name, type] of world.catalogue.types) {
      if (!type.operations.has("list") || name === "wapi.version") continue;
      const answer = await world.get(`/api/4.2/${name.replace(".", "/")}/list`);
      expect([name, answer.status, answer.fault, answer.headers["www-authenticate"]]).toEqual([
        name,
        401,
        "-20001/1",
        "Bearer",
      ]);
    }
    for (const [name, { operations }] of world.catalogue.types)
      for (const operation of operations) {
        if (["list", "metadata"].includes(operation) || name === "wapi.transaction") continue;
        const answer = await world.post(`/api/4.2/${name.replace(".", "/")}/${operation}`, {});
        expect([name, operation, answer.status, answer.fault]).toEqual([name, operation, 401, "-20001/1"]);
      }
    const posted = [
      "/api/4.2/wapi/transaction/execute",
      "/api/feed/leases",
      "/api/bcd_request",
      "/api/macfinder/jobs",
      "/api/requests/dhcp",
    ];
    for (const url of posted) expect([url, (await world.post(url, [])).fault]).toEqual([url, "-20001/1"]);
    expect((await world.post("/api/sign_out_everywhere", {})).fault).toBe("-20001/1");
    const asked = [
      "/api/4.2/wapi/transaction/progress?call_id=x",
      "/api/4.2/wapi/object_type/metadata?language=en",
      "/api/macfinder/jobs/job-1",
      "/api/ip_contact/::1",
      "/api/domainfinder?term=abc",
      "/api/map/index.json",
      "/api/map/ground/x",
      "/api/events",
    ];
    for (const url of asked) expect([url, (await world.get(url)).status]).toEqual([url, 401]);
  });

  it("[API-03] of all addresses that the server has, only these are answered without a token", async () => {
    const [hub] = (JSON.parse((await world.get("/api/hub/index.json")).text) as Hub).template_list;
    const filled = (address: string): string =>
      address
        .replace(/:version\(.*?\$\)|:any/, "9.9")
        .replace("/:system/:object", "/nd/site")
        .replace("json_templates/:name", `json_templates/${hub?.name ?? ""}`)
        .replace("schemas/:name", "schemas/version_1.schema.json")
        .replace("oui_lookup/:name", "oui_lookup/001b63")
        .replace(":system", "nd")
        .replace(":operation", "create")
        .replace(":name", "::1");
    const open: string[] = [];
    let closed = 0;
    for (const address of addressesOf(world.http)) {
      const got = await world.get(filled(address));
      const { status } = got.status === 405 ? await world.post(filled(address), {}) : got;
      if (status === 401) closed += 1;
      else if (status !== 404) open.push(address);
    }
    const ofCalls = ["openapi.json", "transaction_json_schema.json", "wapi/version/list"];
    const versions = ["/:version", "", "/api/:any", "/api/:version", "/api"];
    expect(open.map((address) => address.replace(/\(.*\)/, "")).toSorted()).toEqual(
      [
        ...BASES.flatMap((base) => ofCalls.map((call) => `${base}/${call}`)),
        ...versions.map((version) => `${version}/wapi/version/list`),
        "/",
        "/api/",
        ...["system/info", "alerts.json", "login", "oic_create_token", "oic_logout"].map(
          (one) => `/api/${one}`,
        ),
        ...["oic_backchannel_logout", "oui_lookup/:name", "requests/kit_iot"].map((one) => `/api/${one}`),
        ...["requests/home_ap", "hub/index.json", "hub/json_templates/:name"].map((one) => `/api/${one}`),
        "/api/hub/schemas/:name",
        "/ready.json",
        "/version.json",
      ].toSorted(),
    );
    expect(closed).toBeGreaterThan(20);
  });

  it("[API-04] the served versions are listed under every version and without one", async () => {
    for (const path of ["/api/4.2", "/4.2", "/api/9.9", "/9.9", "/api/x", "/api", ""]) {
      const { lists } = await world.get(`${path}/wapi/version/list`);
      const [version = {}, ...more] = lists[0] ?? [];
      expect(version["numeric"]).toMatch(/^4\.2\.\d+$/);
      expect(version).toMatchObject({ gpk: "ver-4-2", major: 4, minor: 2, state: "release", is_own: false });
      expect(more).toEqual([]);
    }
  });

  it.each([
    "/api/3.2/dns/record/list",
    "/3.2/dns/record/list",
    "/api/4.3/openapi.json",
    "/api/4/dns/record/list",
    "/api/v4.2/dns/record/list",
    "/api/4.2.1/openapi.json",
  ])("[API-04] %s names another version", async (url) => {
    const { status, fault, exception } = await world.get(url);
    expect([status, fault]).toEqual([404, "-20900/9"]);
    expect(exception.details["served_list"]).toEqual(["4.2"]);
  });

  it("[API-56] both prefixes give the same answers", async () => {
    const [long, short] = await Promise.all(
      BASES.map((base) => world.get(`${base}/nd/site/list?sorting_params_list=%5B%22name%22%5D`, ada)),
    );
    expect(long?.status).toBe(200);
    expect(short?.text).toBe(long?.text);
  });

  it("[API-57] a single call answers a list with exactly one result list", async () => {
    const some = await world.get("/api/4.2/nd/site/list?fetch_limit=2", ada);
    expect(some.lists).toHaveLength(1);
    expect(some.lists[0]).toHaveLength(2);
    expect((await world.get("/api/4.2/nd/site/list?name=none", ada)).text).toBe("[[]]");
  });

  it.each([
    "/api/nix",
    "/api/4.2/nd/bcd",
    "/4.2/x",
    "/api/valueOf",
    "/api/requests/constructor",
    "/4.2/toString",
    "/api/hub/none.json",
    "/api/%zz",
    "/api",
    "/4.2",
    "/api/4.2",
    "/api/4.2//",
    "/api/hub",
    "/api/hub/index.json/x",
    "/api/requests",
    "/api/requests/none",
    "/api/oui_lookup/",
    "/api/feed/none",
    "/api/4.2/nd/bcd/list/",
    "/api/4.2/nd//list",
    "/api/4.2/nd%2Fbcd/list",
  ])("%s gives a fault body and never a page", async (url) => {
    const { status, fault } = await world.get(url);
    expect([status, fault]).toEqual([404, "-20900/10"]);
  });

  it("a function that does not exist is answered as not found", async () => {
    const { status, fault, exception } = await world.get("/api/4.2/nd/nix/list");
    expect([status, fault, exception.details["name"]]).toEqual([404, "-20900/3", "nd.nix.list"]);
  });

  it.each([
    ["DELETE", "/api/4.2/nd/site/list", "GET, POST, HEAD"],
    ["GET", "/api/4.2/nd/site/create", "POST"],
    ["PUT", "/api/4.2/wapi/transaction/execute", "POST"],
    ["POST", "/api/system/info", "GET, HEAD"],
    ["OPTIONS", "/api/login", "POST"],
  ] as const)("%s %s is answered with the existing methods", async (method, url, allowed) => {
    const { status, fault, headers } = await world.send({ method, url });
    expect([status, fault, headers["allow"]]).toEqual([405, "-20900/11", allowed]);
  });
});

describe("order of the checks", () => {
  const create = "/api/4.2/nd/site/create";
  const large = "x".repeat(1024 * 1024 + 1);

  it("the version is checked before the token, and the path before the method", async () => {
    expect((await world.post("/api/3.2/nd/site/create", {})).fault).toBe("-20900/9");
    expect((await world.send({ method: "DELETE", url: "/api/4.2/nd/nix/create" })).fault).toBe("-20900/3");
  });

  it("the method is checked before the content type, then the size, then the token", async () => {
    const text = { "content-type": "text/plain" };
    const json = { "content-type": "application/json" };
    const put = await world.send({ method: "PUT", url: create, headers: text, payload: large });
    expect(put.fault).toBe("-20900/11");
    const typed = await world.send({ method: "POST", url: create, headers: text, payload: large });
    expect([typed.status, typed.fault]).toEqual([415, "-20900/12"]);
    const sized = await world.send({ method: "POST", url: create, headers: json, payload: large });
    expect([sized.status, sized.fault]).toEqual([413, "-20910/2"]);
    expect(sized.exception.details["limit"]).toBe(1024 * 1024);
  });

  it("the token is checked before the JSON, and the JSON before the steps", async () => {
    expect((await world.post(create, "{")).fault).toBe("-20001/1");
    expect((await world.post(create, "{", "x".repeat(64))).fault).toBe("-20001/3");
    expect((await world.post(create, "{", ada)).fault).toBe("-20900/1");
  });

  it("a compressed body and a body in another charset are refused as not JSON", async () => {
    for (const headers of [
      { "content-type": "application/json", "content-encoding": "gzip" },
      { "content-type": "application/json; charset=iso-8859-1" },
      {},
    ])
      expect(
        (await world.send({ method: "POST", url: create, headers, payload: "{}", token: ada })).fault,
      ).toBe("-20900/12");
    const named = { "content-type": "Application/JSON; charset=UTF-8" };
    const answer = await world.send({
      method: "POST",
      url: create,
      headers: named,
      payload: "{}",
      token: ada,
    });
    expect(answer.fault).toBe("-20040/1");
  });
});

describe("answers", () => {
  it("[API-03] tokens count only in the header, and the scheme may be in upper or lower case", async () => {
    const url = "/api/4.2/nd/site/list?fetch_limit=1";
    for (const scheme of ["Bearer", "bearer", "BEARER"])
      expect(
        (await world.send({ method: "GET", url, headers: { authorization: `${scheme} ${ada}` } })).status,
      ).toBe(200);
    expect((await world.get(`${url}&token=${ada}`)).status).toBe(401);
    const cookie = await world.send({ method: "GET", url, headers: { cookie: `token=${ada}` } });
    expect(cookie.status).toBe(401);
  });

  it("texts are German unless English is preferred", async () => {
    const inLanguage = (language: string) =>
      world.send({ method: "GET", url: "/api/nix", headers: { "accept-language": language } });
    expect((await inLanguage("de")).exception.description).toBe("Die Adresse /api/nix gibt es nicht.");
    expect((await inLanguage("en-GB, de;q=0.5")).exception.description).toBe(
      "The path /api/nix does not exist.".replace("path", "address"),
    );
  });

  it("middleware calls repeat the sentence as detail, and WAPI calls do not", async () => {
    const login = JSON.parse((await world.post("/api/login", { stay_logged_in: true })).text) as Record<
      string,
      { description: string }
    >;
    expect(login["detail"]).toBe(login["exception"]?.description);
    expect(Object.keys(JSON.parse((await world.get("/api/nix")).text) as object)).toEqual(["exception"]);
  });

  it("are not cached, and show the state of a writing transaction", async () => {
    const list = await world.get("/api/4.2/nd/site/list?fetch_limit=1", ada);
    expect(list.headers["cache-control"]).toBe("no-store");
    expect(list.headers["x-transaction-state"]).toBeUndefined();
    const execute = await world.post("/api/4.2/wapi/transaction/execute", [], ada);
    expect(execute.text).toBe("[]");
    expect(execute.headers).toMatchObject({ "x-transaction-state": "committed", "x-access-mode": "rw" });
    for (const url of ["/api/4.2/wapi/transaction/execute", "/api/4.2/nd/site/create"]) {
      const refused = await world.post(url, "{", ada);
      expect(refused.headers).toMatchObject({ "x-transaction-state": "rolled_back", "x-access-mode": "rw" });
    }
  });

  it("over 1 kB are compressed if the client accepts it", async () => {
    const packed = async (url: string, coding: string) =>
      (await world.send({ method: "GET", url, headers: { "accept-encoding": coding }, token: ada })).headers[
        "content-encoding"
      ];
    expect(await packed("/api/4.2/nd/bldg/list", "gzip, br")).toBe("br");
    expect(await packed("/api/4.2/nd/bldg/list", "gzip")).toBe("gzip");
    expect(await packed("/api/4.2/nd/bldg/list", "identity")).toBeUndefined();
    expect(await packed("/api/4.2/nd/bldg/list?number=none", "gzip")).toBeUndefined();
  });

  it("of a few kB are compressed in one call, because a stream costs ten times as much", async () => {
    const answer = await world.send({
      method: "GET",
      url: "/api/4.2/nd/bldg/list",
      headers: { "accept-encoding": "br" },
      token: ada,
    });
    expect(answer.headers["content-encoding"]).toBe("br");
    // Only an answer that is compressed at once has a known length.
    expect(Number(answer.headers["content-length"])).toBeGreaterThan(0);
  });

  it("of the self-description carry an entity tag, and are empty if the client has it", async () => {
    for (const url of [
      "/api/4.2/openapi.json",
      "/api/4.2/transaction_json_schema.json",
      "/api/4.2/wapi/object_type/metadata",
      "/api/4.2/wapi/object_type/metadata?object_fq_name=nd.vlan",
      "/api/4.2/wapi/data_type/list",
      "/api/4.2/wapi/function/list?object_fq_name=nd.vlan",
    ]) {
      const first = await world.get(url, ada);
      expect([url, first.status]).toEqual([url, 200]);
      expect([url, first.headers["cache-control"]]).toEqual([url, "private, no-cache"]);
      const etag = String(first.headers["etag"]);
      expect(etag).toMatch(/^"[^"]+"$/);
      const again = await world.send({ method: "GET", url, headers: { "if-none-match": etag }, token: ada });
      expect([url, again.status, again.text]).toEqual([url, 304, ""]);
    }
  });

  it("that are prepared in advance equal those of the executor", async () => {
    const step = await world.post("/api/4.2/wapi/transaction/execute", [{ name: "wapi.function.list" }], ada);
    expect((await world.get("/api/4.2/wapi/function/list", ada)).lists).toEqual(step.lists);
    expect(step.headers["etag"]).toBeUndefined();
  });

  it("with metadata need the token of a person who may sign in", async () => {
    const lars = await world.signIn("lars");
    expect((await world.get("/api/4.2/wapi/data_type/list", lars)).fault).toBe("-20010/4");
    const nora = await world.signIn("nora");
    expect((await world.get("/api/4.2/wapi/data_type/list", nora)).status).toBe(200);
  });
});

describe("the portal", () => {
  it("is answered at every address that is not a file, each time with a new nonce", async () => {
    const asked = { method: "GET", url: "/", headers: { accept: "text/html,*/*" } } as const;
    const [one, two] = [
      await world.send(asked),
      await world.send({ ...asked, url: "/netdoc/sites/x/20.40" }),
    ];
    const nonces = [one, two].map(({ headers }) =>
      /'nonce-([^']+)'/.exec(String(headers["content-security-policy"]))?.at(1),
    );
    expect(one.text).toContain(`<meta name="csp-nonce" content="${nonces[0] ?? ""}" />`);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(two.status).toBe(200);
    expect(two.headers["content-type"]).toContain("text/html");
    expect(String(two.headers["content-security-policy"])).not.toContain("unsafe");
  });

  it("[ROUTE-63] shows that an address with a broken percent sign leads nowhere, and the API answers such an address with a fault", async () => {
    for (const url of ["/dnsvs/fqdns/%E0%A4%A", "/%", "/org/ou/%zz?q=%zz"]) {
      const page = await world.send({ method: "GET", url, headers: { accept: "text/html" } });
      expect(page.status).toBe(200);
      expect(page.headers["content-type"]).toContain("text/html");
      expect(String(page.headers["content-security-policy"])).toContain("'nonce-");
      expect((await world.send({ method: "POST", url })).status).toBe(405);
    }
    for (const url of ["/api/4.2/nd/%E0/list", "/4.2/%E0", "/api/%E0", "/assets/%E0"]) {
      const refused = await world.get(url);
      expect([refused.status, refused.fault]).toEqual([404, "-20900/10"]);
    }
  });

  it("has files that may be cached, and answers a missing file without a page", async () => {
    const file = await world.get("/assets/main-1.js");
    expect(file.status).toBe(200);
    expect(file.headers["cache-control"]).toContain("immutable");
    expect(file.headers["content-type"]).toContain("javascript");
    expect((await world.get("/assets/main-0.js")).status).toBe(404);
    expect((await world.get("/../package.json")).text).not.toContain("netportal");
  });

  it("accepts no other method", async () => {
    expect((await world.send({ method: "POST", url: "/login" })).status).toBe(405);
    const headers = { accept: "text/html" };
    expect((await world.send({ method: "HEAD", url: "/login", headers })).status).toBe(200);
  });
});
