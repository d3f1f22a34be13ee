import { useState, type ReactNode } from "react";
import type { Catalogue } from "#core/catalogue/catalogue";
import { items as itemsOf } from "#core/txlist/history";
import type { Reach } from "#core/txlist/reach";
import type { Run, RunMode } from "#core/txlist/run";
import type { TransactionList } from "../../state/txlist.ts";
import { later } from "../../ui/layout/later.tsx";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";

const ReachQuestion = later(
  "reach-question",
  async () => (await import("./reach-question.tsx")).ReachQuestion,
);

/**
 * Applies the list. If only a test can know how much the list changes, it is tested first. An element that changes many more objects than it names is
 * applied only after a person has seen both numbers.
 */
export function useApply(run: (mode: RunMode) => Promise<Run>): {
  readonly apply: () => void;
  readonly question: ReactNode;
} {
  const txlist = useTransactionList();
  const catalogue = useCatalogue();
  const [far, setFar] = useState<readonly Reach[]>([]);
  const apply = async (): Promise<void> => {
    const found = await farElements(txlist, catalogue, run);
    if (found === null) return;
    if (found.length > 0) setFar(found);
    else await run("apply");
  };
  const agree = (): void => {
    for (const { item, changed } of far) txlist.agreed.set(item, changed);
    setFar([]);
    // Another tab may have changed the list meanwhile.
    void apply();
  };
  return {
    apply: () => void apply(),
    question:
      far.length === 0 ? null : <ReachQuestion far={far} onApply={agree} onClose={() => setFar([])} />,
  };
}

/** Elements that a person has to confirm first; null if a test has refused the list. */
async function farElements(
  txlist: TransactionList,
  catalogue: Catalogue,
  run: (mode: RunMode) => Promise<Run>,
): Promise<readonly Reach[] | null> {
  const { isTestOf, needsTest, reachOf, toAgree } = await import("#core/txlist/reach");
  const list = itemsOf(txlist.state.history);
  const isTested = isTestOf(txlist.state.run, list, Date.now() - txlist.state.endedAt);
  if (!isTested && !needsTest(list, catalogue)) return [];
  const tested = isTested ? txlist.state.run : await run("test");
  if (!isTestOf(tested, itemsOf(txlist.state.history), 0)) return null;
  const reach = reachOf(tested, catalogue);
  return reach === null ? null : toAgree(reach, (item) => txlist.agreed.get(item) ?? 0);
}
