import { useState } from "react";
import { WholeRefused } from "#contract/table/find-refused";
import type { Fault } from "#contract/wire/fault";
import type { Import } from "#core/form/import";
import { testImport, withRefused } from "#core/form/test-import";
import { items as itemsOf } from "#core/txlist/history";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";

export type Verdict =
  | { readonly kind: "tested"; readonly refused: number }
  /** The server could not judge the lines. */
  | { readonly kind: "untested"; readonly sentence: string };

interface Tested {
  readonly of: Import;
  readonly refused: ReadonlyMap<string, Fault>;
  readonly verdict: Verdict;
}

/** Lets the server test the lines of a table after the elements that are already planned. Reading the table again makes it untested. */
export function useImportTest(of: Import) {
  const catalogue = useCatalogue();
  const { execute } = useCalls();
  const txlist = useTransactionList();
  const [tested, setTested] = useState<Tested | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOfThis = tested?.of === of;
  const test = async (): Promise<Verdict> => {
    setBusy(true);
    const before = itemsOf(txlist.state.history);
    const found = await testImport(of.lines, { catalogue, execute, before }).then(
      (refused): Tested => ({ of, refused, verdict: { kind: "tested", refused: refused.size } }),
      (error: unknown): Tested => {
        if (!(error instanceof WholeRefused)) throw error;
        return { of, refused: new Map(), verdict: { kind: "untested", sentence: error.message } };
      },
    );
    setTested(found);
    setBusy(false);
    return found.verdict;
  };
  return {
    /** The table with the refusals of the server. */
    read: isOfThis ? withRefused(of, tested.refused) : of,
    verdict: isOfThis ? tested.verdict : null,
    isBusy,
    test,
  };
}
