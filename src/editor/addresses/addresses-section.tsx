import { useMemo, type ReactNode } from "react";
import { plannedAddresses } from "#core/addresses/planned-addresses";
import { StatePatterns } from "../../ui/addresses/state-sign.tsx";
import { useText } from "../../ui/text.ts";
import { useListState } from "../planned/use-list-state.ts";
import { usePortal } from "../portal.ts";
import { SectionHead } from "../section/section-head.tsx";
import { useSectionStep, type SectionProps } from "../section/section-context.ts";
import { NetworkView } from "./network-view.tsx";
import { networkModels } from "./network-model.ts";

/** The networks of a step, each as a map of its addresses, or as a list of used addresses if it is too large. */
export function AddressesSection({ section }: SectionProps<"addresses">): ReactNode {
  const found = useSectionStep(section.of);
  const { txlist } = usePortal();
  const say = useText();
  const { items } = useListState(txlist);
  const planned = useMemo(() => plannedAddresses(items), [items]);
  const models = useMemo(
    () => (found === null ? [] : networkModels(section, found.source.lists, planned)),
    [section, found, planned],
  );
  // Memoised, because the table of a large network makes tens of thousands of rows with it.
  const teller = useMemo(() => (found === null ? null : { section, found, say }), [section, found, say]);
  if (teller === null) return null;
  return (
    <section className="section">
      <SectionHead section={section} type={null} />
      <StatePatterns />
      {models.length === 0 && <p className="muted">{say("editor.addresses.noNetworks")}</p>}
      <div className="addresses">
        {models.map((model) => (
          <NetworkView key={model.network.text} model={model} teller={teller} />
        ))}
      </div>
    </section>
  );
}
