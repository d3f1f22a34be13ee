import { effectiveLocale } from "#core/locales";
import "../ui/tokens.css";
import "../ui/base.css";
import { startTexts } from "./i18n.ts";
import { createPortalPorts, type PortalPorts } from "./portal-ports.ts";
import { askAhead } from "./start/ask-ahead.ts";
import { showTheme } from "./theme.ts";

/** The calls of the start are on their way before what draws the portal is read: that takes a slow processor longer than an answer. */
async function start(): Promise<void> {
  const ports = createPortalPorts();
  const { state } = ports.settings;
  showTheme(state.theme);
  const texts = startTexts(effectiveLocale(state.locale, navigator.languages));
  const joined = joinOtherTabs(ports);
  const asked = joined.then(() => askAhead(ports, location.pathname));
  const [{ drawPortal }] = await Promise.all([import("./draw.tsx"), texts, joined]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  await drawPortal(root, ports, asked);
}

/** A tab that is opened to sign in asks nobody: another account can sign in there. */
async function joinOtherTabs({ tabs }: PortalPorts): Promise<void> {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, tabs.use, { capture: true });
  if (!/^\/(oic_)?login$/.test(location.pathname)) await tabs.join();
}

void start();
