import type { Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { launchHref } from "#core/route/launch";
import { findCommands, type Command } from "#core/search/commands";
import { matchParts, zoneStart, type TextPart } from "#core/search/match-parts";
import type { Found, FoundKind, FoundRow } from "#core/search/merge-results";
import type { SearchReading } from "#core/search/read-term";
import type { SearchingState } from "#core/search/searching";
import { LIMITS } from "#contract/limits";
import type { Locale } from "#core/text";
import { valueText } from "../../editor/cell/value-text.ts";
import { rowIn } from "#core/catalogue/languages";
import type { RecentObject } from "#core/catalogue/recent-objects";
import type { Say } from "../../ui/text.ts";

export interface Entry {
  readonly id: string;
  /** Its target or action; a term is searched. */
  readonly act:
    Command["act"] | { readonly term: string } | { readonly set: "allObjects" | "allTerms" | "forget" };
  readonly main: readonly TextPart[];
  readonly notes: readonly (readonly TextPart[])[];
  readonly key: string | null;
  readonly isQuiet: boolean;
  /** Its label was typed. */
  readonly isMeant?: true;
}

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly count: string | null;
  readonly entries: readonly Entry[];
}

export interface EntrySource {
  readonly say: Say;
  readonly locale: Locale;
  readonly catalogue: Catalogue;
  readonly commands: readonly Command[];
}

const COMMANDS_SHOWN = 8;
const TERMS_SHOWN = 5;

/** Lines before typing: earlier terms, recent objects, commands of the page. */
export function emptyGroups(
  source: EntrySource,
  history: readonly string[],
  recent: readonly RecentObject[],
  showsAll: boolean,
): readonly Group[] {
  const { say, catalogue, locale, commands } = source;
  const terms = showsAll ? history : history.slice(0, TERMS_SHOWN);
  const more = history.length > terms.length;
  const historyEntries = [
    ...terms.map((term) => line(`term-${term}`, { term }, term)),
    ...(more
      ? [quiet("terms", { set: "allTerms" }, say("views.palette.allTerms", { count: history.length }))]
      : []),
    ...(terms.length > 0 ? [quiet("forget", { set: "forget" }, say("views.palette.forget"))] : []),
  ];
  const recentEntries = recent.map(({ type, gpk, title }) => ({
    ...line(`recent-${gpk}`, { href: launchHref(type, gpk, null), isExternal: false }, title),
    notes: [plain(catalogue.typeName(type, locale))],
  }));
  const shown = (when: Command["shown"]) => commands.filter((one) => one.shown === when).map(commandEntry);
  return [
    groupOf("history", say("views.palette.history"), historyEntries),
    groupOf("recent", say("views.palette.recent"), recentEntries),
    groupOf("page", say("views.palette.page"), shown("page")),
    groupOf("portal", say("views.palette.pages"), shown("portal")),
  ].filter(({ entries }) => entries.length > 0);
}

/** Results by kind, and matching commands; a command whose label was typed comes first. */
export function searchGroups(source: EntrySource, state: SearchingState): readonly Group[] {
  const { reading, found, options, phase } = state;
  const isPlain = reading.kind === "search" && reading.system === null && !reading.isRegexp;
  const { commands, isMeant } = findCommands(source.commands, isPlain ? reading.term : "");
  const own = groupOf(
    "commands",
    source.say("views.palette.commands"),
    commands
      .slice(0, COMMANDS_SHOWN)
      .map((command, at) => ({ ...commandEntry(command), ...(isMeant && at === 0 ? { isMeant } : {}) })),
  );
  const kinds = found === null ? [] : found.kinds.map((kind) => kindGroup(source, found, kind));
  const isNothing = phase === "done" && found?.count === 0 && options.isOwn;
  const wider = groupOf("wider", source.say("views.palette.ownOnly"), [
    quiet("wider", { set: "allObjects" }, source.say("views.palette.searchAll")),
  ]);
  const groups = isMeant ? [own, ...kinds] : [...kinds, own];
  return [...groups, ...(isNothing ? [wider] : [])].filter(({ entries }) => entries.length > 0);
}

function kindGroup(source: EntrySource, { reading }: Found, found: FoundKind): Group {
  const { say, locale, catalogue } = source;
  const { kind, rows, hasMore, listHref } = found;
  const type = catalogue.objectType(kind.object);
  const name = catalogue.typeName(kind.object, locale);
  const list = { href: listHref, isExternal: false };
  const more = quiet(`more-${kind.object}`, list, say("views.palette.more", { name }));
  const shown = rows.slice(0, LIMITS.searchDrawn);
  return {
    id: kind.object,
    title: kind.note === undefined ? name : `${name} · ${say(kind.note)}`,
    count: hasMore ? `${String(rows.length)}+` : String(rows.length),
    entries: [
      ...shown.map((row) => rowEntry(source, reading, found, type, row)),
      ...(hasMore || rows.length > LIMITS.searchDrawn ? [more] : []),
    ],
  };
}

function rowEntry(
  { catalogue, locale }: EntrySource,
  reading: SearchReading,
  { kind }: FoundKind,
  type: ObjectTypeMeta | null,
  { gpk, row }: FoundRow,
): Entry {
  const read = rowIn(row, locale);
  const texts = kind.shown.flatMap((name) => {
    const text = shownText(catalogue, type, name, read, locale);
    return text === "" ? [] : [{ name, text }];
  });
  const named = texts.filter(({ name }) => (kind.named ?? kind.shown.slice(0, 1)).includes(name));
  const main = named.length > 0 ? named : texts.slice(0, 1);
  const isName = type?.attribute(main[0]?.name ?? "")?.data_type === "fqdn";
  const text = main.map((one) => one.text).join(" ");
  return {
    id: gpk,
    act: { href: launchHref(kind.object, gpk, null), isExternal: false },
    main: matchParts(text, reading, isName ? zoneStart(text, textIn(row, "zone")) : text.length),
    notes: texts.filter((one) => !main.includes(one)).map((one) => matchParts(one.text, reading)),
    key: null,
    isQuiet: false,
  };
}

/** A displayed value; a bare number gets the label of its attribute. */
function shownText(
  catalogue: Catalogue,
  type: ObjectTypeMeta | null,
  name: string,
  row: Row,
  locale: Locale,
): string {
  const value = row[name] ?? null;
  const text = valueText(catalogue, type, name, value, locale);
  return typeof value === "number"
    ? `${catalogue.attributeName(type?.name ?? "", name, locale)} ${text}`
    : text;
}

function textIn(row: Row, name: string): string | null {
  const value = row[name];
  return typeof value === "string" ? value : null;
}

function commandEntry({ id, label, note, key, act }: Command): Entry {
  return { ...line(`command-${id}`, act, label), notes: note === null ? [] : [plain(note)], key };
}

function groupOf(id: string, title: string, entries: readonly Entry[]): Group {
  return { id, title, count: null, entries };
}

function line(id: string, act: Entry["act"], text: string): Entry {
  return { id, act, main: plain(text), notes: [], key: null, isQuiet: false };
}

function quiet(id: string, act: Entry["act"], text: string): Entry {
  return { ...line(id, act, text), isQuiet: true };
}

function plain(text: string): readonly TextPart[] {
  return [{ text, isMatch: false, isMuted: false }];
}
