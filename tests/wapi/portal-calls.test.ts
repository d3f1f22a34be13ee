import { QueryClient } from "@tanstack/react-query";
import { afterAll, beforeAll, expect, it } from "vitest";
import { textIn } from "#contract/wire/json";
import { hubIndexQuery } from "../../src/api/hub.ts";
import { createHttp, type Http } from "../../src/api/http.ts";
import { signIn } from "../../src/api/login.ts";
import { mapIndexQuery } from "../../src/api/map.ts";
import {
  alertsQuery,
  catalogueQuery,
  maintenanceQuery,
  systemInfoQuery,
  versionsQuery,
} from "../../src/api/queries.ts";
import {
  beginMacSearch,
  domainsQuery,
  ipContactQuery,
  macJobQuery,
  vendorQuery,
} from "../../src/api/tools.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { KNOWN } from "../../src/subjects/subjects.ts";

let server: ServerProcess;
let token: string | null = null;
let http: Http;
const client = new QueryClient();

beforeAll(async () => {
  server = await startProcess({});
  http = createHttp({
    fetch: (path, init) => fetch(`${server.address}${typeof path === "string" ? path : ""}`, init),
    token: () => token,
    onReach: () => undefined,
    language: () => "en",
    sentence: (fault) => fault,
  });
}, 180_000);
afterAll(() => server.end("SIGTERM"));

it("every answer of the server has the shape that the portal checks", async () => {
  token = (await signIn(http, "ada", "demo", false)).token;
  expect(await client.fetchQuery(versionsQuery(http))).not.toEqual([]);
  expect((await client.fetchQuery(systemInfoQuery(http))).host_oper_mode.mode).toBe("test");
  const catalogue = await client.fetchQuery(catalogueQuery({ http, known: KNOWN }, "en"));
  expect(catalogue.objectType("nd.bcd")?.key).toEqual(["name"]);
  expect(await client.fetchQuery(alertsQuery(http))).toHaveProperty("maintenance");
  expect(await client.fetchQuery(maintenanceQuery(http, { token, as: null }))).toBeInstanceOf(Array);
  expect(await client.fetchQuery(hubIndexQuery(http))).not.toEqual([]);
  expect(await client.fetchQuery(mapIndexQuery(http))).toHaveProperty("tiles");
  expect(await client.fetchQuery(vendorQuery(http, "001b63"))).toHaveProperty("manufacturer");
  const address = {
    name: "dns.ip_addr.list",
    old: { fetch_limit: 1, filter_params_dict: { bcd: { is_null: false } } },
  };
  const [[found] = []] = (await server.execute([address], token)).lists;
  const contact = await client.fetchQuery(ipContactQuery(http, textIn(found?.["value"])));
  expect(contact.bcd).toBe(found?.["bcd"]);
  expect((await client.fetchQuery(domainsQuery(http, "www"))).result_list).not.toEqual([]);
  const { id } = await beginMacSearch(http, "00:1b:63:00:00:01");
  expect((await client.fetchQuery(macJobQuery(http, id))).mac_addr).toBe("00:1b:63:00:00:01");
});
