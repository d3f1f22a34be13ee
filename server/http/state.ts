import type { FastifyPluginCallback } from "fastify";
import type { SystemInfo } from "#contract/wire/system";
import type { Database } from "../db/database.ts";
import { alertsOf } from "./alerts.ts";
import type { Log } from "./answers.ts";
import type { BuildInfo } from "./build-info.ts";
import { loginMethods } from "./login.ts";
import type { Portal } from "./portal.ts";
import type { Readiness } from "./readiness.ts";
import { notStored } from "./routes.ts";
import type { Settings } from "./settings.ts";

export interface StateParts {
  readonly db: Database;
  readonly settings: Settings;
  readonly build: BuildInfo;
  readonly portal: Portal;
  readonly readiness: Readiness;
  readonly log: Log;
}

/** What is told of the instance to everybody (wire contract 6.2), and of this process to its supervisor. Any query is ignored. */
export function stateRoutes(parts: StateParts): FastifyPluginCallback {
  const { db, build, portal, readiness, log } = parts;
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    app.get("/api/system/info", () => Promise.resolve(systemInfo(parts)));
    app.get("/api/alerts.json", () =>
      alertsOf(db, (error) => {
        log(`alerts: ${String(error)}`);
      }),
    );
    app.get("/version.json", () =>
      Promise.resolve({ commit_short: portal.commit ?? build.commit, version: build.version }),
    );
    app.get("/ready.json", async () => {
      await readiness.ask();
      return { ready: true };
    });
    done();
  };
}

/** Every module that portals know (wire contract 6.2); the portal of this version has screens for all of them. */
const MODULES = [
  "dnsvs",
  "macauth",
  "dhcp_leases",
  "netdoc",
  "macfinder",
  "ap_list",
  "ip_contact",
  "domainfinder",
  "bcdrequest",
] as const;

function systemInfo({ settings, build }: StateParts): SystemInfo {
  return {
    version: build.version,
    version_name: build.versionName,
    commit_short: build.commit,
    js_mods: MODULES,
    mods: Object.fromEntries(MODULES.map((name) => [name, { is_enabled: true }])),
    host_oper_mode: { mode: settings.mode, is_prod: settings.mode === "production" },
    netdb_admin_base: settings.adminBase,
    login_methods: loginMethods(settings),
    wifi_ssid: settings.wifiSsid,
    links: settings.links,
    is_demo: settings.withDemo,
  };
}
