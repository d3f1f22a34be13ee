import type { Params, Localised } from "#contract/wire/json";
import type { SearchedAs } from "#contract/wire/search";

/** How the global search of the portal finds rows of a type (wire contract 5.2). Without it rows are not searched. */
export interface SearchSpec {
  /**
   * Kinds with a lower number are shown first: 10 networks, 20 groups, 30 devices, 40 places, 50 addresses, 60 people, 70 names, 80 the rest
   * (default).
   */
  readonly rank?: number;
  /** The prefix that restricts a search to this and other types, as `dnsvs:`. */
  readonly system?: string;
  /** What is searched: a filter that gets the text, or the filter for `words` or for a meaning of the text. By default the parts of the title. */
  readonly by?: readonly (string | Partial<Readonly<Record<Exclude<SearchedAs, "name">, string>>>)[];
  /** Attributes that a result shows; by default those of the title. */
  readonly shown?: readonly string[];
  /** Attributes that together name a result; by default the first shown one. */
  readonly named?: readonly string[];
  /** Order of the results; by default that of the key. */
  readonly sorting?: readonly string[];
  /** Further filters of every search. */
  readonly filters?: Params;
  /** Text after the name of the kind, if it restricts the rows. */
  readonly note?: Localised;
  /** The reference to the containing object: an address without a row is a result if such an object contains it. */
  readonly within?: string;
}
