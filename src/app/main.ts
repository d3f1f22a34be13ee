import "./start/first-calls.ts";
import "../ui/faces.css";
import "../ui/tokens.css";
import "../ui/base.css";
import { startTexts } from "./i18n.ts";
import { createPortalPorts, type PortalPorts } from "./portal-ports.ts";
import { spoken } from "./spoken.ts";
import { askAhead } from "./start/ask-ahead.ts";
import { showTheme } from "./theme.ts";

/** Sends the first calls before the drawing code loads, because a slow processor needs longer for it than the answers take. */
async function start(): Promise<void> {
  const ports = createPortalPorts();
  const { state } = ports.settings;
  showTheme(state.theme);
  const texts = startTexts(spoken(state));
  const joined = joinOtherTabs(ports);
  const asked = joined.then(() => askAhead(ports, location.pathname));
  const [{ drawPortal }] = await Promise.all([import("./draw.tsx"), texts, joined]);
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  await drawPortal(root, ports, asked);
}

/** A tab that was opened for sign-in takes no token from others, so that another account can sign in there. */
async function joinOtherTabs({ tabs }: PortalPorts): Promise<void> {
  for (const event of ["pointerdown", "keydown"]) addEventListener(event, tabs.use, { capture: true });
  if (!/^\/(oic_)?login$/.test(location.pathname)) await tabs.join();
}

void start();
