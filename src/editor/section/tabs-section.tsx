import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { allows } from "#contract/rule";
import type { Section } from "#core/screen/screen";
import { Tabs } from "../../ui/layout/tabs.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { hrefOfTarget } from "../screen/values.ts";
import { useValueSource } from "./section-context.ts";

type TabsSectionData = Extract<Section, { readonly kind: "tabs" }>;

/** Links to the sister screens; the open one is marked. */
export function TabsSection({ section }: { readonly section: TabsSectionData }): ReactNode {
  const say = useText();
  const source = useValueSource();
  const { visitor } = usePortal();
  const here = plainPath(useLocation().pathname);
  const tabs = section.tabs.flatMap((tab) => {
    const to = allows(tab.when ?? "always", visitor) ? hrefOfTarget(tab.to, source) : null;
    return to === null ? [] : [{ to, title: say(tab.title), isOpen: plainPath(to) === here }];
  });
  return <Tabs label={say("editor.tabs.label")} tabs={tabs} />;
}

/** The same path however it was written: with or without the final dot of a name, escaped or not. */
function plainPath(path: string): string {
  return path
    .split("/")
    .map((part) => decodeURIComponent(part).replace(/\.$/, ""))
    .join("/");
}
