import type { Alert } from "#core/alerts";
import type { ShownPage } from "#core/route/route";
import { port } from "../../ui/port.ts";

/** The frame as a page knows it. */
export interface PageFrame {
  /** Tells the frame the contents of the page, for title and crumbs with names of rows. */
  readonly showPage: (page: ShownPage) => void;
  /** Address of the nearest page above the one of a path. */
  readonly above: (path: string) => string;
  /** Alerts and maintenance that have not ended; a hook. */
  readonly useAlerts: () => readonly Alert[];
}

export const useFrame = port<PageFrame>();
