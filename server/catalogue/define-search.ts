import type { Params, Localised } from "#contract/wire/json";
import type { SearchedAs } from "#contract/wire/search";

/** How the global search of the portal finds rows of a type (wire contract 5.2). Without it rows are not searched. */
export interface SearchSpec {
  /** Kinds with a lower number stand first: 10 networks, 20 groups, 30 devices, 40 places, 50 addresses, 60 people, 70 names, 80 the rest (default). */
  readonly rank?: number;
  /** The prefix that restricts a search to this and other types, as `dnsvs:`. */
  readonly system?: string;
  /** What is asked for: a filter that gets the text, or the filter for `words` or for a meaning of the text. By default the parts of the title. */
  readonly by?: readonly (string | Partial<Readonly<Record<Exclude<SearchedAs, "name">, string>>>)[];
  /** Attributes that a result shows; by default those of the title. */
  readonly shown?: readonly string[];
  /** Attributes that together name a result; by default the first shown one. */
  readonly named?: readonly string[];
  /** Order of the results; by default that of the key. */
  readonly sorting?: readonly string[];
  /** Filters of every search. */
  readonly filters?: Params;
  /** Written after the name of the kind, where it says which rows are found. */
  readonly note?: Localised;
  /** The reference to what contains these rows: an address that no row has is a result too if one of those contains it. */
  readonly within?: string;
}
