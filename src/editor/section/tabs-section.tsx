import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Tab } from "#core/screen/screen";
import { pickText } from "#core/text";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { cellText } from "../cell/cell-text.ts";
import { holds, hrefOfTarget, valueOf } from "../screen/values.ts";
import { leadsHere } from "./opening.ts";
import { useValueSource } from "./section-context.ts";

interface TabsSectionProps {
  readonly section: { readonly tabs: readonly Tab[] };
}

/** Links to sister screens; the open one is marked. */
export function TabsSection({ section: { tabs: all } }: TabsSectionProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const source = useValueSource();
  const { pathname, search } = useLocation();
  const asked = new URLSearchParams(search);
  const isOpen = (to: string): boolean => {
    const [path = "", query] = to.split("?");
    const own = new URLSearchParams(query);
    return leadsHere(path, pathname) && askedBy(all).every((name) => own.get(name) === asked.get(name));
  };
  const tabs = all.flatMap((tab) => {
    const to = holds(tab.when, source) ? hrefOfTarget(tab.to, source) : null;
    if (to === null) return [];
    const count = tab.count === undefined ? null : valueOf(tab.count, source);
    return [
      {
        to,
        title: typeof tab.title === "string" ? say(tab.title) : (pickText(tab.title, locale) ?? ""),
        isOpen: isOpen(to),
        ...(count === null || count === 0 ? {} : { count: cellText("number", count, locale) }),
      },
    ];
  });
  return <Tabs label={say("editor.tabs.label")} tabs={tabs} />;
}

/** Query parameters that differ between the tabs. */
function askedBy(tabs: readonly Tab[]): readonly string[] {
  return tabs.flatMap(({ to: { to, params } }) =>
    Object.keys(params ?? {}).filter((name) => !to.split("/").includes(`:${name}`)),
  );
}
