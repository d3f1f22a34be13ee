import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { allows } from "#contract/rule";
import type { Section } from "#core/screen/screen";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { usePortal } from "../portal.ts";
import { hrefOfTarget, valueOf } from "../screen/values.ts";
import { leadsHere } from "./here.ts";
import { useValueSource } from "./section-context.ts";

type TabsSectionData = Extract<Section, { readonly kind: "tabs" }>;

/** Links to the sister screens; the open one is marked. */
export function TabsSection({ section }: { readonly section: TabsSectionData }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const source = useValueSource();
  const { visitor } = usePortal();
  const { pathname } = useLocation();
  const tabs = section.tabs.flatMap((tab) => {
    const to = allows(tab.when ?? "always", visitor) ? hrefOfTarget(tab.to, source) : null;
    if (to === null) return [];
    const count = tab.count === undefined ? null : valueOf(tab.count, source);
    return [
      {
        to,
        title: say(tab.title),
        isOpen: leadsHere(to, pathname),
        ...(count === null ? {} : { count: cellText("number", count, locale) }),
      },
    ];
  });
  return <Tabs label={say("editor.tabs.label")} tabs={tabs} />;
}
