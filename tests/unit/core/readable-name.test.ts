import { describe, expect, it } from "vitest";
import { namedValue } from "#core/catalogue/named-value";
import { readName } from "#core/catalogue/read-name";
import { readableName, readNamesBy } from "#core/catalogue/readable-name";
import { referenceTitle, titleOf } from "#core/catalogue/title";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

readNamesBy(readName);

const BOOKS = "xn--bcher-kva.tannmuehl.example.";

describe("displayed domain names", () => {
  it.each([
    [BOOKS, "bücher.tannmuehl.example."],
    ["www.xn--strae-oqa.example.", "www.straße.example."],
    ["xn--e1afmkfd.xn--p1ai.", "пример.рф."],
    [`${BOOKS} TXT`, "bücher.tannmuehl.example. TXT"],
    ["www.example.", "www.example."],
    // No code, a capital letter, an invisible character, a full stop of another script, a slash, reversed reading order, a part of a word.
    ["xn--.", "xn--."],
    ["xn--bcher-2pa.", "xn--bcher-2pa."],
    ["xn--ab-m1t.", "xn--ab-m1t."],
    ["xn--ab-yu3n.", "xn--ab-yu3n."],
    ["xn--a/b-joa.", "xn--a/b-joa."],
    ["xn--ab-g4t.", "xn--ab-g4t."],
    ["axn--bcher-kva.", "axn--bcher-kva."],
  ])("%s reads %s", (text, read) => {
    expect(readableName(text)).toBe(read);
  });

  it("appear in values and titles by the type of the attribute, never in other texts", async () => {
    const catalogue = await portalCatalogue();
    const fqdn = catalogue.objectType("dns.fqdn");
    const record = catalogue.objectType("dns.record");
    expect(namedValue(fqdn?.attribute("value"), BOOKS, "en")).toBe("bücher.tannmuehl.example.");
    expect(namedValue(record?.attribute("data"), BOOKS, "en")).toBe(BOOKS);
    expect(referenceTitle(fqdn, { value: BOOKS })).toBe("bücher.tannmuehl.example.");
    expect(titleOf(fqdn, { value: BOOKS })).toBe(BOOKS);
  });
});
