import type { ReactNode } from "react";
import { useSectionScreen, type SectionScreen } from "../editor/section/section-context.ts";
import { TabsSection } from "../editor/section/tabs-section.tsx";
import { netdocTabs } from "../subjects/nd/tabs.ts";
import { MapPage } from "../views/campus-map/map-page.tsx";

/** The map asks for its rows itself. */
const NO_STEPS: SectionScreen = {
  params: {},
  steps: [],
  lists: null,
  sent: null,
  current: null,
  variant: null,
  sections: [],
  tableCount: 0,
};

/** /netdoc/map: connects the map to its sister screens. */
export function MapRoute(): ReactNode {
  return (
    <useSectionScreen.Provider value={NO_STEPS}>
      <MapPage tabs={<TabsSection section={netdocTabs} />} />
    </useSectionScreen.Provider>
  );
}
