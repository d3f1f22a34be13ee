import { createContext, useContext } from "react";
import type { FreeScope } from "#core/addresses/free-scope";
import type { FoundAddress, FreeSearch } from "#core/addresses/free-search";

/** What is looked for, and addresses that are taken besides the planned ones. */
export type FreeWanted = Pick<FreeSearch, "version" | "after" | "count"> & {
  readonly taken?: readonly string[];
};

/** Where address fields find free addresses; they know no server. */
export interface FreeAddressPort {
  /** What is known of the place besides the values of the form. */
  readonly scope: FreeScope;
  /** Lists of addresses are those of hosts, so they take free ones of any place; otherwise only those of a network do. */
  readonly fillsLists: boolean;
  find(scope: FreeScope, wanted: FreeWanted, signal: AbortSignal): Promise<readonly FoundAddress[]>;
}

const FreeAddressContext = createContext<FreeAddressPort | null>(null);
export const FreeAddressProvider = FreeAddressContext.Provider;

/** Null where fields stand that plan nothing, such as filters. */
export function useFreeAddressPort(): FreeAddressPort | null {
  return useContext(FreeAddressContext);
}
