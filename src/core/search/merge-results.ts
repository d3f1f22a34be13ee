import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { translationsIn } from "../catalogue/translations.ts";
import { addressWithin } from "./address-within.ts";
import { filteredAttribute, isText, type SearchKind } from "./kinds.ts";
import type { SearchReading } from "./read-term.ts";
import type { SearchOptions, SearchStep } from "./search-steps.ts";

export interface FoundRow {
  readonly gpk: string;
  readonly row: Row;
  /** Null: the launch link of the object. */
  readonly href: string | null;
}

/** Results of one kind, the best first. */
export interface FoundKind {
  readonly kind: SearchKind;
  readonly rows: readonly FoundRow[];
  /** A step reached its limit. */
  readonly hasMore: boolean;
  /** The list of the kind with the same filter. */
  readonly listHref: string;
  /** Rows were found by a meaning of the term, not by a part of a text. */
  readonly isMeant: boolean;
}

export interface Found {
  readonly reading: SearchReading;
  readonly options: SearchOptions;
  readonly kinds: readonly FoundKind[];
  readonly count: number;
}

/** Rank of a row: 0 is an exact match. */
const EXACT = 0;
const BEGINS = 1;
const HOLDS = 2;

type Ranked = FoundRow & { readonly rank: number };

/** Rows of all steps by kind, each object once (SRCH-51); kinds with an exact match come first, the others in their order. */
export function mergeResults(
  reading: SearchReading,
  options: SearchOptions,
  steps: readonly SearchStep[],
  lists: Lists,
  catalogue: Catalogue,
): Found {
  const ranked = [...new Set(steps.map(({ kind }) => kind))].flatMap((kind) => {
    const own = steps.filter((one) => one.kind === kind);
    const stored = rankedRows(kind, reading, own, lists);
    const rows = stored.length > 0 ? stored : placedRow(kind, { reading, steps, lists, catalogue });
    const [best] = rows;
    if (best === undefined) return [];
    const found: FoundKind = {
      kind,
      rows: rows.map(({ gpk, row, href }) => ({ gpk, row, href })),
      hasMore: own.some(({ step }) => options.limit > 0 && rowsOf(step, lists).length >= options.limit),
      listHref: listHref(kind, reading, options, own, lists),
      isMeant: own.some(({ search, step }) => !isText(search) && rowsOf(step, lists).length > 0),
    };
    return [{ found, rank: best.rank === EXACT ? EXACT : HOLDS }];
  });
  const kinds = ranked.toSorted((one, other) => one.rank - other.rank).map(({ found }) => found);
  return { reading, options, kinds, count: kinds.reduce((sum, { rows }) => sum + rows.length, 0) };
}

function rowsOf({ idx }: SearchStep["step"], lists: Lists): readonly Row[] {
  return lists[idx] ?? [];
}

function rankedRows(
  kind: SearchKind,
  reading: SearchReading,
  steps: readonly SearchStep[],
  lists: Lists,
): readonly Ranked[] {
  const byGpk = new Map<string, Row>();
  for (const row of steps.flatMap(({ step }) => rowsOf(step, lists))) {
    const gpk = row["gpk"];
    if (typeof gpk === "string" && !byGpk.has(gpk)) byGpk.set(gpk, row);
  }
  const sought = soughtTexts(reading);
  const rows = [...byGpk].map(([gpk, row]) => ({ gpk, row, href: null, rank: rankOf(kind, row, sought) }));
  return rows.toSorted((one, other) => one.rank - other.rank);
}

/** The searched address as a result, if no row has the address and a found network contains it (SRCH-58). */
function placedRow(kind: SearchKind, search: Parameters<typeof addressWithin>[1]): readonly Ranked[] {
  const row = addressWithin(kind, search);
  return row === null ? [] : [{ ...row, rank: EXACT }];
}

/** Exact matches: the term, the term as a whole name, and its other meanings. */
export function soughtTexts({ term, isRegexp, classes }: SearchReading): readonly string[] {
  if (isRegexp) return [];
  const { mac, ...others } = classes;
  const pairs = mac === undefined ? [] : [(mac.match(/../g) ?? []).join(":")];
  return [term.toLowerCase(), `${term.toLowerCase()}.`, ...pairs, ...Object.values(others).map(String)];
}

function rankOf({ shown, searches }: SearchKind, row: Row, sought: readonly string[]): number {
  const [term] = sought;
  if (term === undefined) return HOLDS;
  // A description that equals the term is not an exact match.
  const meant = searches.filter((one) => !isText(one)).map(filteredAttribute);
  const names = new Set([...shown, ...meant]);
  const texts = [...names]
    .flatMap((name) => [row[name] ?? null, ...translationsIn(row, name)])
    .flatMap((value) =>
      typeof value === "string" || typeof value === "number" ? [String(value).toLowerCase()] : [],
    );
  if (texts.some((text) => sought.includes(text))) return EXACT;
  return texts.some((text) => text.startsWith(term)) ? BEGINS : HOLDS;
}

/** If one step found rows, its filter becomes that of the list. If several did, the list gets the term and searches as this search did (SRCH-57). */
function listHref(
  { object, hasOwners }: SearchKind,
  { term, isRegexp }: SearchReading,
  { isOwn }: SearchOptions,
  steps: readonly SearchStep[],
  lists: Lists,
): string {
  const [first, ...others] = steps.filter(({ step }) => rowsOf(step, lists).length > 0);
  const filter = others.length === 0 ? first?.filter : { found: `${isRegexp ? "s/" : ""}${term}` };
  const params = Object.entries({ ...filter, ...(isOwn && hasOwners ? { is_own: true } : {}) });
  const query = params.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `/object/${object}?${query.join("&")}`;
}
