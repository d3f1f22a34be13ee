import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { fetchTable } from "../ui/table/table.tsx";
import { App } from "./app.tsx";
import type { PortalPorts } from "./portal-ports.ts";

/** Answers that come this soon are drawn at once, in ms: frame, page and rows one after the other would take longer. */
const QUICK = 150;

/** Draws the portal, loaded beside the first calls; `asked` is done when they are answered. */
export async function drawPortal(
  root: HTMLElement,
  ports: PortalPorts,
  asked: Promise<unknown>,
): Promise<void> {
  const table = ports.session.token() === null ? null : fetchTable();
  await Promise.race([Promise.all([asked, table]), new Promise((resolve) => setTimeout(resolve, QUICK))]);
  createRoot(root).render(
    <StrictMode>
      <App ports={ports} />
    </StrictMode>,
  );
}
