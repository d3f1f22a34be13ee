import type { FastifyReply, FastifyRequest } from "fastify";
import { LIMITS } from "#contract/limits";
import { BINDING_HEADER, type SystemInfo } from "#contract/wire/system";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";
import { queryOf, type Address } from "./address.ts";
import { alertsOf } from "./alerts.ts";
import type { Log } from "./answers.ts";
import { subjectOfAddress, type LimitedAttempts } from "./attempts.ts";
import { isJson, readBody } from "./body.ts";
import type { BuildInfo } from "./build-info.ts";
import type { Identity } from "./identity/identity.ts";
import { finishSignIn, login, loginMethods } from "./login.ts";
import type { Portal } from "./portal.ts";
import type { Readiness } from "./readiness.ts";
import type { Settings } from "./settings.ts";

export interface MiddlewareParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly build: BuildInfo;
  readonly portal: Portal;
  readonly attempts: LimitedAttempts;
  readonly readiness: Readiness;
  readonly identity: Identity | null;
  readonly log: Log;
}

/** Every module that portals know (wire contract 6.2). */
const KNOWN_MODULES = [
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

/** Those that are on: the portal of this version has screens for them. */
const MODULES: readonly (typeof KNOWN_MODULES)[number][] = [
  "dnsvs",
  "macauth",
  "dhcp_leases",
  "netdoc",
  "macfinder",
  "ap_list",
  "ip_contact",
  "domainfinder",
  "bcdrequest",
];

/** Answers the calls of wire contract 6 that exist; false for every other address. */
export async function answerMiddleware(
  parts: MiddlewareParts,
  address: Address,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  switch (address.kind) {
    case "login":
      void reply.send(
        await login(parts, await loginBody(request), {
          address: subjectOfAddress(request.ip),
          binding: bindingOf(request),
        }),
      );
      return true;
    case "oic_create_token":
      void reply.send(await finishSignIn(parts, queryOf(request.url), bindingOf(request)));
      return true;
    case "oic_logout":
      void reply.redirect((await parts.identity?.endSessionUrl()) ?? "/login", 302);
      return true;
    case "system_info":
    case "alerts":
    case "ready":
    case "build_version":
      void reply.send(await stateOf(parts, address.kind));
      return true;
    default:
      return false;
  }
}

/** What is told of the instance to everybody (wire contract 6.2), and of this process to who watches it. */
async function stateOf(
  parts: MiddlewareParts,
  kind: "system_info" | "alerts" | "ready" | "build_version",
): Promise<object> {
  switch (kind) {
    case "system_info":
      return systemInfo(parts);
    case "alerts":
      return alertsOf(parts.db, (error) => {
        parts.log(`alerts: ${String(error)}`);
      });
    case "ready":
      await parts.readiness.ask();
      return { ready: true };
    case "build_version":
      return { commit_short: parts.portal.commit ?? parts.build.commit, version: parts.build.version };
  }
}

function loginBody(request: FastifyRequest): Promise<Uint8Array> {
  if (!isJson(request.raw)) throw refuse("unsupported_media_type");
  return readBody(request.raw, { limit: LIMITS.bodyBytes, keep: true });
}

function bindingOf({ headers }: FastifyRequest): string | null {
  const binding = headers[BINDING_HEADER.toLowerCase()];
  return typeof binding === "string" ? binding : null;
}

function systemInfo({ settings, build }: MiddlewareParts): SystemInfo {
  return {
    version: build.version,
    version_name: build.versionName,
    commit_short: build.commit,
    js_mods: MODULES,
    mods: Object.fromEntries(KNOWN_MODULES.map((name) => [name, { is_enabled: MODULES.includes(name) }])),
    host_oper_mode: { mode: settings.mode, is_prod: settings.mode === "production" },
    netdb_admin_base: settings.adminBase,
    login_methods: loginMethods(settings),
    wifi_ssid: settings.wifiSsid,
    links: settings.links,
    is_demo: settings.withDemo,
  };
}
