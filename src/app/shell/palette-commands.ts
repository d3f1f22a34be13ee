import { REQUEST_FORMS } from "#contract/requests/forms";
import type { RequestForm } from "#contract/requests/form";
import { allows, type Rule, type Visitor } from "#contract/rule";
import type { HubEntry } from "#contract/wire/hub";
import type { SystemInfo } from "#contract/wire/system";
import { launchHref, readLaunch } from "#core/route/launch";
import { navigationFor } from "#core/route/route";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Command } from "#core/search/commands";
import type { RunMode } from "#core/txlist/run";
import { languageAt, offeredLocales } from "#core/locales";
import { nameInside, pickText, type Locale } from "#core/text";
import type { NoticeStore } from "../../state/notices.ts";
import { mayPlan, type RightsPlace } from "../../editor/planning/may-plan.ts";
import type { Settings, SettingsStore } from "../../state/settings.ts";
import type { CurrentObject } from "../../state/shell.ts";
import { copyText } from "../../ui/action/copy-text.ts";
import type { Say } from "../../ui/text.ts";
import { ALL_ROUTES } from "../all-routes.ts";
import { navLinks } from "../nav-links.ts";
import { SECTION_TITLES } from "./navigation.tsx";
import { SWITCHES, THEMES } from "./setting-choices.ts";
import { GO_KEYS } from "./use-shortcuts.ts";

interface Speech {
  readonly say: Say;
  readonly locale: Locale;
}

const PLAIN = { words: [], note: null, key: null, shown: "typed" } as const;

/** Every page that the visitor can open without naming an object: navigation entries (SHELL-04), then pages that are in no menu. */
export function pageCommands(
  speech: Speech,
  visitor: Visitor,
  system: SystemInfo | null,
): readonly Command[] {
  const entries = navigationCommands(speech, visitor, system);
  const listed = new Set(entries.map(({ id }) => id));
  return [...entries, ...innerPageCommands(speech, visitor).filter(({ id }) => !listed.has(id))];
}

/** Sign-in pages, the second address of the start page, and pages in the account menu. */
const NO_COMMANDS: ReadonlySet<string> = new Set(["/", "/login", "/oic_login", "/user/tokens"]);

/** Pages behind tabs and links, such as the buildings. */
function innerPageCommands({ say }: Speech, visitor: Visitor): readonly Command[] {
  const pages = ALL_ROUTES.filter(
    ({ path, page, nav, visible }) =>
      page.kind === "view" &&
      nav === undefined &&
      !/[:*]/.test(path) &&
      !NO_COMMANDS.has(path) &&
      allows(visible, visitor),
  );
  return pages.map(({ path, title }): Command => {
    const system = ALL_ROUTES.find((one) => one.path === `/${path.split("/")[1] ?? ""}`);
    return {
      ...PLAIN,
      id: `page-${path}`,
      label: say(title),
      words: [path],
      note: system === undefined || system.path === path ? null : say(system.title),
      act: { href: path, isExternal: false },
    };
  });
}

function navigationCommands(
  { say }: Speech,
  visitor: Visitor,
  system: SystemInfo | null,
): readonly Command[] {
  const groups = navigationFor(ALL_ROUTES, visitor, system === null ? [] : navLinks(system));
  return groups.flatMap(({ section, entries }) =>
    entries.map(({ path, title, isExternal = false }): Command => {
      const key = GO_KEYS.find((one) => one.path === path)?.key;
      return {
        ...PLAIN,
        id: `page-${path}`,
        label: say(title),
        words: [path],
        note: say(SECTION_TITLES[section]),
        shown: "portal",
        key: key === undefined ? null : `g ${key}`,
        act: { href: path, isExternal },
      };
    }),
  );
}

const SENDERS: Readonly<Record<RequestForm["who"], Rule>> = {
  everyone: "always",
  token: "signedIn",
  ouAdmin: "ouAdmin",
};

/** Request forms that the visitor may send. */
export function requestCommands({ say, locale }: Speech, visitor: Visitor): readonly Command[] {
  return [...REQUEST_FORMS.values()]
    .filter(({ who }) => allows(SENDERS[who], visitor))
    .flatMap(({ name, label }) => launched("request", name, pickText(label, locale), say("routes.requests")));
}

/** Workflows of the hub, also found by description. */
export function workflowCommands({ say, locale }: Speech, entries: readonly HubEntry[]): readonly Command[] {
  return entries.flatMap(({ name, display_name: title, description }) =>
    launched("hub", name, pickText(title, locale), say("routes.hub")).map((command) => ({
      ...command,
      words: [description.de, description.en],
    })),
  );
}

