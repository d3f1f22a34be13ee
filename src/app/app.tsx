import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { ErrorBoundary } from "../ui/feedback/error-boundary.tsx";
import { TextProvider } from "../ui/text.ts";
import { FrameBroken } from "./fault/broken-page.tsx";
import { PortsProvider } from "./ports-context.ts";
import type { PortalPorts } from "./portal-ports.ts";
import { Start } from "./start/start.tsx";

/** The portal: its ports, its router, and the page that stands in when the frame itself breaks (ERR-24). */
export function App({ ports }: { readonly ports: PortalPorts }): ReactNode {
  return (
    <TextProvider>
      <ErrorBoundary fallback={(error) => <FrameBroken error={error} />}>
        <PortsProvider value={ports}>
          <QueryClientProvider client={ports.queries}>
            <BrowserRouter>
              <Start />
            </BrowserRouter>
          </QueryClientProvider>
        </PortsProvider>
      </ErrorBoundary>
    </TextProvider>
  );
}
