import { expect } from "playwright/test";
import { ALL_ROUTES } from "../../../src/app/all-routes.ts";
import { isWanted, walkInEveryLook, type Walk } from "./looks.ts";
import { title, visit } from "./portal.ts";
import { run, textsOf } from "./wapi.ts";

/** Every path that draws a page, so that new routes are examined too. */
const PAGES = ALL_ROUTES.filter(({ page }) => page.kind === "view").map(({ path }) => path);

/** Values for the parameters of a path, one page for each list of values. The walk fails if a route with parameters is missing here. */
type Examples = Readonly<Record<string, readonly (readonly string[])[]>>;

async function examplesOf({ request }: Walk["page"]): Promise<Examples> {
  const {
    port,
    device,
    net,
    room,
    ticket = [],
  } = await run(request, "ada", [
    { idx: "port", name: "nd.p_port.list", old: { is_connected: true, fetch_limit: 1 } },
    { idx: "device", name: "nd.device.list", old: { fetch_limit: 1 } },
    { idx: "net", name: "nd.ip_subnet.list", old: { bcd: "iwt-arbeit" } },
    { idx: "room", name: "nd.room.list", old: { name: "001", fetch_limit: 1 } },
    { idx: "ticket", name: "req.ticket.list", old: { fetch_limit: 1 } },
  ]);
  const module = textsOf(port, "module_gfk");
  const place = ["site", "bldg", "gpk"].flatMap((name) => textsOf(room, name));
  const names = [["tannmuehl.example"]];
  const bcds = [["iwt-arbeit"]];
  return {
    "/cntl/bcds/:bcd_name": [...bcds, ["gibt-es-nicht"]],
    "/dnsvs/bcds/:bcd_name": bcds,
    "/macauth/bcds/:bcd_name": bcds,
    "/dhcp-leases/bcds/:bcd_name": bcds,
    "/netdoc/bcds/:bcd_name": bcds,
    "/cntl/groups/:group": [["iwt"]],
    "/cntl/mgr/:mgr": [["greta"]],
    "/cntl/svc-accounts/:account_name": [["svc-dns"]],
    "/dnsvs/fqdns/:fqdn": names,
    "/dnsvs/fqdns/:fqdn/records": names,
    "/dnsvs/fqdns/:fqdn/references": [["mx1.tannmuehl.example"]],
    "/dnsvs/ips/:ip/records": textsOf(net, "gateway_addr").map((ip) => [ip]),
    "/dnsvs/subnets/:cidr": textsOf(net, "cidr").map((cidr) => [cidr]),
    "/netdoc/sites/:site": [place.slice(0, 1)],
    "/netdoc/sites/:site/:bldg": [place.slice(0, 2)],
    "/netdoc/sites/:site/:bldg/:room_gpk": [place],
    "/netdoc/modules/:module_gpk": [module],
    "/netdoc/modules/:module_gpk/p_port/:p_port_gpk": [[...module, ...textsOf(port, "gpk")]],
    "/netdoc/devices/:fq_name": [textsOf(device, "fqdn")],
    "/org/ou/:ou": [["UTM::RZ"]],
    "/object/:fq_name": [["dns.record"], ["bcd-1"]],
    "/requests/:number": ticket.map(({ number }) => [JSON.stringify(number)]),
    "/launch/:component/*": [["nd.site", "gibt-es-nicht"]],
  };
}

/** Replaces the parameters of the path by the values. */
function filled(path: string, values: readonly string[]): string {
  const left = [...values];
  return path.replaceAll(/:\w+|\*/g, () => encodeURIComponent(left.shift() ?? ""));
}

export async function look({ page, see }: Walk, path: string, seenBy = "route"): Promise<void> {
  const state = `${seenBy}${path.replaceAll(/[^\w-]+/g, ".")}`;
  if (!isWanted(state)) return;
  await visit(page, path);
  await expect(title(page).first(), path).toBeVisible();
  await see(state);
}

/** The first part of a path names the system. */
const systemOf = (path: string): string => path.split("/")[1] ?? "";
/** Each of these systems has a walk of its own; all other pages share one. */
export const SYSTEMS = ["cntl", "dnsvs", "netdoc", "tools"] as const;

/** Walks through every page of a system, or of those without a walk of their own. */
export function walkPages(system: (typeof SYSTEMS)[number] | null): void {
  const paths = PAGES.filter((path) =>
    system === null ? !SYSTEMS.some((one) => one === systemOf(path)) : systemOf(path) === system,
  );
  walkInEveryLook(`[PREF-15] [I18N-10] every page ${system ?? "besides"} is accessible`, async (walk) => {
    const examples = await examplesOf(walk.page);
    for (const path of paths) {
      const pages = /[:*]/.test(path) ? (examples[path] ?? []).map((one) => filled(path, one)) : [path];
      expect(pages, `${path} needs an example in tests/e2e/support/looked-pages.ts`).not.toEqual([]);
      for (const one of pages) await look(walk, one);
    }
  });
}
