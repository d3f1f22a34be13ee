import { useMemo } from "react";
import { joinedScope, networksStep, scopeOfValues, NOWHERE } from "#core/addresses/free-scope";
import { foundIn, freeSteps, networksIn } from "#core/addresses/free-search";
import { plannedAddresses } from "#core/addresses/planned-addresses";
import type { FormTarget } from "#core/form/target";
import { items } from "#core/txlist/history";
import { readLists } from "../../api/execute.ts";
import type { FreeAddressPort } from "../../ui/field/free-address-port.ts";
import { usePortal } from "../portal.ts";

/** Where the address fields of a form find free addresses: two short calls, once somebody asks. */
export function useFreeAddresses({ row, set, around }: FormTarget): FreeAddressPort {
  const { execute, txlist } = usePortal();
  return useMemo(
    () => ({
      scope: joinedScope(scopeOfValues({ ...row, ...set }), around ?? NOWHERE),
      find: async (scope, wanted, signal) => {
        const search = { ...wanted, planned: plannedAddresses(items(txlist.state.history)) };
        const step = networksStep(scope);
        const { network: rows = [] } = await readLists(execute, [step], signal);
        const networks = networksIn(rows, search);
        if (networks.length === 0) return [];
        return foundIn(networks, await readLists(execute, freeSteps(networks, search), signal), search);
      },
    }),
    [execute, txlist, row, set, around],
  );
}
