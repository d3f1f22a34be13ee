import { createContext } from "react";
import type { FreePlace, FreeScope } from "#core/addresses/free-scope";
import type { FoundAddress, FreeSearch } from "#core/addresses/free-search";

/** The wanted address, and taken addresses besides the planned ones. */
export type FreeWanted = Pick<FreeSearch, "version" | "after" | "count"> & {
  readonly taken?: readonly string[];
};

/** Finds free addresses for address fields, which know no server. */
export interface FreeAddressPort {
  /** The place, if it is known outside the form. */
  readonly place: FreePlace;
  /** True if lists of addresses belong to hosts and take any free address. If false, only lists of a network take free addresses. */
  readonly fillsLists: boolean;
  find(scope: FreeScope, wanted: FreeWanted, signal: AbortSignal): Promise<readonly FoundAddress[]>;
}

/** Null for fields that plan nothing, such as filters. */
export const FreeAddressContext = createContext<FreeAddressPort | null>(null);
