import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import { FaultError } from "#core/fault/fault-error";
import { isUntold } from "#core/fault/untold";
import { createExecute } from "../../../src/api/execute.ts";
import { hubIndexQuery } from "../../../src/api/hub.ts";
import type { Http } from "../../../src/api/http.ts";
import { beginProviderSignIn, signIn } from "../../../src/api/login.ts";
import { mapIndexQuery } from "../../../src/api/map.ts";
import {
  alertsQuery,
  buildVersionQuery,
  catalogueQuery,
  systemInfoQuery,
  versionsQuery,
} from "../../../src/api/queries.ts";
import { sendRequest } from "../../../src/api/requests.ts";
import { shaped } from "../../../src/api/shape.ts";
import { beginMacSearch, domainsQuery, ipContactQuery, vendorQuery } from "../../../src/api/tools.ts";
import { answering } from "../../support/answering.ts";
import { KNOWN } from "../../../src/subjects/subjects.ts";

const client = new QueryClient();
const sent = { subject: "", text: "", fields: {} };
const contact = { ip: "192.0.2.1", cidr: "192.0.2.0/24", bcd: null, ou_list: [], group_list: [{ name: 3 }] };

const CALLS: readonly (readonly [string, (http: Http) => Promise<unknown>, Json])[] = [
  ["versions", (http) => client.fetchQuery(versionsQuery(http)), [["4.2"]]],
  [
    "metadata",
    (http) => client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en")),
    [[{ definition: { fq_name: "nd.bcd" } }]],
  ],
  ["system information", (http) => client.fetchQuery(systemInfoQuery(http)), { mods: {}, links: null }],
  ["alerts", (http) => client.fetchQuery(alertsQuery(http)), { system: {}, maintenance: [] }],
  ["the build", (http) => client.fetchQuery(buildVersionQuery(http)), { commit_short: 4711 }],
  ["the hub", (http) => client.fetchQuery(hubIndexQuery(http)), { template_list: [{ name: "a" }] }],
  ["the map", (http) => client.fetchQuery(mapIndexQuery(http)), { ground_list: "ground" }],
  ["a vendor", (http) => client.fetchQuery(vendorQuery(http, "001b63")), []],
  ["a contact", (http) => client.fetchQuery(ipContactQuery(http, "192.0.2.1")), contact],
  ["found names", (http) => client.fetchQuery(domainsQuery(http, "www")), { result_list: [] }],
  ["a search", (http) => beginMacSearch(http, "00:1b:63:00:00:01"), { id: 1 }],
  ["a ticket", (http) => sendRequest(http, "firewall", sent), { number: "7" }],
  ["a sign-in", (http) => signIn(http, "ada", "x", false), { gpk: "auth-1" }],
  ["an identity provider", (http) => beginProviderSignIn(http, false, "b"), {}],
];

describe("an answer of the wrong shape", () => {
  it.each(CALLS)("is a fault and not a value: %s", async (_, call, body) => {
    for (const one of [body, null, "text"]) {
      client.clear();
      const found: unknown = await call(answering(one)).catch((error: unknown) => error);
      if (!(found instanceof FaultError)) throw new Error(`taken for an answer: ${JSON.stringify(one)}`);
      expect(found.fault).toMatchObject({ name: "incomplete_answer", details: { cause: "shape" } });
    }
  });

  it("leaves unknown whether a transaction took effect", async () => {
    for (const body of [null, [[]], { list: {} }]) {
      const outcome = await createExecute(answering(body), () => null)([], { dryRun: false });
      expect(outcome).toMatchObject({ ok: false, fault: { name: "incomplete_answer" } });
      expect(isUntold(outcome)).toBe(true);
    }
  });
});

describe("a shape", () => {
  const check = shaped<{
    readonly name: string;
    readonly size: number | null;
    readonly parts: readonly { readonly isOn: boolean }[] | null;
  }>({ name: "string", size: ["number", null], parts: [[{ isOn: "boolean" }], null] });

  it.each([
    [{ name: "a", size: 1, parts: [{ isOn: true }], more: 1 }, true],
    [{ name: "a", size: null, parts: null }, true],
    [{ name: null, size: 1, parts: [] }, false],
    [{ name: "a", parts: [] }, false],
    [{ name: "a", size: 1, parts: [{ isOn: "yes" }] }, false],
    [{ name: "a", size: 1, parts: { isOn: true } }, false],
    [[], false],
    [null, false],
  ])("%j: %j", (value, fits) => {
    expect(check(value)).toBe(fits);
  });
});
