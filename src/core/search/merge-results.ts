import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { SearchKind } from "./kinds.ts";
import type { SearchReading } from "./read-term.ts";
import type { SearchOptions, SearchStep } from "./search-steps.ts";

export interface FoundRow {
  readonly gpk: string;
  readonly row: Row;
}

/** Results of one kind, the best first. */
export interface FoundKind {
  readonly kind: SearchKind;
  readonly rows: readonly FoundRow[];
  /** A step reached its limit. */
  readonly hasMore: boolean;
  /** The list of the kind with the same filter. */
  readonly listHref: string;
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

/** Rows of all steps by kind, each object once (SRCH-51); kinds with an exact match come first, the others in fixed order. */
export function mergeResults(
  reading: SearchReading,
  options: SearchOptions,
  steps: readonly SearchStep[],
  lists: Lists,
): Found {
  const ranked = [...new Set(steps.map(({ kind }) => kind))].flatMap((kind) => {
    const own = steps.filter((one) => one.kind === kind);
    const rows = rankedRows(kind, reading, own, lists);
    const [best] = rows;
    if (best === undefined) return [];
    const found: FoundKind = {
      kind,
      rows: rows.map(({ gpk, row }) => ({ gpk, row })),
      hasMore: own.some(({ step }) => options.limit > 0 && (lists[step.idx]?.length ?? 0) >= options.limit),
      listHref: listHref(kind, reading, options, own, lists),
    };
    return [{ found, rank: best.rank === EXACT ? EXACT : HOLDS }];
  });
  const kinds = ranked.toSorted((one, other) => one.rank - other.rank).map(({ found }) => found);
  return { reading, options, kinds, count: kinds.reduce((sum, { rows }) => sum + rows.length, 0) };
}

function rankedRows(
  kind: SearchKind,
  reading: SearchReading,
  steps: readonly SearchStep[],
  lists: Lists,
): readonly (FoundRow & { readonly rank: number })[] {
  const byGpk = new Map<string, Row>();
  for (const row of steps.flatMap(({ step }) => lists[step.idx] ?? [])) {
    const gpk = row["gpk"];
    if (typeof gpk === "string" && !byGpk.has(gpk)) byGpk.set(gpk, row);
  }
  const sought = soughtTexts(reading);
  const rows = [...byGpk].map(([gpk, row]) => ({ gpk, row, rank: rankOf(kind, row, sought) }));
  return rows.toSorted((one, other) => one.rank - other.rank);
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
  const names = new Set([...shown, ...searches.map(({ filter }) => filter.replace(/_regexp(_ic)?$/, ""))]);
  const texts = [...names].flatMap((name) => {
    const value = row[name];
    return typeof value === "string" || typeof value === "number" ? [String(value).toLowerCase()] : [];
  });
  if (texts.some((text) => sought.includes(text))) return EXACT;
  return texts.some((text) => text.startsWith(term)) ? BEGINS : HOLDS;
}

/** One step becomes a filter of the list; several become the text in its filter box. */
function listHref(
  { object, always }: SearchKind,
  { term, isRegexp }: SearchReading,
  { isOwn }: SearchOptions,
  steps: readonly SearchStep[],
  lists: Lists,
): string {
  const [first, ...others] = steps.filter(({ step }) => (lists[step.idx]?.length ?? 0) > 0);
  const filter = others.length === 0 || isRegexp ? first?.filter : { ...always, q: term };
  const params = Object.entries({ ...filter, ...(isOwn ? { is_own: true } : {}) });
  const query = params.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `/object/${object}?${query.join("&")}`;
}
