import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "#core/locales";
import type { Row } from "#contract/wire/json";
import english from "../../locales/en.json" with { type: "json" };
import german from "../../locales/de.json" with { type: "json" };
import swabian from "../../locales/swg.json" with { type: "json" };
import {
  apply,
  elements,
  expectAccessible,
  fill,
  formOf,
  main,
  openForm,
  plan,
  press,
  rowOf,
  titled,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

type Locale = "de" | "en";
const TEXTS = { de: german, en: english } as const;
/** Of the type of buildings. */
const BUILDINGS = { de: "Gebäude", en: "Buildings" } as const;
const SWITCHER = english["app.settings.language"];

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const lang = () => document.documentElement.lang;
const heading = (name: string) => within(main()).findByRole("heading", { name });
const column = (name: string) => within(main()).findByRole("columnheader", { name });
const valuesOf = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

/** Chooses a language in the bar and stays on the page. */
async function choose(to: Locale): Promise<void> {
  const from = to === "de" ? english : german;
  await press(new RegExp(`^${from["app.settings.language"]}:`));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: LANGUAGES[to].name }));
  await waitFor(() => expect(lang()).toBe(to));
}

/** Heading, crumbs, document title and the sheet name the object in this language only. */
async function expectNamed(locale: Locale, name: string, text: string): Promise<void> {
  const texts = TEXTS[locale];
  await titled(`${name} ${text}`);
  await waitFor(() => expect(document.title).toBe(`[test] NETPORTAL | ${name} ${text}`));
  const crumbs = screen.getByRole("navigation", { name: texts["ui.crumbs.label"] });
  await waitFor(() =>
    expect(
      within(crumbs)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([texts["routes.netdoc"], texts["routes.sites"], name]),
  );
  const none = texts["editor.section.noneCalled"].replace("{{title}}", BUILDINGS[locale]);
  await within(main()).findByText(new RegExp(`^${none}$`, "i"));
}

/** Opens the form of the page's object. */
async function edit(locale: Locale) {
  const texts = TEXTS[locale];
  await press(texts["editor.control.update"], main());
  const dialog = await formOf(texts["editor.form.plan"]);
  const field = (label: string) => within(dialog).getByRole<HTMLInputElement>("textbox", { name: label });
  return {
    dialog,
    own: field(locale === "en" ? "Title" : "Bezeichnung"),
    other: field(locale === "en" ? "Title (German)" : "Bezeichnung (Englisch)"),
    plan: async () => {
      await press(texts["editor.form.plan"], dialog);
      await waitFor(() => expect(dialog.isConnected).toBe(false));
    },
  };
}

const partsOf = (place: Element | undefined) => [
  place?.querySelector("dt")?.textContent,
  place?.querySelector("dd")?.textContent,
];
const newest = () => document.querySelector(".history-entry") ?? undefined;
const tellsNewest = (label: string, change: string) =>
  waitFor(() => expect(partsOf(newest())).toEqual([label, change]));
const tellsPlanned = async (title: string, label: string, change: string) => {
  await waitFor(() => expect(elements()[0]?.textContent).toContain(title));
  expect(partsOf(elements()[0])).toEqual([label, change]);
};

it("[SHELL-25] [TAFORM-19] headings, crumbs, titles, forms, planned list and history follow the language; everybody edits texts in their own language and sees them after the apply", async () => {
  const name = "walk-lang";
  const site = { idx: "site", name: "nd.site.list", old: { name } };
  const made = await portal.run("ada", [{ name: "nd.site.create", new: { name, title: "Werft" } }, site]);
  const gpk = made["site"]?.[0]?.["gpk"] ?? null;
  const key = { object_gfk: gpk, language_tag: "en", lang_attr_key: "title" };
  await portal.run("ada", [{ name: "cntl.ot_lang_attr_val.create", new: { ...key, value: "Shipyard" } }]);

  await portal.enter("ada", `/netdoc/sites/${name}`);
  await expectNamed("en", name, "Shipyard");
  await choose("de");
  await expectNamed("de", name, "Werft");
  await choose("en");
  await expectNamed("en", name, "Shipyard");

  const mine = await edit("en");
  expect(screen.getByRole("dialog", { name: `Change: ${name} Shipyard` })).toBe(mine.dialog);
  expect([mine.own.value, mine.other.value]).toEqual(["Shipyard", "Werft"]);
  await expectAccessible();
  await fill(mine.own, "Dockyard");
  await mine.plan();
  await tellsPlanned(`${name} Shipyard`, "Title", "Shipyard → Dockyard");
  await choose("de");
  await tellsPlanned(`${name} Werft`, "Bezeichnung (Englisch)", "Shipyard → Dockyard");
  await choose("en");
  await press("Test");
  await waitFor(() => expect(elements()[0]?.textContent).toContain(english["editor.planned.onlyThis"]));
  await apply();
  await expectNamed("en", name, "Dockyard");
  await tellsNewest("Title", "Shipyard → Dockyard");
  await choose("de");
  await expectNamed("de", name, "Werft");
  await tellsNewest("Bezeichnung (Englisch)", "Shipyard → Dockyard");

  const hers = await edit("de");
  expect(screen.getByRole("dialog", { name: `Ändern: ${name} Werft` })).toBe(hers.dialog);
  expect([hers.own.value, hers.other.value]).toEqual(["Werft", "Dockyard"]);
  await fill(hers.own, "Hafen");
  await hers.plan();
  await press("Anwenden");
  await expectNamed("de", name, "Hafen");
  await tellsNewest("Bezeichnung", "Werft → Hafen");
  await choose("en");
  await expectNamed("en", name, "Dockyard");
  await tellsNewest("Title (German)", "Werft → Hafen");

  await portal.load("/changes");
  const entries = () =>
    [...document.querySelectorAll(".change-card")]
      .map(({ textContent }) => textContent)
      .filter((text) => text.includes(name));
  await waitFor(() => expect(entries()[0]).toContain(`Site ${name} Dockyard`));
  expect(entries()[1]).toContain("Shipyard → Dockyard");
  await expectAccessible();
  await visit(`/netdoc/sites?q=${name}`);
  expect((await rowOf("Site", name)).textContent).toContain("Dockyard");
  expect(valuesOf(await portal.rows("ada", "nd.site.list", { name }), "title")).toEqual(["Hafen"]);
  expect(valuesOf(await portal.rows("ada", "cntl.ot_lang_attr_val.list", key), "value")).toEqual(["Dockyard"]);
});

it("[TAFORM-45] [TAFORM-46] a site that is created in English has its English text and no other, before and after the apply", async () => {
  const name = "walk-tongue";
  await portal.enter("ada", "/netdoc/sites");
  const form = await openForm("New site");
  for (const [label, text] of [
    ["Name", name],
    ["Title", "Boatyard"],
    ["Title (German)", "Bootswerft"],
  ] as const)
    await fill(within(form).getByLabelText(label), text);
  await plan(form);
  await visit(`/netdoc/sites/${name}`);
  await expectNamed("en", name, "Boatyard");
  await choose("de");
  await expectNamed("de", name, "Bootswerft");
  const hers = await edit("de");
  expect(hers.other.value).toBe("Boatyard");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(hers.dialog.isConnected).toBe(false));
  await press("Anwenden");
  await waitFor(() => expect(elements()).toEqual([]));
  await expectNamed("de", name, "Bootswerft");
  await choose("en");
  await expectNamed("en", name, "Boatyard");
  expect(valuesOf(await portal.rows("ada", "nd.site.list", { name }), "title")).toEqual(["Bootswerft"]);
});

