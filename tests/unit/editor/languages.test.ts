import { expect, it } from "vitest";
import { valueIn } from "../../../src/editor/screen/languages.ts";

it("a value is shown in the reader's language and falls back to the plain attribute", () => {
  const networks = { title: "Netze", language_dict: { title: { de: "Netze", en: "Networks" } } };
  expect(valueIn(networks, "title", "en")).toBe("Networks");
  expect(valueIn(networks, "title", "de")).toBe("Netze");
  expect(valueIn({ title: "Dienste", language_dict: {} }, "title", "en")).toBe("Dienste");
});
