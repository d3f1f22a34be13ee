import { look } from "../support/looked-pages.ts";
import { speak, walkInEveryLook } from "../support/looks.ts";

/** Visitors see another page under these paths. */
const OPEN = ["/home", "/login", "/dhcp-leases/bcds", "/requests", "/tools/ip", "/tools/oui_lookup"] as const;

walkInEveryLook("[PREF-15] pages of visitors are accessible", async (walk) => {
  await walk.page.context().clearCookies();
  await walk.page.evaluate(() => [localStorage, sessionStorage].forEach((one) => one.clear()));
  await speak(walk.page, walk.locale);
  await walk.page.reload();
  for (const path of [...OPEN, "/no/such/page"]) await look(walk, path, "visitor");
});