/** The list of each type, and a form for each type of which the account may create objects (SRCH-60). */
export function typeCommands(
  { say, locale }: Speech,
  catalogue: Catalogue,
  who: Pick<RightsPlace["source"], "visitor" | "loginName">,
): readonly Command[] {
  const source = { ...who, params: {}, lists: {}, current: null };
  const place: RightsPlace = { catalogue, source, typeOf: () => null };
  return catalogue.types.flatMap(({ name, definition }): readonly Command[] => {
    const plural = catalogue.typePlural(name, locale);
    const type = nameInside(catalogue.typeName(name, locale), locale);
    const target = { object: name, operation: "create", row: null } as const;
    const mayCreate =
      catalogue.fn(name, "create") !== null && !definition.is_setting && mayPlan(place, target);
    const create: Command = {
      ...PLAIN,
      id: `create-${name}`,
      label: say("editor.control.create", { type }),
      words: [say("editor.form.create", { type })],
      act: { href: `/object/${name}?create`, isExternal: false },
    };
    const list: Command = {
      ...PLAIN,
      id: `list-${name}`,
      label: plural,
      words: [name],
      note: say("app.search.list"),
      act: { href: `/object/${name}`, isExternal: false },
    };
    return [...(mayCreate ? [create] : []), ...(definition.search === null ? [] : [list])];
  });
}

/** Target of a launch link from a component (LAUNCH-08). */
function launched(component: string, name: string, label: string | null, note: string): readonly Command[] {
  const launch = readLaunch(component, encodeURIComponent(name), "", "");
  if (launch.kind !== "redirect") return [];
  const act = { href: launch.href, isExternal: false };
  return [{ ...PLAIN, id: `${component}-${name}`, label: label ?? name, note, act }];
}

/** Each choice of the local settings except the present one. */
export function settingCommands(
  { say, locale }: Speech,
  now: Settings,
  settings: SettingsStore,
): readonly Command[] {
  const note = say("app.settings.title");
  const choice = (id: string, title: string, value: string, run: () => void): Command => ({
    ...PLAIN,
    id: `setting-${id}`,
    label: `${title}: ${value}`,
    note,
    act: { run },
  });
  return [
    ...THEMES.filter(({ theme }) => theme !== now.theme).map(({ theme, name }) =>
      choice(theme, say("app.settings.theme"), say(name), () => settings.set("theme", theme)),
    ),
    ...offeredLocales(locale, settings.offers.hiddenLanguages)
      .filter((one) => one !== locale)
      .map((one) =>
        choice(one, say("app.settings.language"), languageAt(one).name, () => settings.set("locale", one)),
      ),
    ...SWITCHES.filter((one) => now.developer || one.isForDevelopers !== true).map(({ name, title }) =>
      choice(name, say(title), say(now[name] ? "app.settings.switchOff" : "app.settings.switchOn"), () =>
        settings.set(name, !now[name]),
      ),
    ),
  ];
}

interface RunTarget {
  readonly want: (mode: RunMode) => void;
  readonly isBlocked: boolean;
  readonly mayApply: boolean;
}

/** Tests and applies the planned list if that is possible. */
export function runCommands({ say }: Speech, { want, isBlocked, mayApply }: RunTarget): readonly Command[] {
  const command = (mode: RunMode, key: string): Command => ({
    ...PLAIN,
    id: `list-${mode}`,
    label: say(`app.keys.${mode}`),
    note: say("app.planned.title"),
    shown: "page",
    key,
    act: { run: () => want(mode) },
  });
  if (isBlocked) return [];
  return [command("test", "t"), ...(mayApply ? [command("apply", "A")] : [])];
}

/** Copies the permanent link of the shown object, otherwise the address of the page. */
export function linkCommand(
  { say }: Speech,
  here: CurrentObject | { readonly path: string; readonly title: null },
  notices: NoticeStore,
): Command {
  const path = "path" in here ? here.path : launchHref(here.type, here.gpk, here.variant);
  const tell = (isCopied: boolean): void =>
    notices.show({
      tone: isCopied ? "info" : "warning",
      title: null,
      text: { key: isCopied ? "ui.copy.copied" : "ui.copy.failed" },
    });
  return {
    ...PLAIN,
    id: "copy-link",
    label: say("app.search.copyLink"),
    note: here.title,
    shown: "page",
    act: { run: () => void copyText(location.origin + path).then(tell) },
  };
}
