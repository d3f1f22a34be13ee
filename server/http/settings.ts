import { isIP } from "node:net";
import { join, resolve } from "node:path";
import { oneOf, setting, type Environment, type Mode } from "./environment.ts";
import type { InstanceLinks } from "#contract/wire/system";
import { readMail, readTeams } from "./mail-settings.ts";
import { unknownSettings, type SettingName } from "./setting-names.ts";
import { isMailAddress, type MailSettings } from "../requests/mail.ts";
import { readAuditPlace, type AuditPlace } from "../audit/settings.ts";
import { LOG_FORMS, type LogForm } from "../log/form.ts";
import type { DnsListen } from "../services/dns/listener.ts";
import { readMapSettings, type MapSettings } from "./map-settings.ts";
import { readIdentity, readPublicUrl, type IdentitySettings } from "./identity/settings.ts";

export type AccessMode = "rw" | "ro";

export interface Place {
  /** Folder for all data that the product keeps on disk: the embedded database, tokens of the demo accounts. */
  readonly dataFolder: string;
  /** PostgreSQL of the operator; null starts the embedded one. */
  readonly databaseUrl: string | null;
}

/** What the operator decides, read once at start from the environment (docs/operating.md). */
export interface Settings extends Place {
  readonly host: string;
  readonly port: number;
  /** Time in ms for which running calls may continue when the server stops. */
  readonly drainTime: number;
  /** Time in ms during which the server tries to restart an embedded database that died. */
  readonly databaseWait: number;
  readonly mode: Mode;
  readonly accessMode: AccessMode;
  /** Whether the access mode follows the database: a replica is read-only, and becomes writable when it is promoted. */
  readonly followsDatabase: boolean;
  /** Whether a portal that is missing or older than its sources is built at start. */
  readonly buildsPortal: boolean;
  readonly withDemo: boolean;
  readonly adminBase: string;
  readonly wifiSsid: string | null;
  readonly links: InstanceLinks;
  /** Addresses of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Part of the address of the last use that is stored with a token. */
  readonly keptAddress: (typeof KEPT_ADDRESS)[number];
  /** Address of the instance in browsers; null if it is not set. */
  readonly publicUrl: URL | null;
  readonly map: MapSettings;
  /** Addresses where the hidden primary listens for name servers. If there are none, it does not listen. */
  readonly dns: readonly DnsListen[];
  /** Null: no mail is sent. */
  readonly mail: MailSettings | null;
  /** Months for which all entries of the change log are kept. Null: for ever. */
  readonly historyMonths: number | null;
  /** Null: nothing is audited. */
  readonly audit: AuditPlace | null;
  /** Who may scrape metrics: clients that reach a separate address, and holders of the token. Both null: nobody. */
  readonly metrics: { readonly listen: Listen | null; readonly token: string | null };
  /** Null: people do not sign in through an identity provider. */
  readonly identity: IdentitySettings | null;
}

/** `network`: the first 24 bits of an IPv4 address, 48 of an IPv6 address. */
const KEPT_ADDRESS = ["none", "network", "whole"] as const;

/** Wireless network of the demo campus, whose clients have keys. */
const DEMO_WIFI = "tannmuehl-geraete";

/** Addresses of the demo campus, so that every entry of the navigation is seen. They lead nowhere (RFC 2606). */
const DEMO_ADDRESSES = {
  NETPORTAL_ADMIN_BASE: "https://admin.tannmuehl.example",
  NETPORTAL_CHAT_URL: "https://chat.tannmuehl.example",
  NETPORTAL_BUGS_URL: "https://bugs.tannmuehl.example",
  NETPORTAL_SUPPORT_EMAIL: "support@tannmuehl.example",
} as const satisfies Environment;

