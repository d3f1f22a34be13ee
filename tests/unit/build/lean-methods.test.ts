import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type i18next from "i18next";
import { expect, it } from "vitest";
import { UNUSED, withoutMethods } from "../../../scripts/lean-methods.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = [...new Set(UNUSED.map(({ file }) => join(ROOT, file)))];

/** The texts of i18next as the portal starts it, with the whole package and with the built one. */
async function saidBy(source: string): Promise<readonly string[]> {
  const module: unknown = await import(/* @vite-ignore */ source);
  // The package by its path, or its source without methods, has the type of the package.
  const { default: texts } = module as { readonly default: typeof i18next };
  const said: string[] = [];
  const one = {
    rows_one: "{{count, number}} row",
    rows_other: "{{count, number}} rows",
    name: "Name {{of}}",
  };
  await texts.init({
    lng: "en",
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { translation: { ...one } } },
    interpolation: { escapeValue: false },
  });
  const say = (language: string): void => {
    const fixed = texts.getFixedT(language);
    said.push(fixed("rows", { count: 1 }), fixed("rows", { count: 1200 }), fixed("name", { of: "<a>" }));
    said.push(fixed("later.text"), texts.t("later.text"), texts.language);
  };
  say("en");
  texts.addResourceBundle("en", "translation", { "later.text": "Later" }, true);
  say("en");
  said.push(String(texts.hasResourceBundle("de", "translation")));
  texts.on("languageChanged", (language) => said.push(`now ${language}`));
  texts.addResourceBundle("de", "translation", { ...one, name: "Name von {{of}}", "later.text": "Später" });
  await texts.changeLanguage("de");
  say("de");
  return said;
}

const whole = (file: string): string => readFileSync(file, "utf8");

it("the build leaves out a tenth of i18next and the mutations of queries, and shows the same texts", async () => {
  const file = FILES.find((one) => one.endsWith("i18next.js")) ?? "";
  const lean = withoutMethods(whole(file), file);
  expect(lean.length).toBeLessThan(whole(file).length * 0.9);
  expect(lean).not.toContain("cloneInstance(");
  const leanSource = `data:text/javascript;charset=utf-8,${encodeURIComponent(lean)}`;
  const said = await saidBy(leanSource);
  expect(said).toContain("Später");
  expect(said).toEqual(await saidBy(pathToFileURL(file).href));
});

it("a package that no longer has a left-out method stops the build", () => {
  for (const file of FILES) {
    const lean = withoutMethods(whole(file), file);
    expect(lean).not.toBe(whole(file));
    expect(() => withoutMethods(lean, file)).toThrow("has no method");
    expect(() => withoutMethods("", file)).toThrow("has no class");
  }
  expect(withoutMethods("class Connector {}", "/src/own.ts")).toBe("class Connector {}");
});

it("no module of the portal calls a left-out method of its texts or queries", () => {
  const names = new Set(
    UNUSED.filter(({ class: name }) => name === "QueryClient" || name === "I18n").flatMap(
      (one) => one.methods,
    ),
  );
  const pattern = new RegExp(`\\b(?:i18next|getI18n\\(\\)|queries|client|queryClient)\\??\\.(\\w+)`, "g");
  const called = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).flatMap((file) =>
    [...whole(join(ROOT, file)).matchAll(pattern)].map(([, name = ""]) => name),
  );
  expect(called).toContain("prefetchQuery");
  expect(called.filter((name) => names.has(name))).toEqual([]);
});
