import { describe, expect, it } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue";
import { importReader, readImport } from "#core/form/import";
import { DATA_LANGUAGES } from "#core/locales";
import { portalCatalogueIn } from "../../support/portal-catalogue.ts";

const target = { object: "nd.ip_subnet", operation: "create", row: null } as const;
const catalogues = new Map(
  await Promise.all(DATA_LANGUAGES.map(async (one) => [one, await portalCatalogueIn(one)] as const)),
);

function inLanguage(language: "de" | "en"): Catalogue {
  const catalogue = catalogues.get(language);
  if (catalogue === undefined) throw new Error(language);
  return catalogue;
}

/** Names of the fields that the columns have, for a reader of English. */
function fieldsOf(head: string, labelled?: typeof catalogues): readonly (string | null)[] {
  const plan = importReader(inLanguage("en"), target, { locale: "en", isExpert: true }, labelled);
  if (plan === null) throw new Error("no form");
  const { columns } = readImport(plan, `${head}\n`, { uuid: () => "u", toAscii: () => null });
  return columns.map(({ field }) => field?.name ?? null);
}

describe("an import while the portal has only the metadata of its language", () => {
  it("[API-129] knows titles of columns in every language as soon as the metadata of all languages have arrived", () => {
    const german = `${inLanguage("de").attributeName("nd.ip_subnet", "cidr", "de")}\tBeschreibung`;
    expect(german).toBe("Netz\tBeschreibung");
    expect(fieldsOf(german, catalogues)).toEqual(["cidr", "description"]);
    expect(fieldsOf(german)).toEqual([null, null]);
    expect(fieldsOf("Network\tDescription\tcidr")).toEqual(
      fieldsOf("Network\tDescription\tcidr", catalogues),
    );
  });

  it("has the texts of its language only, and words for values in every language", () => {
    const english = inLanguage("en");
    expect(english.attributeName("nd.ip_subnet", "cidr", "de")).toBe("Network");
    expect(english.typeName("nd.ip_subnet", "en")).toBe("Subnet");
    const dicts = english.types.flatMap(({ attributes }) =>
      attributes.flatMap(({ value_language_dict: words }) => Object.values(words ?? {})),
    );
    expect(dicts.length).toBeGreaterThan(20);
    expect(dicts.every((words) => Object.keys(words).toSorted().join() === "de,en")).toBe(true);
  });
});
