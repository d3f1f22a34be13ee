import type { Params } from "./json.ts";

/** What a searched text can mean besides a part of a text; `number` is a whole number, `bcdId` a BCD id, `mac` 12 or 16 hex digits. */
export const TERM_MEANINGS = ["address", "network", "mac", "vlan", "vxlan", "bcdId", "number"] as const;
export type TermMeaning = (typeof TERM_MEANINGS)[number];

/** `name`: a part of a text. `words`: the same, of three letters or digits in a row or more, because shorter parts have no index. */
export type SearchedAs = "name" | "words" | TermMeaning;

/** How the global search finds rows of a type: `search` in a row of `wapi.object_type` (wire contract 5.2). */
export interface SearchRow {
  readonly rank: number;
  readonly system: string | null;
  /** False if nobody owns rows of the type, so that the search for own objects finds all of them. */
  readonly has_owners: boolean;
  readonly search_list: readonly { readonly filter: string; readonly by: SearchedAs }[];
  readonly shown_list: readonly string[];
  readonly named_list: readonly string[];
  readonly sorting_list: readonly string[];
  readonly filters: Params;
  readonly note_dict: Readonly<Record<string, string>> | null;
  readonly within: string | null;
}
