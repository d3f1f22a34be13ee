import { SESSION_STEPS } from "#contract/wire/session-steps";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Row } from "#contract/wire/json";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { ShortMetadataRow } from "#contract/short-metadata";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { Step } from "#contract/wire/step";
import type { Alerts, BuildVersion, Maintenance, SystemInfo } from "#contract/wire/system";
import { LIMITS } from "#contract/limits";
import { buildCatalogue, type Catalogue } from "#core/catalogue/catalogue";
import type { Known } from "#core/catalogue/known";
import { DATA_LANGUAGES, type DataLanguage } from "#core/locales";
import { FaultError } from "#core/fault/fault-error";
import { sessionInfo } from "#core/session/session";
import { readLists } from "./execute.ts";
import type { Answer, Http } from "./http.ts";
import {
  API_CONFIG,
  cacheBuster,
  DATA_TYPES,
  metadataPath,
  SYSTEM_INFO,
  VERSIONS,
  listQuery,
  wapiPath,
} from "./paths.ts";
import { rowsOf, shaped, type Check } from "./shape.ts";

/** The account that a cached answer belongs to, so that rows of one account never show for another. */
export interface Viewer {
  /** Gpk of the token, or a mark of a typed one; null while signed out. */
  readonly token: string | null;
  readonly as: string | null;
}

/** Answers of wire contract 5 and 6.2. */
const isRow = rowsOf<Row>({});
const isMetadata = rowsOf<ShortMetadataRow>({
  definition: {
    fq_name: "string",
    key_attribute_list: ["string"],
    title_attribute_list: ["string"],
    attributes: {},
    referencing_by_attribute: {},
  },
  functions: [{ name: "string", parameters: {} }],
  references: [{ name: "string" }],
});
const isDataTypes = rowsOf<DataTypeRow>({ name: "string" });
const isSystemInfo = shaped<SystemInfo>({
  mods: {},
  host_oper_mode: {},
  login_methods: ["string"],
  links: { teams: {} },
});
const WORK = { subject: "string", ts_begin: "string" } as const;
const isMaintenance = rowsOf<Maintenance>(WORK);
const isAlerts = shaped<Alerts>({ system: [{ title: {}, content: {} }], maintenance: [WORK] });
const isBuild = shaped<BuildVersion>({ commit_short: "string" });

/** Keys of rows; all are invalidated after an apply. */
export const ROW_KEYS = ["rows"] as const;

export const versionsQuery = (http: Http) =>
  queryOptions({
    queryKey: ["versions"],
    queryFn: async ({ signal }) => onlyList(await http.get(VERSIONS, { signal }), isRow),
    staleTime: Infinity,
  });

/** Whether one of the versions is the configured one (API-15). */
export function hasOwnVersion(versions: readonly Row[]): boolean {
  const [major, minor] = API_CONFIG.version.split(".").map(Number);
  return versions.some((row) => row["major"] === major && row["minor"] === minor);
}

export const systemInfoQuery = (http: Http) =>
  queryOptions({
    queryKey: ["system"],
    queryFn: async ({ signal }) => (await http.get(SYSTEM_INFO, { signal })).as(isSystemInfo),
    staleTime: Infinity,
  });

/** Session information of the account in effect: the six start-up steps as one call (API-49). */
export const sessionQuery = (execute: Execute, viewer: Viewer) =>
  queryOptions({
    queryKey: ["session", viewer],
    queryFn: async ({ signal }) => sessionInfo(await readLists(execute, SESSION_STEPS, signal)),
    staleTime: Infinity,
    retry: false,
  });

const METADATA_KEY = ["metadata"] as const;

/** The server that describes types, and the further facts that the portal has about them. */
export interface MetadataSource {
  readonly http: Http;
  readonly known: Known;
}

/** Requests the metadata again, even if they are cached (OBJ-11). The answer replaces the cached metadata. */
export async function renewMetadata(
  client: QueryClient,
  source: MetadataSource,
  language: DataLanguage,
): Promise<void> {
  await client.fetchQuery({ ...catalogueQuery(source, language), staleTime: 0 });
}

