import { useState, type ReactNode } from "react";
import { createMacSearches } from "../state/mac-searches.ts";
import { MapPage } from "../views/campus-map/map-page.tsx";
import { usePorts } from "./ports-context.ts";

/** /netdoc/map: connects the map to its calls and to the searches of this browser. */
export function MapRoute(): ReactNode {
  const { http } = usePorts();
  const [searches] = useState(() => createMacSearches(localStorage));
  return <MapPage http={http} searches={searches} />;
}
