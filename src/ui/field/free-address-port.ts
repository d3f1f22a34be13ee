import { createContext, useContext } from "react";
import type { FreeScope } from "#core/addresses/free-scope";
import type { FoundAddress, FreeSearch } from "#core/addresses/free-search";

/** Where address fields find free addresses; they know no server. */
export interface FreeAddressPort {
  /** What is known of the place besides the values of the form. */
  readonly scope: FreeScope;
  find(
    scope: FreeScope,
    wanted: Pick<FreeSearch, "version" | "after">,
    signal: AbortSignal,
  ): Promise<readonly FoundAddress[]>;
}

const FreeAddressContext = createContext<FreeAddressPort | null>(null);
export const FreeAddressProvider = FreeAddressContext.Provider;

/** Null where fields stand that plan nothing, such as filters. */
export function useFreeAddressPort(): FreeAddressPort | null {
  return useContext(FreeAddressContext);
}
