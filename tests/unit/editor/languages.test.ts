import { expect, it } from "vitest";
import { rowIn, valueIn } from "#core/catalogue/languages";

it("a value is shown in the reader's language and falls back to the plain attribute", () => {
  const networks = { title: "Netze", language_dict: { title: { de: "Netze", en: "Networks" } } };
  expect(valueIn(networks, "title", "en")).toBe("Networks");
  expect(valueIn(networks, "title", "de")).toBe("Netze");
  expect(valueIn({ title: "Dienste", language_dict: {} }, "title", "en")).toBe("Dienste");
});

it("an offered row is shown in the reader's language", () => {
  const type = {
    name: "A",
    description: "IPv4-Adresse",
    language_dict: { description: { de: "IPv4-Adresse", en: "IPv4 address" } },
  };
  expect(rowIn(type, "en")).toMatchObject({ name: "A", description: "IPv4 address" });
  expect(rowIn(type, "de")["description"]).toBe("IPv4-Adresse");
  expect(rowIn({ name: "A" }, "en")).toEqual({ name: "A" });
});
