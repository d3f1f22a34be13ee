import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { fetchTable } from "../ui/table/table.tsx";
import type { PortalPorts } from "./portal-ports.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router-dom";
import { HttpProvider } from "../editor/http.ts";
import { ErrorBoundary } from "../ui/feedback/error-boundary.tsx";
import { TextProvider } from "../ui/text.ts";
import { FrameBroken } from "./fault/broken-page.tsx";
import { PortsProvider } from "./ports-context.ts";
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
          <HttpProvider value={ports.http}>
            <QueryClientProvider client={ports.queries}>
              <BrowserRouter>
                <Start />
              </BrowserRouter>
            </QueryClientProvider>
          </HttpProvider>
        </PortsProvider>
      </ErrorBoundary>
    </TextProvider>
  );
}
