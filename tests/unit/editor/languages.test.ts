import { describe, expect, it } from "vitest";
import { mergeLanguages, valueIn } from "../../../src/editor/screen/languages.ts";

const lists = {
  unit: [
    { gpk: "ou-3", title: "Netze" },
    { gpk: "ou-4", title: "Dienste" },
  ],
  __lang_unit: [
    { object_gfk: "ou-3", language_tag: "de", lang_attr_key: "title", value: "Netze" },
    { object_gfk: "ou-3", language_tag: "en", lang_attr_key: "title", value: "Networks" },
  ],
};

describe("translations of an answer", () => {
  it("[I18N-09] are merged into the rows by gpk and vanish as lists", () => {
    const merged = mergeLanguages(lists);
    expect(Object.keys(merged)).toEqual(["unit"]);
    expect(merged["unit"]?.[0]).toMatchObject({ language_dict: { title: { de: "Netze", en: "Networks" } } });
    expect(merged["unit"]?.[1]).toEqual({ gpk: "ou-4", title: "Dienste" });
  });

  it("give the reader's language and fall back to the plain attribute", () => {
    const [networks, services] = mergeLanguages(lists)["unit"] ?? [];
    expect(valueIn(networks ?? {}, "title", "en")).toBe("Networks");
    expect(valueIn(networks ?? {}, "title", "de")).toBe("Netze");
    expect(valueIn(services ?? {}, "title", "en")).toBe("Dienste");
  });
});
