import { QueryClient, type FetchQueryOptions } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { FAULT_TYPES } from "#contract/wire/fault";
import { SESSION_STEPS } from "#contract/wire/session-steps";
import { API_VERSION } from "#contract/limits";
import { buildCatalogue } from "#core/catalogue/catalogue";
import { FaultError } from "#core/fault/fault-error";
import { createExecute, mergeTranslations } from "../../../src/api/execute.ts";
import { createHttp, type HttpPorts } from "../../../src/api/http.ts";
import { hubIndexQuery, hubTemplateQuery, rootPath } from "../../../src/api/hub.ts";
import { API_CONFIG, wapiPath } from "../../../src/api/paths.ts";
import { alertsQuery, buildVersionQuery, hasOwnVersion, sessionQuery } from "../../../src/api/queries.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";
import { answering } from "../../support/answering.ts";

interface Call {
  readonly url: string;
  readonly init: RequestInit;
}

/** A network that gives one answer and records the calls; `null` means that it cannot be reached. */
function network(answer: Response | null, token: string | null = "secret") {
  const calls: Call[] = [];
  const reached: boolean[] = [];
  const ports: HttpPorts = {
    fetch: (url, init) => {
      calls.push({ url: typeof url === "string" ? url : "", init: init ?? {} });
      return answer === null ? Promise.reject(new TypeError("failed")) : Promise.resolve(answer);
    },
    token: () => token,
    onReach: (isReached) => reached.push(isReached),
    language: () => "en",
    sentence: (fault, status) => `${fault} ${String(status)}`,
  };
  return { http: createHttp(ports), calls, reached };
}

const ok = (body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status: 200, headers });
const exception = {
  error_type: { code: -20050, name: "conflict", description: "" },
  error: { code: 1, name: "old_value_changed" },
  description: "changed",
  details: {},
  hint: "read again",
  traceback: { transaction_statement: { idx: "u1_0", position: 3, name: "nd.bcd.update", execution: 0 } },
};
const textOf = (body: unknown): string => (typeof body === "string" ? body : "");
const headersOf = (call: Call | undefined) => new Headers(call?.init.headers);

describe("calls", () => {
  it("[API-01] [CONST-01] the base is /api/, the version 4.2, sign-in through an identity provider on", () => {
    expect(API_CONFIG).toEqual({ base: "/api/", version: "4.2", isIdpLoginEnabled: true });
    expect(API_VERSION).toBe("4.2");
    expect(wapiPath("nd", "bcd", "list")).toBe("/api/4.2/nd/bcd/list");
  });

  it("[API-02] carry the token as bearer token, and no token while signed out", async () => {
    const signedIn = network(ok({}));
    await signedIn.http.get("/api/x");
    expect(headersOf(signedIn.calls[0]).get("Authorization")).toBe("Bearer secret");
    const signedOut = network(ok({}), null);
    await signedOut.http.get("/api/x");
    expect(headersOf(signedOut.calls[0]).has("Authorization")).toBe(false);
  });

  it("[API-13] resolve paths without a leading slash from the root", () => {
    expect(rootPath("api/hub/schemas/x")).toBe("/api/hub/schemas/x");
    expect(rootPath("/api/hub/index.json")).toBe("/api/hub/index.json");
  });

  it("[API-08] [API-09] [API-10] [API-11] [API-12] [API-13] alerts, build and hub are requested from the root with a new query each time", async () => {
    const asked: string[] = [];
    const http = answering({}, (path) => asked.push(path));
    const client = new QueryClient();
    const none = buildCatalogue({ metadata: [], dataTypes: [] }, KNOWN);
    const template = hubTemplateQuery(http, "my own.json", none, () => Promise.resolve([]));
    const round = async (): Promise<readonly string[]> => {
      asked.length = 0;
      // The answers have no content, which does not matter here.
      for (const query of [alertsQuery(http), buildVersionQuery(http), hubIndexQuery(http), template])
        await client
          .fetchQuery({ ...(query as unknown as FetchQueryOptions), staleTime: 0 })
          .catch(() => null);
      return asked;
    };
    const first = [...(await round())];
    expect(first.map((path) => path.split("?_=")[0])).toEqual([
      "/api/alerts.json",
      "/version.json",
      "/api/hub/index.json",
      "/api/hub/json_templates/my%20own.json",
      "/api/hub/schemas/version_1.schema.json",
    ]);
    expect(new Set([...first, ...(await round())].map((path) => path.split("?_=")[1])).size).toBe(10);
  });

  it("[API-15] a version matches when major and minor equal the configured one", () => {
    expect(hasOwnVersion([{ major: 4, minor: 2, numeric: "4.2.7" }])).toBe(true);
    expect(
      hasOwnVersion([
        { major: 4, minor: 1 },
        { major: 3, minor: 2 },
      ]),
    ).toBe(false);
  });

  it("a refusal is a FaultError with its fault, status and step", async () => {
    const { http } = network(new Response(JSON.stringify({ exception }), { status: 400 }));
    const error: unknown = await http.get("/api/x").catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(FaultError);
    expect(error).toMatchObject({
      status: 400,
      fault: { type: { code: -20050 }, code: 1, stepIdx: "u1_0", hint: "read again" },
    });
  });

  it.each([401, 403])("[ERR-01] a %i without body counts as an authentication error", async (status) => {
    const { http } = network(new Response("", { status }));
    await expect(http.get("/api/x")).rejects.toMatchObject({
      status,
      fault: { type: { code: FAULT_TYPES.authentication_error } },
    });
  });

  it("no network and a cut answer are refusals too, and only the first means offline", async () => {
    const offline = network(null);
    await expect(offline.http.get("/api/x")).rejects.toMatchObject({ status: 0, fault: { name: "network" } });
    expect(offline.reached).toEqual([false]);
    const cut = network(new Response('[[{"gpk":', { status: 200 }));
    await expect(cut.http.get("/api/x")).rejects.toMatchObject({ fault: { name: "incomplete_answer" } });
    expect(cut.reached).toEqual([true]);
  });
});

