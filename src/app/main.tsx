import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { effectiveLocale } from "../state/settings.ts";
import "../ui/tokens.css";
import "../ui/base.css";
import { App } from "./app.tsx";
import { startTexts } from "./i18n.ts";
import { createPortalPorts } from "./portal-ports.ts";
import { askAhead } from "./start/ask-ahead.ts";
import { showTheme } from "./theme.ts";

async function start(): Promise<void> {
  const ports = createPortalPorts();
  const { state } = ports.settings;
  showTheme(state.theme);
  const texts = startTexts(effectiveLocale(state.locale, navigator.languages));
  askAhead(ports, location.pathname);
  await texts;
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  createRoot(root).render(
    <StrictMode>
      <App ports={ports} />
    </StrictMode>,
  );
}

void start();
