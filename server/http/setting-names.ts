import { distance } from "fastest-levenshtein";

/** Protection of the value of a setting: `secret` is never shown, and of an `address` the password is not shown. */
type Kind = "plain" | "address" | "secret";

/** Every environment variable that the product reads as a setting (docs/operating.md). */
export const SETTINGS = {
  DATABASE_URL: "address",
  NETPORTAL_ACCESS_MODE: "plain",
  NETPORTAL_ADMIN_BASE: "plain",
  NETPORTAL_AUDIT: "plain",
  NETPORTAL_BUGS_URL: "plain",
  NETPORTAL_BUILD: "plain",
  NETPORTAL_CHAT_URL: "plain",
  NETPORTAL_COMMIT: "plain",
  NETPORTAL_DATA: "plain",
  NETPORTAL_DATABASE_WAIT_S: "plain",
  NETPORTAL_DEMO: "plain",
  NETPORTAL_DNS_LISTEN: "plain",
  NETPORTAL_DOCS_URL: "plain",
  NETPORTAL_DRAIN_S: "plain",
  NETPORTAL_HISTORY_MONTHS: "plain",
  NETPORTAL_HOST: "plain",
  NETPORTAL_KEPT_ADDRESS: "plain",
  NETPORTAL_LOG: "plain",
  NETPORTAL_MAIL_FROM: "plain",
  NETPORTAL_MAP: "plain",
  NETPORTAL_MAP_BY: "plain",
  NETPORTAL_MAP_TILES: "address",
  NETPORTAL_METRICS_LISTEN: "plain",
  NETPORTAL_METRICS_TOKEN: "secret",
  NETPORTAL_MODE: "plain",
  NETPORTAL_OBJECTS: "plain",
  NETPORTAL_OIDC_ACR: "plain",
  NETPORTAL_OIDC_CLIENT_AUTH: "plain",
  NETPORTAL_OIDC_CLIENT_ID: "plain",
  NETPORTAL_OIDC_CLIENT_SECRET: "secret",
  NETPORTAL_OIDC_ISSUER: "plain",
  NETPORTAL_OIDC_LOGIN_CLAIM: "plain",
  NETPORTAL_OIDC_SCOPE: "plain",
  NETPORTAL_PORT: "plain",
  NETPORTAL_PRODUCTION_URL: "plain",
  NETPORTAL_PUBLIC_URL: "plain",
  NETPORTAL_SMTP_URL: "address",
  NETPORTAL_SUPPORT_EMAIL: "plain",
  NETPORTAL_TEMPLATES: "plain",
  NETPORTAL_TEST_URL: "plain",
  NETPORTAL_TICKET_EMAILS: "plain",
  NETPORTAL_TRUSTED_PROXIES: "plain",
  NETPORTAL_WIFI_SSID: "plain",
} as const satisfies Readonly<Record<string, Kind>>;

export type SettingName = keyof typeof SETTINGS;

/** Settings that only single commands read. A server ignores them, because one file of settings may be shared by all. */
const OF_COMMANDS: readonly string[] = [
  "NETPORTAL_PASSWORD",
  "NETPORTAL_RESET_FROM",
  "NETPORTAL_TOKEN",
  "NETPORTAL_TRY_PORT",
  "NETPORTAL_TSIG_FILE",
];

/** Settings that only tests of the project read; servers started by tests inherit them. */
const OF_TESTS = /^NETPORTAL_(TEST_(EXTENT|RECORD|SEED|SHRINK)|LOOKS|STATES|SHOTS)$/;

/** Maximum number of letters by which a wrong name differs from the suggested one. */
const LIKE = 5;

/** A sentence for each variable that has the prefix of settings and is unknown, with the most similar name. An empty variable counts as not set. */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = [...Object.keys(SETTINGS), ...OF_COMMANDS];
  return Object.keys(env)
    .filter((name) => name.startsWith("NETPORTAL_") && (env[name] ?? "").trim() !== "")
    .filter((name) => !known.includes(name) && !OF_TESTS.test(name))
    .sort()
    .map((name) => {
      const [nearest = ""] = known.toSorted((a, b) => distance(name, a) - distance(name, b));
      const meant = distance(name, nearest) <= LIKE ? ` Is ${nearest} meant?` : "";
      return `${name} is no setting of NETPORTAL.${meant} docs/operating.md lists all of them.`;
    });
}

/** The settings that are set, one a line, without secrets. */
export function shownSettings(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(SETTINGS).flatMap(([name, kind]) => {
    const value = env[name]?.trim() ?? "";
    return value === "" ? [] : [withoutSecret(name, value, kind)];
  });
}

/** A setting with its value for a sentence, without a secret. */
export function shownSetting(name: SettingName, value: string): string {
  return withoutSecret(name, value, SETTINGS[name]);
}

function withoutSecret(name: string, value: string, kind: Kind): string {
  return `${name}=${shown(value, kind)}`;
}

/** Parameters of an address that say how a server is reached. All others may be a password or a key. */
const OPEN_PARAMETER =
  /^(host|port|user|dbname|application_name|sslmode|sslrootcert|target_session_attrs|connect_timeout)$/;

function shown(value: string, kind: Kind): string {
  if (kind === "secret") return "…";
  if (kind === "plain") return value;
  // Everything up to the last `@` may be a password, even if the address is malformed.
  const told = value.replace(/^([a-z]+:\/\/[^:@/]*)?.*@/i, "$1:…@");
  return told.replaceAll(/([?&])([^?&=]*)=[^&]*/g, (whole, mark: string, name: string) =>
    OPEN_PARAMETER.test(name) ? whole : `${mark}${name}=…`,
  );
}
