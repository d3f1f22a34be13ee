import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { hasPage, launchRowHref, referenceHref, rowHref } from "#core/route/object-routes";
import { isCount, valueHref } from "#core/route/value-href";
import { sketchCatalogue } from "./metadata.ts";

const catalogue = sketchCatalogue([
  {
    name: "dns.record",
    attributes: {
      data: { type: "text" },
      ip: { type: "inet" },
      note: { type: "text" },
      target_ipaddr: { type: "inet" },
      target_fqdn: { type: "fqdn", refersTo: ["dns.fqdn", "value"] },
    },
  },
  {
    name: "dns.fqdn",
    attributes: {
      record_count: { type: "integer" },
      sub_fqdn_count: { type: "integer" },
      size: { type: "integer" },
    },
  },
]);

function hrefOf(object: string, name: string, row: Row): string | null {
  const attribute = catalogue.objectType(object)?.attribute(name) ?? null;
  if (attribute === null) throw new Error(name);
  return valueHref(catalogue, object, attribute, row);
}

describe("the link of a value", () => {
  const record = { data: "a.example.", target_ipaddr: null, target_fqdn: null };
  const fqdn = { gpk: "fqdn-1", value: "a.example." };
  it.each<readonly [string, string, string, Row, string | null]>([
    ["an address to its page", "dns.record", "ip", { ip: "10.0.0.1" }, "/dnsvs/ips/10.0.0.1/records"],
    ["no address nowhere", "dns.record", "ip", { ip: null }, null],
    [
      "data to the address they name",
      "dns.record",
      "data",
      { ...record, target_ipaddr: "10.0.0.1" },
      "/dnsvs/ips/10.0.0.1/records",
    ],
    [
      "data to the name they name",
      "dns.record",
      "data",
      { ...record, target_fqdn: "b.example." },
      "/dnsvs/fqdns/b.example",
    ],
    ["other data nowhere", "dns.record", "data", record, null],
    ["another text nowhere", "dns.record", "note", { note: "x", target_fqdn: "b.example." }, null],
    [
      "a number to the page that lists what it counts",
      "dns.fqdn",
      "record_count",
      { ...fqdn, record_count: 2 },
      "/dnsvs/fqdns/a.example/records",
    ],
    [
      "a number to the table that lists what it counts",
      "dns.fqdn",
      "sub_fqdn_count",
      { ...fqdn, sub_fqdn_count: 1 },
      "/dnsvs/fqdns/a.example#list-sub",
    ],
    ["none of them nowhere", "dns.fqdn", "record_count", { ...fqdn, record_count: 0 }, null],
    ["another number nowhere", "dns.fqdn", "size", { ...fqdn, size: 2 }, null],
  ])("%s", (_, object, name, row, href) => {
    expect(hrefOf(object, name, row)).toBe(href);
  });

  it("is known for counts by their attribute", () => {
    expect(isCount(catalogue, "dns.fqdn", "record_count")).toBe(true);
    expect(isCount(catalogue, "dns.fqdn", "size")).toBe(false);
  });
});

describe("addresses of objects", () => {
  it.each([
    ["dns.fqdn", true],
    ["org.unit_type", false],
    ["nd.cable", false],
  ])("%s has a page of its own: %s", (type, has) => {
    expect(hasPage(catalogue, type)).toBe(has);
  });

  it.each<readonly [string, string, Row, string | null, string]>([
    [
      "without a part of its address",
      "nd.bldg",
      { gpk: "bldg-1", site: "s", number: null },
      null,
      "/object/bldg-1?type=nd.bldg",
    ],
    ["without that and a gpk", "nd.bldg", { site: "s" }, null, "/object/nd.bldg"],
    ["of a type without a page", "nd.cable", { gpk: "a/b" }, null, "/object/a%2Fb?type=nd.cable"],
    ["with a number in its address", "req.ticket", { number: 7 }, null, "/requests/7"],
    ["with a view that its page does not have", "dns.fqdn", { value: "a." }, "none", "/dnsvs/fqdns/a"],
    ["with a view of its page", "dns.fqdn", { value: "a." }, "records", "/dnsvs/fqdns/a/records"],
    ["with a view of a page that has none", "nd.site", { name: "s" }, "records", "/netdoc/sites/s"],
    [
      "of a kind that is shown elsewhere",
      "cntl.mgr",
      { login_name: "x", is_svc: true },
      null,
      "/cntl/svc-accounts/x",
    ],
    ["of half a kind", "cntl.mgr", { login_name: "x", is_sub: true, is_own: false }, null, "/cntl/mgr/x"],
  ])("a row %s", (_, type, row, variant, href) => {
    expect(rowHref(catalogue, type, row, variant)).toBe(href);
  });

  it.each<readonly [string, string, Row, string]>([
    ["what the row belongs to", "nd.ip_subnet", { cidr: "10.0.0.0/24", bcd: "iag" }, "/cntl/bcds/iag"],
    [
      "its own page where that is not told",
      "nd.ip_subnet",
      { cidr: "10.0.0.0/24", bcd: null },
      "/dnsvs/subnets/10.0.0.0-24",
    ],
    ["its own page", "nd.site", { name: "s" }, "/netdoc/sites/s"],
  ])("a launch link leads to %s", (_, type, row, href) => {
    expect(launchRowHref(catalogue, type, row, null)).toBe(href);
  });

  it.each([
    ["nd.site", "name", "s", "/netdoc/sites/s"],
    ["nd.site", "title", "s", "/object/nd.site?title=s"],
    ["nd.bldg", "number", "20.40", "/object/nd.bldg?number=20.40"],
    ["nd.cable", "gpk", "c/1", "/object/c%2F1?type=nd.cable"],
    ["nd.cable", "name", "a b", "/object/nd.cable?name=a%20b"],
    ["org.unit_type", "name", "x", "/object/org.unit_type?name=x"],
    ["nd.site", "name", null, null],
    ["nd.site", "name", true, null],
  ])("a reference to %s by its %s %j leads to %s", (object, attribute, value, href) => {
    expect(referenceHref(catalogue, object, attribute, value)).toBe(href);
  });
});
