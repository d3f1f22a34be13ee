import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { fetchTable } from "../ui/table/table.tsx";
import type { PortalPorts } from "./portal-ports.ts";
import { BrowserRouter } from "react-router-dom";
import { ErrorBoundary } from "../ui/feedback/error-boundary.tsx";
import { TextProvider } from "../ui/text.ts";
import { FrameBroken } from "./fault/broken-page.tsx";
import { PortsProvider } from "./providers.tsx";
import { Start } from "./start/start.tsx";

/**
 * Answers within this time (ms) are drawn at once, because drawing frame, page and rows one by one takes longer. The typeface is waited for as well:
 * one that comes after the first letters is not used until the next visit.
 */
const QUICK = 150;
const FACE = "1em Geist";

/** Draws the portal, which loads beside the first calls; `asked` resolves when they are answered. */
export async function drawPortal(
  root: HTMLElement,
  ports: PortalPorts,
  asked: Promise<unknown>,
): Promise<void> {
  const table = ports.session.token() === null ? null : fetchTable();
  // Without its file the page has the fallback.
  const face = document.fonts.load(FACE).catch(() => null);
  await Promise.race([
    Promise.all([asked, table, face]),
    new Promise((resolve) => setTimeout(resolve, QUICK)),
  ]);
  createRoot(root).render(
    <StrictMode>
      <App ports={ports} />
    </StrictMode>,
  );
}

/** The portal: its ports, its router, and the page shown if the frame itself breaks (ERR-24). */
function App({ ports }: { readonly ports: PortalPorts }): ReactNode {
  return (
    <TextProvider>
      <ErrorBoundary fallback={(error) => <FrameBroken error={error} />}>
        <PortsProvider value={ports}>
          <BrowserRouter>
            <Start ports={ports} />
          </BrowserRouter>
        </PortsProvider>
      </ErrorBoundary>
    </TextProvider>
  );
}
