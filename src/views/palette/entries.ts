import type { Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { launchHref } from "#core/route/launch";
import { findCommands, type Command } from "#core/search/commands";
import { matchParts, zoneStart, type TextPart } from "#core/search/match-parts";
import type { Found, FoundKind, FoundRow } from "#core/search/merge-results";
import { othersIn } from "#core/search/counts";
import { filteredAttribute, isText, type SearchKind } from "#core/search/kinds";
import type { SearchReading } from "#core/search/read-term";
import type { SearchOptions } from "#core/search/search-steps";
import type { SearchingState } from "#core/search/searching";
import { LIMITS } from "#contract/limits";
import { pickText, type Locale } from "#core/text";
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
  /** The first result, drawn large. */
  readonly isBest?: true;
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

/** Results by kind, and matching commands; a command whose label was typed comes first, otherwise the best result, drawn large. */
export function searchGroups(source: EntrySource, state: SearchingState): readonly Group[] {
  const { reading, found, counts } = state;
  const isPlain = reading.kind === "search" && reading.system === null && !reading.isRegexp;
  const { commands, isMeant } = findCommands(source.commands, isPlain ? reading.term : "");
  const own = groupOf(
    "commands",
    source.say("views.palette.commands"),
    commands
      .slice(0, COMMANDS_SHOWN)
      .map((command, at) => ({ ...commandEntry(command), ...(isMeant && at === 0 ? { isMeant } : {}) })),
  );
  const kinds = found === null ? [] : found.kinds.map((kind) => kindGroup(source, { found, counts }, kind));
  const groups = isMeant ? [own, ...kinds] : [...withBest(kinds), own];
  return [...groups, ...widerGroup(source, state)].filter(({ entries }) => entries.length > 0);
}

/** The first result is separate, because it is probably the wanted one (SRCH-61). */
function withBest([first, ...others]: readonly Group[]): readonly Group[] {
  const [best, ...rest] = first?.entries ?? [];
  if (first === undefined || best === undefined) return [];
  return [{ ...first, entries: [{ ...best, isBest: true }, ...rest] }, ...others];
}

interface Results {
  readonly found: Found;
  readonly counts: SearchingState["counts"];
}

function kindGroup(source: EntrySource, { found, counts }: Results, kindFound: FoundKind): Group {
  const { say, locale, catalogue } = source;
  const { kind, rows, listHref, isMeant } = kindFound;
  const type = catalogue.objectType(kind.object);
  const name = catalogue.typeName(kind.object, locale);
  const note = isMeant ? pickText(kind.note ?? undefined, locale) : null;
  const told = numberOf(kindFound, found.options, counts);
  const { searchLimit, searchShown, searchDrawn } = LIMITS;
  const shown = rows.slice(0, found.options.limit === searchLimit ? searchShown : searchDrawn);
  const list = { href: listHref, isExternal: false };
  return {
    id: kind.object,
    title: note === null ? name : `${name} · ${note}`,
    count: told.isMore ? `${String(told.count)}+` : String(told.count),
    entries: [
      ...shown.map((row) => rowEntry(source, found.reading, kindFound, type, row)),
      ...(told.isMore || told.count > shown.length
        ? [
            quiet(
              `more-${kind.object}`,
              list,
              say(told.isMore ? "views.palette.moreThan" : "views.palette.all", { count: told.count }),
            ),
          ]
        : []),
    ],
  };
}

/** How many results of a kind there are: the rows, unless there are more of them than were asked for (SRCH-56). */
function numberOf(
  { kind, rows, hasMore }: FoundKind,
  { isOwn }: SearchOptions,
  counts: SearchingState["counts"],
): { readonly count: number; readonly isMore: boolean } {
  const known = counts?.get(kind.object);
  if (!hasMore || known === undefined) return { count: rows.length, isMore: hasMore };
  const count = isOwn && kind.hasOwners ? known.own : known.count;
  return { count: Math.min(count, LIMITS.searchCounted), isMore: count > LIMITS.searchCounted };
}

/** Foreign objects: their number, and a button that shows them (SRCH-59). */
function widerGroup({ say, catalogue, locale }: EntrySource, state: SearchingState): readonly Group[] {
  const { phase, found, options, counts } = state;
  if (phase !== "done" || !options.isOwn) return [];
  const others = counts === null ? [] : othersIn(counts);
  const isUnsure = counts === null && found?.count === 0;
  if (others.length === 0 && !isUnsure) return [];
  const notes = others.map(({ object, count, isMore }) =>
    plain(`${catalogue.typePlural(object, locale)} ${String(count)}${isMore ? "+" : ""}`),
  );
  const text = say(isUnsure ? "views.palette.searchAll" : "views.palette.notOwn");
  const entry = { ...quiet("wider", { set: "allObjects" }, text), notes };
  return [groupOf("wider", say("views.palette.ownOnly"), [entry])];
}

function rowEntry(
  { catalogue, locale }: EntrySource,
  reading: SearchReading,
  { kind }: FoundKind,
  type: ObjectTypeMeta | null,
  { gpk, row, href }: FoundRow,
): Entry {
  const read = rowIn(row, locale);
  const texts = kind.shown.flatMap((name) => {
    const text = shownText(catalogue, type, name, read, locale);
    return text === "" ? [] : [{ name, text }];
  });
  const named = texts.filter(({ name }) => kind.named.includes(name));
  const main = named.length > 0 ? named : texts.slice(0, 1);
  const isName = type?.attribute(main[0]?.name ?? "")?.data_type === "fqdn";
  const text = main.map((one) => one.text).join(" ");
  const name = matchParts(text, reading, isName ? zoneStart(text, textIn(row, "zone")) : text.length);
  const notes = texts.filter((one) => !main.includes(one)).map((one) => matchParts(one.text, reading));
  return {
    id: `${kind.object}-${gpk}`,
    act: { href: href ?? launchHref(kind.object, gpk, null), isExternal: false },
    main: name,
    notes: [name, ...notes].some(hasMatch) ? notes : [...notes, ...reasons(kind, row, reading)],
    key: null,
    isQuiet: false,
  };
}

function hasMatch(parts: readonly TextPart[]): boolean {
  return parts.some(({ isMatch }) => isMatch);
}

/** Searched texts that are not shown otherwise, such as a description, if they contain the term. */
function reasons({ shown, searches }: SearchKind, row: Row, reading: SearchReading): Entry["notes"] {
  const others = searches.filter(isText).map(filteredAttribute);
  return [...new Set(others)].flatMap((name) => {
    const text = shown.includes(name) ? null : textIn(row, name);
    const parts = text === null ? [] : matchParts(text, reading);
    return hasMatch(parts) ? [parts] : [];
  });
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
