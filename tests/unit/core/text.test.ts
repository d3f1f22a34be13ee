import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue";
import { nameInside } from "#core/text";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

describe("the label of a type within a sentence", () => {
  it.each([
    ["nd.p_port", "physical port", "Physischer Port"],
    ["nd.l_port", "logical port", "Logischer Port"],
    ["dns.record", "DNS record", "DNS-Eintrag"],
    ["dhcp.static_assignment", "static DHCP assignment", "Feste DHCP-Zuweisung"],
    ["org.unit_type", "OE type", "OE-Typ"],
    ["dns.ip_addr", "IP address", "IP-Adresse"],
    ["nd.vlan", "VLAN", "VLAN"],
  ])("%s is %s in English, %s in German", (type, en, de) => {
    expect(nameInside(catalogue.typeName(type, "en"), "en")).toBe(en);
    expect(nameInside(catalogue.typeName(type, "de"), "de")).toBe(de);
  });

  it("no label begins with a capital letter followed by a small one", () => {
    const names = catalogue.types.map(({ name }) => nameInside(catalogue.typeName(name, "en"), "en"));
    expect(names.filter((name) => /(^| )[A-Z][a-z]/.test(name))).toEqual([]);
  });
});