describe("the language of the portal", () => {
  /** Opens the switcher in the bar, reads its languages and closes it. */
  async function offered(label: string): Promise<readonly string[]> {
    await press(new RegExp(`^${label}: `));
    const entries = await screen.findAllByRole("menuitemradio");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    return entries.map(({ textContent }) => textContent);
  }

  async function speakStored(locale: string, path: string): Promise<void> {
    localStorage.setItem("locale", JSON.stringify(locale));
    await portal.load(path);
    await titled(/./);
  }

  it("[I18N-02] is English for a browser that prefers English", async () => {
    await portal.enter(null, "/login");
    await titled(english["login.page.title"]);
    expect(lang()).toBe("en");
    await portal.enter("ada");
    await heading(english["screens.home.bcds"]);
    await visit("/netdoc/sites");
    await within(main()).findByRole("button", { name: "New site" });
    await column("Title");
  });

  it("[I18N-03] is offered as Swabian only while the portal is in Swabian", async () => {
    await portal.enter("ada");
    expect(await offered(SWITCHER)).toEqual(["Deutsch", "English"]);
    await press(/^Account ada/);
    await userEvent.click(await screen.findByRole("menuitem", { name: english["app.settings.title"] }));
    const choice = await screen.findByRole("combobox", { name: SWITCHER });
    expect(
      within(choice)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual(["Deutsch", "English"]);
    await userEvent.keyboard("{Escape}");

    await speakStored("swg", "/home");
    expect(lang()).toBe("de-x-swg");
    await heading(swabian["screens.home.bcds"]);
    await expectAccessible();
    await visit("/netdoc/sites");
    await column("Bezeichnung");
    expect(await offered(swabian["app.settings.language"])).toEqual(["Deutsch", "English", "Schwäbisch"]);
    await press(new RegExp(`^${swabian["app.settings.language"]}: `));
    await userEvent.click(await screen.findByRole("menuitemradio", { name: "English" }));
    await waitFor(() => expect(lang()).toBe("en"));
    expect(await offered(SWITCHER)).toEqual(["Deutsch", "English"]);
  });

  it("[I18N-09] does not change texts that the API has only in German", async () => {
    const name = "walk-german";
    await portal.run("ada", [{ name: "nd.site.create", new: { name, title: "Werft" } }]);
    await portal.enter("ada");
    for (const [locale, texts, language] of [
      ["en", english, "en"],
      ["de", german, "de"],
      ["swg", swabian, "de"],
    ] as const) {
      const before = portal.sent.length;
      await speakStored(locale, `/netdoc/sites/${name}`);
      await titled(`${name} Werft`);
      const asked = portal.sent.slice(before).filter(({ path }) => path.includes("/transaction/execute"));
      expect(new Set(asked.map(({ headers }) => headers.get("accept-language")))).toEqual(new Set([language]));
      await press(new RegExp(texts["app.alerts.open_other"].replace(/^.* /, "")));
      expect(await screen.findAllByText("Umbau der Netzverteiler im Campus Nord")).not.toEqual([]);
    }
  });

  it("[API-129] has metadata that are requested once for each language, and the former texts stay if new ones do not arrive", async () => {
    const asked = () =>
      portal.sent
        .filter(({ path }) => path.includes("/object_type/metadata"))
        .map(({ path }) => new URL(path, location.href).searchParams.get("language"));
    await portal.enter("ada", "/netdoc/sites");
    await column("Title");
    expect(asked()).toEqual(["en"]);
    let isLost = true;
    portal.answer("/api/4.2/wapi/object_type/metadata", ({ path }, ask) =>
      isLost && path.includes("language=de") ? Promise.reject(new TypeError("lost")) : ask(),
    );
    await choose("de");
    await screen.findByRole("navigation", { name: german["ui.crumbs.label"] });
    await waitFor(() => expect(asked()).toEqual(["en", "de"]));
    await column("Title");
    await choose("en");
    isLost = false;
    await choose("de");
    await column("Bezeichnung");
    expect(within(main()).queryByRole("columnheader", { name: "Title" })).toBeNull();
    expect(asked()).toEqual(["en", "de", "de"]);
    await choose("en");
    await column("Title");
    await choose("de");
    await column("Bezeichnung");
    expect(asked()).toEqual(["en", "de", "de"]);
    expect(portal.sent.filter(({ path }) => path.includes("lang_dict"))).toEqual([]);
  });
});