describe("executor over HTTP", () => {
  const run = async (
    impersonated: string | null,
    options: { readonly dryRun: boolean; readonly asLogin?: string },
    answer = ok({}),
  ) => {
    const net = network(answer);
    const outcome = await createExecute(net.http, () => impersonated)([{ name: "nd.bcd.list" }], options);
    return { outcome, url: net.calls[0]?.url };
  };
  const base = "/api/4.2/wapi/transaction/execute?dict_mode=true";

  it("[API-33] carries su_login_name while impersonating, and a test as another replaces it", async () => {
    expect((await run(null, { dryRun: false })).url).toBe(base);
    expect((await run("otto", { dryRun: false })).url).toBe(`${base}&su_login_name=otto`);
    expect((await run("otto", { dryRun: true, asLogin: "a b" })).url).toBe(
      `${base}&dry_mode=true&su_login_name=a%20b`,
    );
  });

  it("[API-49] the start of a session sends its six steps as one call", async () => {
    const net = network(ok({ user: [] }));
    const execute = createExecute(net.http, () => null);
    await new QueryClient().fetchQuery(sessionQuery(execute, { token: "tok-1", as: null }));
    expect(net.calls.map(({ url }) => url)).toEqual([base]);
    expect(JSON.parse(textOf(net.calls[0]?.init.body))).toEqual(SESSION_STEPS);
    expect(SESSION_STEPS).toHaveLength(6);
  });

  it("reads from the headers whether the changes stay", async () => {
    const answer = ok({}, { "X-Transaction-State": "rolled_back", "X-Access-Mode": "ro" });
    expect((await run(null, { dryRun: false }, answer)).outcome).toMatchObject({
      ok: true,
      rolledBack: true,
      accessMode: "ro",
    });
    expect((await run(null, { dryRun: false })).outcome).toMatchObject({
      rolledBack: false,
      accessMode: "rw",
    });
  });

  it("[API-39] [TA-56] a refusal is an outcome whose step is read from the traceback", async () => {
    const answer = new Response(JSON.stringify({ exception }), { status: 400 });
    expect((await run(null, { dryRun: false }, answer)).outcome).toEqual({
      ok: false,
      status: 400,
      fault: {
        type: { name: "conflict", code: -20050 },
        code: 1,
        name: "old_value_changed",
        description: "changed",
        details: {},
        hint: "read again",
        stepIdx: "u1_0",
      },
    });
  });

  it("[API-35] translations are merged into the rows by gpk", () => {
    const text = (object_gfk: string, language_tag: string, value: string) => ({
      object_gfk,
      language_tag,
      lang_attr_key: "title",
      value,
    });
    expect(
      mergeTranslations({
        unit: [{ gpk: "ou-1" }, { gpk: "ou-2" }],
        __lang_unit: [text("ou-1", "de", "Netze"), text("ou-1", "en", "Networks")],
        other: [{ gpk: "x" }],
      }),
    ).toEqual({
      unit: [
        { gpk: "ou-1", language_dict: { title: { de: "Netze", en: "Networks" } } },
        { gpk: "ou-2", language_dict: {} },
      ],
      other: [{ gpk: "x" }],
    });
  });
});
