import { describe, expect, it } from "vitest";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { addressOf, methodsOf } from "../../../server/http/address.ts";

describe("addressOf", () => {
  it.each([
    "/api/4.2/wapi/version/list",
    "/4.2/wapi/version/list",
    "/api/9.9/wapi/version/list",
    "/api/anything/wapi/version/list",
    "/3.0/wapi/version/list",
    "/api/wapi/version/list",
    "/wapi/version/list",
  ])("[API-04] %s is the list of versions", (path) => {
    expect(addressOf(path)).toEqual({ kind: "versions" });
  });

  it.each(["/api/4.2", "/4.2"])(
    "[API-56] %s leads to functions, the executor and the descriptions",
    (base) => {
      expect(addressOf(`${base}/nd/bcd/list`)).toEqual({
        kind: "function",
        object: "nd.bcd",
        operation: "list",
      });
      expect(addressOf(`${base}/wapi/transaction/execute`)).toEqual({ kind: "execute" });
      expect(addressOf(`${base}/openapi.json`)).toEqual({ kind: "openapi" });
      expect(addressOf(`${base}/transaction_json_schema.json`)).toEqual({ kind: "json_schema" });
    },
  );

  it.each([
    ["/api/3.2/dns/record/list", "3.2"],
    ["/3.2/dns/record/list", "3.2"],
    ["/api/4/dns/record/list", "4"],
    ["/api/4.2.1/openapi.json", "4.2.1"],
  ])("[API-04] %s names a version that is not served", (path, version) => {
    expect(addressOf(path)).toEqual({ kind: "unsupported_version", version });
  });

  it.each([
    "/api",
    "/api/",
    "/api/hub",
    "/api/hub/index.json/x",
    "/api/requests",
    "/api/requests/none",
    "/api/oui_lookup/",
    "/api/4.2/nd/bcd",
    "/api/4.2/nd/bcd/list/",
    "/4.2/x",
    "/api/%zz",
  ])("%s is no address of the API and no page", (path) => {
    expect(addressOf(path)).toEqual({ kind: "unknown", path });
  });

  it.each(["/", "/login", "/object/nd.bcd", "/netdoc/sites/campus-sued/20.40", "/apix/4.2"])(
    "%s is a page of the portal",
    (path) => {
      expect(addressOf(path)).toEqual({ kind: "portal" });
    },
  );

  it.each([
    ["/api/hub/index.json", { kind: "hub_index" }],
    ["/api/hub/json_templates/a.json", { kind: "hub_file", folder: "templates", name: "a.json" }],
    ["/api/hub/schemas/b.json", { kind: "hub_file", folder: "schemas", name: "b.json" }],
    ["/api/requests/dhcp", { kind: "request", form: REQUEST_FORMS.get("dhcp") }],
    ["/api/bcd_request", { kind: "bcd_request" }],
    ["/api/macfinder/jobs", { kind: "mac_jobs" }],
    ["/api/macfinder/jobs/job-5", { kind: "mac_job", id: "job-5" }],
    ["/api/oui_lookup/00%3A1b%3A63", { kind: "vendor", prefix: "00:1b:63" }],
    ["/api/ip_contact/2001:db8::1", { kind: "ip_contact", ip: "2001:db8::1" }],
    ["/api/domainfinder", { kind: "domainfinder" }],
  ])("%s is a tool", (path, address) => {
    expect(addressOf(path)).toEqual(address);
  });

  it("reads percent sequences segment by segment", () => {
    expect(addressOf("/api/4.2/nd/b%63d/list")).toMatchObject({ object: "nd.bcd" });
    expect(addressOf("/api/4.2/nd%2Fbcd/list")).toMatchObject({ kind: "unknown" });
  });
});

describe("methodsOf", () => {
  it.each([
    ["list", ["GET", "POST"]],
    ["metadata", ["GET"]],
    ["create", ["POST"]],
    ["delete", ["POST"]],
  ])("%s answers %s", (operation, methods) => {
    expect(methodsOf({ kind: "function", object: "nd.bcd", operation })).toEqual(methods);
  });
});
