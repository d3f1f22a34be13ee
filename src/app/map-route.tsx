import { useState, type ReactNode } from "react";
import { SectionProvider, type SectionScreen } from "../editor/section/section-context.ts";
import { TabsSection } from "../editor/section/tabs-section.tsx";
import { netdocTabs } from "../screens/heads/systems.ts";
import { createMacSearches } from "../state/mac-searches.ts";
import { MapPage } from "../views/campus-map/map-page.tsx";
import { usePorts } from "./ports-context.ts";

/** The map asks for its rows itself. */
const NO_STEPS: SectionScreen = {
  params: {},
  steps: [],
  lists: null,
  current: null,
  variant: null,
  tableCount: 0,
};

/** /netdoc/map: connects the map to its calls, to the searches of this browser, and to its sister screens. */
export function MapRoute(): ReactNode {
  const { http } = usePorts();
  const [searches] = useState(() => createMacSearches(localStorage));
  return (
    <SectionProvider value={NO_STEPS}>
      <MapPage http={http} searches={searches} tabs={<TabsSection section={netdocTabs} />} />
    </SectionProvider>
  );
}
