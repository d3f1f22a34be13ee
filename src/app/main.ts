import { effectiveLocale } from "../state/settings.ts";
import "../ui/tokens.css";
import "../ui/base.css";
import { startTexts } from "./i18n.ts";
import { createPortalPorts } from "./portal-ports.ts";
import { askAhead } from "./start/ask-ahead.ts";
import { showTheme } from "./theme.ts";

/** The calls of the start are on their way before what draws the portal is read: that takes a slow processor longer than an answer. */
async function start(): Promise<void> {
  const ports = createPortalPorts();
  const { state } = ports.settings;
  showTheme(state.theme);
  const texts = startTexts(effectiveLocale(state.locale, navigator.languages));
  const asked = askAhead(ports, location.pathname);
  const [{ drawPortal }] = await Promise.all([import("./draw.tsx"), texts]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  await drawPortal(root, ports, asked);
}

void start();
