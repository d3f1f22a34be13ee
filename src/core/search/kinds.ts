import type { Params } from "#contract/wire/json";
import type { SearchedAs, SearchRow } from "#contract/wire/search";
import type { ObjectName } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { partsOfFilter } from "../catalogue/filter-name.ts";

/** Possible meanings of a term besides part of a name; several can apply (SRCH-19). A number has the value of `vlan`. */
export interface TermClasses {
  readonly vlan?: number;
  readonly vxlan?: number;
  readonly bcdId?: string;
  /** The address in its short form. */
  readonly address?: string;
  readonly network?: string;
  /** 12 or 16 hex digits. */
  readonly mac?: string;
}

/** One step: a filter of the list, and the part of the term that it gets. */
export interface KindSearch {
  readonly filter: string;
  readonly by: SearchedAs;
}

/** A kind of results, from the definition of the listed type (wire contract 5.2). */
export interface SearchKind {
  readonly object: ObjectName;
  /** Null: left out of searches in one system (SRCH-13). */
  readonly system: string | null;
  readonly shown: readonly string[];
  /** Attributes that together name the row. */
  readonly named: readonly string[];
  /** Words by language behind the name of the kind, for rows that were found by a meaning of the term. */
  readonly note: SearchRow["note_dict"];
  readonly sorting: readonly string[];
  /** False: there are no own rows, so a search for own objects finds all of them. */
  readonly hasOwners: boolean;
  /** Filters of every step. */
  readonly always: Params;
  /** Filters of one step combine with AND, so alternatives are separate steps. */
  readonly searches: readonly KindSearch[];
  /** The reference to the object that contains the rows (SRCH-58). */
  readonly within: string | null;
}

/** All kinds in display order: networks, groups and devices before names (SRCH-55). */
export function searchKinds(catalogue: Catalogue): readonly SearchKind[] {
  const found = known.get(catalogue) ?? kindsOf(catalogue);
  known.set(catalogue, found);
  return found;
}

/** Systems that a prefix can restrict a search to, in the order of their kinds. */
export function searchSystems(catalogue: Catalogue): readonly string[] {
  return [...new Set(searchKinds(catalogue).flatMap(({ system }) => system ?? []))];
}

/** Steps of one kind are identified by it, so a kind has one of each. */
const known = new WeakMap<Catalogue, readonly SearchKind[]>();

function kindsOf(catalogue: Catalogue): readonly SearchKind[] {
  return catalogue.types
    .flatMap(({ name, definition: { search } }) => (search === null ? [] : [{ name, search }]))
    .toSorted((one, other) => one.search.rank - other.search.rank)
    .map(({ name, search }) => kindOf(name, search));
}

function kindOf(object: ObjectName, row: SearchRow): SearchKind {
  return {
    object,
    system: row.system,
    shown: row.shown_list,
    named: row.named_list,
    note: row.note_dict,
    sorting: row.sorting_list,
    hasOwners: row.has_owners,
    always: row.filters,
    searches: row.search_list,
    within: row.within,
  };
}

/** Whether a part of a text is searched, or otherwise a meaning of the term. */
export function isText({ by }: KindSearch): boolean {
  return by === "name" || by === "words";
}

/** The attribute of a filter. */
export function filteredAttribute({ filter }: KindSearch): string {
  return partsOfFilter(filter).attribute;
}