/** The settings of the environment. Throws a sentence that names a wrong setting. */
export function readSettings(env: Environment, root: string): Settings {
  const [unknown] = unknownSettings(env);
  if (unknown !== undefined) throw new Error(unknown);
  const mode = oneOf(env, "NETPORTAL_MODE", ["devel", "test", "production"], "devel");
  const { databaseUrl, dataFolder } = readPlace(env, root);
  const access = oneOf(env, "NETPORTAL_ACCESS_MODE", ["rw", "ro", "auto"], "rw");
  const publicUrl = readPublicUrl(env, mode);
  const isDemo = withDemo(env, mode, databaseUrl);
  oneOf(env, "NETPORTAL_LOG", LOG_FORMS, logFormOf(env));
  const shown = isDemo ? { ...DEMO_ADDRESSES, ...env } : env;
  return {
    host: setting(env, "NETPORTAL_HOST") ?? "127.0.0.1",
    port: numberOf(env, "NETPORTAL_PORT", "8080", PORT),
    drainTime: numberOf(env, "NETPORTAL_DRAIN_S", "10", SECONDS) * 1000,
    databaseWait: numberOf(env, "NETPORTAL_DATABASE_WAIT_S", "300", SECONDS) * 1000,
    dataFolder,
    databaseUrl,
    mode,
    accessMode: access === "ro" ? "ro" : "rw",
    followsDatabase: access === "auto",
    buildsPortal: oneOf(env, "NETPORTAL_BUILD", ["0", "1"], "1") === "1",
    withDemo: isDemo,
    adminBase: setting(shown, "NETPORTAL_ADMIN_BASE") ?? "",
    wifiSsid: setting(env, "NETPORTAL_WIFI_SSID") ?? (isDemo ? DEMO_WIFI : null),
    links: readLinks(shown, mode),
    trustedProxies: (setting(env, "NETPORTAL_TRUSTED_PROXIES") ?? "")
      .split(",")
      .filter((part) => part !== ""),
    keptAddress: oneOf(env, "NETPORTAL_KEPT_ADDRESS", KEPT_ADDRESS, "network"),
    publicUrl,
    map: readMapSettings(env),
    dns: dnsListen(env),
    mail: readMail(env),
    historyMonths: readHistoryMonths(env),
    audit: readAuditPlace(setting(env, "NETPORTAL_AUDIT")),
    metrics: readMetrics(env),
    identity: readIdentity(env, mode, publicUrl),
  };
}

/** The form of the log. It is needed before all other settings, so a wrong word counts as `text` here and is refused by `readSettings`. */
export function logFormOf(env: Environment): LogForm {
  const usual = setting(env, "NETPORTAL_MODE") === "production" ? "json" : "text";
  const asked = setting(env, "NETPORTAL_LOG") ?? usual;
  return LOG_FORMS.find((form) => form === asked) ?? "text";
}

/** Location of the database, for the server and all commands. */
export function readPlace(env: Environment, root: string): Place {
  return {
    dataFolder: resolve(setting(env, "NETPORTAL_DATA") ?? join(root, ".data")),
    databaseUrl: readDatabaseUrl(env),
  };
}

/** The demo campus has people with a known password. Production never gets it, and a database of the operator gets it only on request. */
function withDemo(env: Environment, mode: Mode, databaseUrl: string | null): boolean {
  const usual = mode === "production" || databaseUrl !== null ? "0" : "1";
  const asked = oneOf(env, "NETPORTAL_DEMO", ["0", "1"], usual);
  if (asked === "1" && mode === "production")
    throw new Error("NETPORTAL_DEMO=1 is not possible with NETPORTAL_MODE=production.");
  return asked === "1";
}

/** The driver takes one host. If there are several hosts, all processes need one proxy that knows the primary. */
function readDatabaseUrl(env: Environment): string | null {
  const url = setting(env, "DATABASE_URL");
  const [, hosts = ""] = /^[a-z]+:\/\/(?:[^@/?]*@)?([^/?]*)/.exec(url ?? "") ?? [];
  const [, more = ""] = /[?&]host=([^&]*)/.exec(url ?? "") ?? [];
  const named = [hosts, decodeURIComponent(more)].find((text) => text.includes(","));
  if (named !== undefined)
    throw new Error(
      `DATABASE_URL names several hosts (${named}). Name one address that leads to the primary, for example that of HAProxy (docs/operating.md, "Failover").`,
    );
  return url;
}

