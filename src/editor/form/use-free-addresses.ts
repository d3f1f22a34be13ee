import { useMemo } from "react";
import type { FormTarget } from "#core/form/target";
import { items } from "#core/txlist/history";
import type { FreeAddressPort } from "../../ui/field/free-address-port.ts";
import { laterCall } from "../../ui/layout/later.tsx";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";

const search = laterCall("find-free", async () => (await import("./find-free.ts")).findFree);

type Place = Partial<Pick<FormTarget, "row" | "set" | "around">>;

/** Finds free addresses for the address fields of a form. The search is loaded on first use. */
export function useFreeAddresses({ row, set, around }: Place, fillsLists = false): FreeAddressPort {
  const catalogue = useCatalogue();
  const { execute } = useCalls();
  const txlist = useTransactionList();
  return useMemo(
    () => ({
      place: { values: { ...row, ...set }, list: { catalogue, around } },
      fillsLists,
      find: async (scope, wanted, signal) => {
        const findFree = await search.fetch();
        return findFree(execute, scope, wanted, items(txlist.state.history), signal);
      },
    }),
    [catalogue, execute, txlist, row, set, around, fillsLists],
  );
}
