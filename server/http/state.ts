import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyPluginCallback } from "fastify";
import type { Alerts, SystemInfo } from "#contract/wire/system";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import type { Log } from "../log.ts";
import type { Troubles } from "../log/troubles.ts";
import type { BuildInfo } from "./build-info.ts";
import { loginMethods } from "./login.ts";
import type { Portal } from "./portal.ts";
import { notStored } from "./routes.ts";
import type { Settings } from "./settings.ts";

export interface StateParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly build: BuildInfo;
  readonly portal: Portal;
  readonly log: Log;
  readonly troubles: Pick<Troubles, "lasting">;
}

/** Public facts about the instance (wire contract 6.2), and the state of this process for its supervisor. Any query is ignored. */
export function stateRoutes(parts: StateParts): FastifyPluginCallback {
  const { build, portal } = parts;
  const readiness = createReadiness(parts);
  return (app, _options, done) => {
    app.addHook("onRequest", notStored);
    app.get("/api/system/info", () => Promise.resolve(systemInfo(parts)));
    app.get("/api/alerts.json", () => alertsOf(parts));
    app.get("/version.json", () =>
      Promise.resolve({ commit_short: portal.commit ?? build.commit, version: build.version }),
    );
    app.get("/ready.json", async () => {
      const isWritable = await readiness();
      return { ready: true, writable: isWritable };
    });
    done();
  };
}

/** Modules that show no system, after those that do. */
const TOOLS = ["macfinder", "ap_list", "ip_contact", "domainfinder", "bcdrequest"] as const;

/** Every module that portals know (wire contract 6.2); the portal of this version has screens for all of them. */
function modulesOf({ types }: Catalogue): readonly string[] {
  const modules = [...types.values()].flatMap(({ spec }) => spec.system?.module ?? []);
  return [...modules.toSorted((one, other) => one.rank - other.rank).map(({ name }) => name), ...TOOLS];
}

function systemInfo({ settings, build, catalogue }: StateParts): SystemInfo {
  const modules = modulesOf(catalogue);
  return {
    version: build.version,
    version_name: build.versionName,
    commit_short: build.commit,
    js_mods: modules,
    mods: Object.fromEntries(modules.map((name) => [name, { is_enabled: true }])),
    host_oper_mode: { mode: settings.mode, is_prod: settings.mode === "production" },
    netdb_admin_base: settings.adminBase,
    login_methods: loginMethods(settings),
    wifi_ssid: settings.wifiSsid,
    links: settings.links,
    is_demo: settings.withDemo,
  };
}

const UTC = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const SYSTEM = `select 'al-' || id as gpk, json_build_object('de', title_de, 'en', title_en) as title,
  json_build_object('de', content_de, 'en', content_en) as content
  from wapi.system_alert
  where ts_begin <= now() and (ts_end is null or ts_end > now())
  order by ts_begin, id`;

const MAINTENANCE = `select 'ms-' || id as gpk, subject, ${UTC("ts_begin")} as ts_begin,
  ${UTC("ts_end")} as ts_end, ts_begin <= now() as is_active
  from wapi.maint_state
  where ts_end is null or ts_end > now()
  order by is_active desc, wapi.maint_state.ts_begin, id`;

/** Present troubles, current alerts and announced maintenance (wire contract 6.2). Never fails: without the database it answers only troubles. */
async function alertsOf({ db, log, troubles }: StateParts): Promise<Alerts> {
  const own = troubles.lasting().map(({ kind, title, content }) => ({ gpk: `al-${kind}`, title, content }));
  try {
    const [system, maintenance] = await Promise.all([
      db.reserved.query<Alerts["system"][number]>(SYSTEM),
      db.reserved.query<Alerts["maintenance"][number]>(MAINTENANCE),
    ]);
    return { system: [...own, ...system], maintenance };
  } catch (error) {
    log("alerts", { error });
    return { system: own, maintenance: [] };
  }
}

/** Time in ms within which the database has to answer. */
const PATIENCE = 2_000;

const WRITABLE =
  "select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as writable";

/**
 * Whether this process can answer calls now, and whether calls can write, for a proxy or a supervisor that asks `/ready.json`. Refuses with
 * `not_ready` while the database does not answer. All requests of one moment share one query of the database.
 */
function createReadiness({ db, log, troubles, settings }: StateParts): () => Promise<boolean> {
  let asking: Promise<boolean | null> | null = null;

  /** Null if the database does not answer. */
  async function isWritable(): Promise<boolean | null> {
    const answers = db.reserved.query<{ writable: boolean }>(WRITABLE, [], "ready").then(
      ([row]) => row?.writable === true && settings.accessMode === "rw" && !isFull(),
      (error: unknown) => {
        log("ready", { error });
        return null;
      },
    );
    try {
      return await Promise.race([answers, sleep(PATIENCE, null, { ref: false })]);
    } finally {
      asking = null;
    }
  }

  const isFull = (): boolean => troubles.lasting().some(({ kind }) => kind === "disk_full");
  return async () => {
    const found = await (asking ??= isWritable());
    if (found === null) throw refuse("not_ready");
    return found;
  };
}
