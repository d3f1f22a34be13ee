import type { TicketTeams } from "../requests/teams.ts";
import type { Row } from "./json.ts";

/** Answer of `GET /api/system/info` (wire contract 6.2). */
export type SystemInfo = {
  readonly version: string;
  readonly version_name: string;
  readonly commit_short: string;
  readonly js_mods: readonly string[];
  readonly mods: Readonly<Record<string, { readonly is_enabled: boolean }>>;
  readonly host_oper_mode: { readonly mode: "devel" | "test" | "production"; readonly is_prod: boolean };
  readonly netdb_admin_base: string;
  readonly login_methods: readonly ("oic" | "password")[];
  readonly wifi_ssid: string | null;
  readonly links: InstanceLinks;
  /** The instance has the demo campus. */
  readonly is_demo: boolean;
};

/** Addresses that the operator chose; null if there is none (wire contract 6.2). */
export type InstanceLinks = {
  readonly documentation: string | null;
  readonly chat: string | null;
  readonly bug_tracker: string | null;
  /** Addresses of the two instances that local settings link to each other. */
  readonly production: string | null;
  readonly test: string | null;
  /** Mail address. */
  readonly support: string | null;
  /** Mail addresses used instead, by form or variant of a form. */
  readonly teams: TicketTeams;
};

/** Answer of `GET /api/alerts.json`. */
export interface Alerts {
  readonly system: readonly {
    readonly gpk: string;
    readonly title: { readonly de: string | null; readonly en: string | null };
    readonly content: { readonly de: string | null; readonly en: string | null };
  }[];
  readonly maintenance: readonly Maintenance[];
}

/** Announced or running work, in the alerts and as a row of `wapi.maint_state`. */
export interface Maintenance {
  readonly gpk: string;
  readonly subject: string;
  readonly ts_begin: string;
  readonly ts_end: string | null;
  readonly is_active: boolean;
}

/** Answer of `GET /version.json`. */
export interface BuildVersion {
  readonly commit_short: string;
  readonly version: string;
}

/** Header with the secret that a browser keeps while it signs in at the identity provider (docs/security.md). */
export const BINDING_HEADER = "X-Sign-In-Binding";

/** Answer of a sign-in (wire contract 6.1). */
export interface SignedIn {
  readonly token: string;
  readonly gpk: string;
}

/** Answer of the ends of sessions (wire contract 6.1). */
export interface SessionsEnded {
  readonly session_count: number;
}

/** Session information of wire contract 3.11 F; `user` is null for a user who is not in the network database. */
export interface SessionInfo {
  readonly user: Row | null;
  readonly permissions: readonly string[];
  readonly roles: readonly string[];
  readonly isOuAdmin: boolean;
  readonly languageAttributes: readonly Row[];
}