const PORT = { form: /^\d{1,5}$/, most: 65_535, told: "port number" };
const SECONDS = { form: /^\d{1,3}$/, most: 600, told: "number of seconds from 0 to 600" };

function numberOf(
  env: Environment,
  name: SettingName,
  usual: string,
  { form, most, told }: typeof PORT,
): number {
  const value = setting(env, name) ?? usual;
  if (!form.test(value) || Number(value) > most) throw new Error(`${name}=${value} is no ${told}.`);
  return Number(value);
}

function readHistoryMonths(env: Environment): number | null {
  const months = setting(env, "NETPORTAL_HISTORY_MONTHS");
  if (months === null) return null;
  // The use of networks is computed from the log for 90 days.
  if (!/^\d{1,3}$/.test(months) || Number(months) < 3 || Number(months) > 600)
    throw new Error(`NETPORTAL_HISTORY_MONTHS=${months} is no number of months from 3 to 600.`);
  return Number(months);
}

/** Addresses with ports, separated by commas; IPv6 addresses are in brackets. */
function dnsListen(env: Environment): readonly DnsListen[] {
  const given = setting(env, "NETPORTAL_DNS_LISTEN");
  if (given === null) return [];
  return given.split(",").map((place) => listenAt("NETPORTAL_DNS_LISTEN", given, place, "5353"));
}

interface Listen {
  readonly host: string;
  readonly port: number;
}

function listenAt(name: string, given: string, place: string, usual: string): Listen {
  const [, host = "", port = ""] = /^\[?([0-9a-fA-F.:]+?)\]?:(\d{1,5})$/.exec(place.trim()) ?? [];
  if (isIP(host) === 0 || Number(port) > 65_535)
    throw new Error(
      `${name}=${given}: ${place.trim()} is no address and port, like 192.0.2.1:${usual} or [2001:db8::1]:${usual}.`,
    );
  return { host, port: Number(port) };
}

const METRICS_TOKEN = /^[A-Za-z0-9_-]{32,128}$/;

function readMetrics(env: Environment): Settings["metrics"] {
  const [listen, token] = [setting(env, "NETPORTAL_METRICS_LISTEN"), setting(env, "NETPORTAL_METRICS_TOKEN")];
  // The sentence omits the token, because it is logged.
  if (token !== null && !METRICS_TOKEN.test(token))
    throw new Error("NETPORTAL_METRICS_TOKEN has to have 32 to 128 characters out of A-Z a-z 0-9 - _.");
  const place = listen === null ? null : listenAt("NETPORTAL_METRICS_LISTEN", listen, listen, "9464");
  return { listen: place, token };
}

/** External addresses to which the portal links. Throws a sentence that names a wrong setting (docs/operating.md). */
export function readLinks(env: Environment, mode: Mode): InstanceLinks {
  return {
    documentation: addressIn(env, "NETPORTAL_DOCS_URL", mode),
    chat: addressIn(env, "NETPORTAL_CHAT_URL", mode),
    bug_tracker: addressIn(env, "NETPORTAL_BUGS_URL", mode),
    production: addressIn(env, "NETPORTAL_PRODUCTION_URL", mode),
    test: addressIn(env, "NETPORTAL_TEST_URL", mode),
    support: supportIn(env),
    teams: readTeams(env),
  };
}

/** `{mode}` stands for the mode of the instance, so that one file of settings serves all of them. */
function addressIn(env: Environment, name: SettingName, mode: Mode): string | null {
  const url = setting(env, name)?.replaceAll("{mode}", mode) ?? null;
  if (url !== null && (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)))
    throw new Error(`${name}=${url} is no address that begins with https:// or http://.`);
  return url;
}

function supportIn(env: Environment): string | null {
  const address = setting(env, "NETPORTAL_SUPPORT_EMAIL");
  if (address !== null && !isMailAddress(address))
    throw new Error(`NETPORTAL_SUPPORT_EMAIL=${address} is no mail address.`);
  return address;
}
