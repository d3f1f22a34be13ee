import type { ReactNode } from "react";
import { HubPage } from "../views/hub/hub-page.tsx";
import { usePorts } from "./ports-context.ts";

/** /tools/hub: connects the page of the hub to its calls. */
export function HubRoute(): ReactNode {
  return <HubPage http={usePorts().http} />;
}
