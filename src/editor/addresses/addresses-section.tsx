import { useMemo, type ReactNode } from "react";
import { plannedAddresses } from "#core/addresses/planned-addresses";
import type { AddressesSection as AddressesSectionData } from "#core/screen/screen";
import { StatePatterns } from "../../ui/addresses/state-sign.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { useListState } from "../planned/use-list-state.ts";
import { usePortal } from "../portal.ts";
import { SectionHead } from "../section/section-head.tsx";
import { useSectionScreen, useSectionStep } from "../section/section-context.ts";
import { NetworkView } from "./network-view.tsx";
import { networkModels } from "./network-model.ts";

/** The networks of a step, each as a map of its addresses, or as a list of used addresses if it is too large. */
export function AddressesSection({ section }: { readonly section: AddressesSectionData }): ReactNode {
  const found = useSectionStep(section.of);
  const { lists } = useSectionScreen();
  const { catalogue, txlist } = usePortal();
  const say = useText();
  const locale = useLocale();
  const { items } = useListState(txlist);
  const planned = useMemo(() => plannedAddresses(items), [items]);
  const models = useMemo(
    () => (lists === null ? [] : networkModels(section, lists, planned)),
    [section, lists, planned],
  );
  const typeOf = found?.columns.typeOf;
  // Memoised, because the table of a large network makes tens of thousands of rows with it.
  const teller = useMemo(
    () => (typeOf === undefined ? null : { section, catalogue, typeOf, locale, say }),
    [section, catalogue, typeOf, locale, say],
  );
  if (found === null || lists === null || teller === null) return null;
  return (
    <section className="section">
      <SectionHead section={section} type={null} />
      <StatePatterns />
      {models.length === 0 && <p className="muted">{say("editor.addresses.noNetworks")}</p>}
      <div className="addresses">
        {models.map((model) => (
          <NetworkView key={model.network.text} model={model} teller={teller} found={found} />
        ))}
      </div>
    </section>
  );
}