/** Cached metadata of any language. */
export function cachedCatalogue(client: QueryClient, source: MetadataSource): Catalogue | undefined {
  return DATA_LANGUAGES.map((language) =>
    client.getQueryData(catalogueQuery(source, language).queryKey),
  ).find((cached) => cached !== undefined);
}

/** Called when another build is delivered, because its server may describe other metadata (OBJ-11). */
export async function dropMetadata(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: METADATA_KEY });
}

/** All lookups over the metadata in one language; read with GET because only that carries an ETag (wire contract 5.7). */
export const catalogueQuery = ({ http, known }: MetadataSource, language: DataLanguage) =>
  queryOptions({
    queryKey: [...METADATA_KEY, API_CONFIG.version, language],
    queryFn: async ({ signal }) => {
      const read = async <T>(path: string, check: Check<readonly (readonly T[])[]>) =>
        onlyList(await http.get(path, { signal }), check);
      const [metadata, dataTypes] = await Promise.all([
        read(metadataPath(language), isMetadata),
        read(DATA_TYPES, isDataTypes),
      ]);
      return buildCatalogue({ metadata, dataTypes }, known);
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // Lookups contain functions, so they are compared by identity and not member by member.
    structuralSharing: false,
  });

/** The lists of a screen: one execute call. */
export const listsQuery = (execute: Execute, viewer: Viewer, steps: readonly Step[]) =>
  queryOptions({
    queryKey: [...ROW_KEYS, viewer, steps],
    queryFn: ({ signal }): Promise<Lists> => readLists(execute, steps, signal),
    structuralSharing: false,
  });

const ALERTS = "/api/alerts.json";

/** Alerts. They are requested every minute and never from a cache, and more often while the server or the browser's network is away. */
export const alertsQuery = (http: Http) =>
  queryOptions({
    queryKey: ["alerts"],
    queryFn: async ({ signal }) => (await http.get(ALERTS + cacheBuster(), { signal })).as(isAlerts),
    refetchInterval: ({ state: { error } }) =>
      (error instanceof FaultError && error.status === 0) || !navigator.onLine
        ? LIMITS.pollAway
        : LIMITS.pollEvery,
    retry: false,
  });

/** Running windows first, then those that begin next (ALERT-10). */
const MAINTENANCE = wapiPath(
  "wapi",
  "maint_state",
  "list",
  listQuery({ sorting_params_list: ["is_active DESC", "ts_begin ASC"] }),
);

/** Maintenance windows as the API lists them, for holders of a token, as often as the alerts (ALERT-11). */
export const maintenanceQuery = (http: Http, viewer: Viewer) =>
  queryOptions({
    queryKey: [...ROW_KEYS, "maintenance", viewer],
    queryFn: async ({ signal }) => onlyList(await http.get(MAINTENANCE, { signal }), isMaintenance),
    enabled: viewer.token !== null,
    refetchInterval: LIMITS.pollEvery,
    retry: false,
  });

/** True for the call that decides whether the portal is online (SYS-10). */
export function tellsReach(path: string): boolean {
  return path.startsWith(ALERTS);
}

/** Requests the alerts now. Resolves when the call has ended, even if it failed. Uses a call that is already running, unless `isAnew` is true. */
export async function askAlerts(client: QueryClient, http: Http, isAnew = false): Promise<void> {
  const { queryKey } = alertsQuery(http);
  await client.refetchQueries({ queryKey }, { cancelRefetch: isAnew });
}

/** The delivered portal build, requested every minute. A commit other than the running one means an update. */
export const buildVersionQuery = (http: Http) =>
  queryOptions({
    queryKey: ["build"],
    queryFn: async ({ signal }) => (await http.get(`/version.json${cacheBuster()}`, { signal })).as(isBuild),
    refetchInterval: LIMITS.pollEvery,
    retry: false,
  });

/** The one result list of a single call (wire contract 2.4). */
function onlyList<T>(answer: Answer, check: Check<readonly (readonly T[])[]>): readonly T[] {
  return answer.as(check)[0] ?? [];
}
