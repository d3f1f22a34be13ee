import { existsSync } from "node:fs";

/** Headless Chromium, a package of its own: it needs half the processor time of the full browser. */
const SHELL = "/usr/bin/chromium-headless-shell";
const BROWSER = "/usr/bin/chromium";

/** Path of the browser for walks: the one named in CHROMIUM, or one of the system packages. */
export function chromiumPath(): string {
  return process.env["CHROMIUM"] ?? (existsSync(SHELL) ? SHELL : BROWSER);
}

/** Whether the browser is light enough for two walks at once on two cores. */
export function isLean(): boolean {
  return chromiumPath() === SHELL;
}
