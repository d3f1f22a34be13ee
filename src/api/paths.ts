import { API_VERSION } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import type { DataLanguage } from "#core/locales";

/** Settings of the addresses of calls. */
export const API_CONFIG = { base: "/api/", version: API_VERSION, isIdpLoginEnabled: true } as const;

export const SYSTEM_INFO = `${API_CONFIG.base}system/info`;
export const VERSIONS = wapiPath("wapi", "version", "list");
export const DATA_TYPES = wapiPath("wapi", "data_type", "list");

/** Path of all metadata in one language (wire contract 5.1). */
export function metadataPath(language: DataLanguage): string {
  return wapiPath("wapi", "object_type", "metadata", `?language=${language}`);
}

/** Path of a WAPI call: `/api/4.2/nd/bcd/list`. */
export function wapiPath(system: string, object: string, fn: string, query = ""): string {
  return `${API_CONFIG.base}${API_CONFIG.version}/${system}/${object}/${fn}${query}`;
}

export interface ExecuteQuery {
  readonly dryRun?: boolean;
  readonly tellsAnswers?: boolean | undefined;
  /** A refusal also lists the refused steps after the first one. */
  readonly allFaults?: boolean | undefined;
  /** Login name of the account in effect, if it is another one. */
  readonly as?: string | null;
  readonly callId?: string | undefined;
}

/** Path of the executor with results by name (wire contract 3.7). */
export function executePath({ dryRun, tellsAnswers, allFaults, as, callId }: ExecuteQuery = {}): string {
  const query = listQuery({
    dict_mode: true,
    dry_mode: dryRun === true || null,
    service_mode: tellsAnswers === true || null,
    all_faults: allFaults === true || null,
    su_login_name: as,
    call_id: callId,
  });
  return wapiPath("wapi", "transaction", "execute", query);
}

/** Parameters in a query: list values as JSON, without null ones (API-23). */
export function listQuery(params: Readonly<Record<string, Json | undefined>>): string {
  const query = Object.entries(params).flatMap(([name, value]) =>
    value === null || value === undefined
      ? []
      : [`${name}=${encodeURIComponent(typeof value === "object" ? JSON.stringify(value) : value)}`],
  );
  return `?${query.join("&")}`;
}

/** Query for which no cache has an answer. */
export function cacheBuster(): string {
  return `?_=${Math.random().toString(36).slice(2)}`;
}
