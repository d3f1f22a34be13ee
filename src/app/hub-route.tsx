import type { ReactNode } from "react";
import { HubPage } from "../views/hub/hub-page.tsx";
import { usePorts } from "./ports-context.ts";

/** /tools/hub: hands the calls of the hub to its page. */
export function HubRoute(): ReactNode {
  return <HubPage http={usePorts().http} />;
}
