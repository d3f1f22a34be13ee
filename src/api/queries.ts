import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Json, Row } from "#contract/wire/json";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { DataTypeRow, MetadataRow } from "#contract/wire/metadata";
import type { Step } from "#contract/wire/step";
import type { Alerts, BuildVersion, Maintenance, SystemInfo } from "#contract/wire/system";
import { LIMITS } from "#contract/limits";
import { buildCatalogue, type AttributeTextRow } from "#core/catalogue/catalogue";
import { FaultError } from "#core/fault/fault-error";
import { SESSION_STEPS, sessionInfo } from "#core/session/session";
import { readLists } from "./execute.ts";
import { API_CONFIG, cacheBuster, wapiPath, type Http } from "./http.ts";

/** Whose eyes a cached answer was seen with; rows of one account never show for another. */
export interface Viewer {
  /** Gpk of the token, or a mark of a typed one; null while signed out. */
  readonly token: string | null;
  readonly as: string | null;
}

/** Keys of rows; all are invalidated after an apply (architecture 1.5). */
export const ROW_KEYS = ["rows"] as const;

/** Versions the server offers. */
export const versionsQuery = (http: Http) =>
  queryOptions({
    queryKey: ["versions"],
    queryFn: async ({ signal }) =>
      rowsOf((await http.get(wapiPath("wapi", "version", "list"), { signal })).body),
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
    // Parse boundary (wire contract 6.2).
    queryFn: async ({ signal }) =>
      (await http.get("/api/system/info", { signal })).body as unknown as SystemInfo,
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

/** Asks for the metadata although it is kept (OBJ-11): what stands in the cache is replaced as soon as the answer is there. */
export async function renewMetadata(client: QueryClient, http: Http): Promise<void> {
  await client.fetchQuery({ ...catalogueQuery(http), staleTime: 0 });
}

/** Another build is delivered: what its server describes may be new, too (OBJ-11). */
export async function dropMetadata(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: METADATA_KEY });
}

/** All lookups over the metadata; read with GET because only that carries an ETag (wire contract 5.7). */
export const catalogueQuery = (http: Http) =>
  queryOptions({
    queryKey: [...METADATA_KEY, API_CONFIG.version],
    queryFn: async ({ signal }) => {
      const read = async (object: string, fn: string) =>
        rowsOf((await http.get(wapiPath("wapi", object, fn), { signal })).body);
      const [metadata, dataTypes, attributeTexts] = await Promise.all([
        read("object_type", "metadata"),
        read("data_type", "list"),
        read("object_type_attr_lang_dict", "list"),
      ]);
      // Parse boundary: rows of the self-description (wire contract 5).
      return buildCatalogue({
        metadata: metadata as unknown as readonly MetadataRow[],
        dataTypes: dataTypes as unknown as readonly DataTypeRow[],
        attributeTexts: attributeTexts as unknown as readonly AttributeTextRow[],
      });
    },
    staleTime: Infinity,
    gcTime: Infinity,
    // Lookups hold functions: they are compared by identity, not member by member.
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

/** Alerts, asked for every minute and never from a cache; more often while the server, or the browser's network, is away. */
export const alertsQuery = (http: Http) =>
  queryOptions({
    queryKey: ["alerts"],
    queryFn: async ({ signal }) =>
      // Parse boundary (wire contract 6.2).
      (await http.get(ALERTS + cacheBuster(), { signal })).body as unknown as Alerts,
    refetchInterval: ({ state: { error } }) =>
      (error instanceof FaultError && error.status === 0) || !navigator.onLine
        ? LIMITS.pollAway
        : LIMITS.pollEvery,
    retry: false,
  });

/** Maintenance windows as the API lists them, for holders of a token, as often as the alerts (ALERT-11). */
export const maintenanceQuery = (http: Http, viewer: Viewer) =>
  queryOptions({
    queryKey: [...ROW_KEYS, "maintenance", viewer],
    queryFn: async ({ signal }) =>
      // Parse boundary (wire contract 7.2).
      rowsOf(
        (await http.get(wapiPath("wapi", "maint_state", "list"), { signal })).body,
      ) as unknown as readonly Maintenance[],
    enabled: viewer.token !== null,
    refetchInterval: LIMITS.pollEvery,
    retry: false,
  });

/** Whether a call is the one that tells if the portal is online (SYS-10). */
export function tellsReach(path: string): boolean {
  return path.startsWith(ALERTS);
}

/** Asks for the alerts now; done when the answer, or none, is there. A call under way serves as well, unless `isAnew`. */
export async function askAlerts(client: QueryClient, http: Http, isAnew = false): Promise<void> {
  const { queryKey } = alertsQuery(http);
  await client.refetchQueries({ queryKey }, { cancelRefetch: isAnew });
}

/** The delivered portal build, asked for every minute; another commit than the running one means an update. */
export const buildVersionQuery = (http: Http) =>
  queryOptions({
    queryKey: ["build"],
    queryFn: async ({ signal }) =>
      // Parse boundary (wire contract 6.2).
      (await http.get(`/version.json${cacheBuster()}`, { signal })).body as unknown as BuildVersion,
    refetchInterval: LIMITS.pollEvery,
    retry: false,
  });

/** The one result list of a single call. */
function rowsOf(body: Json): readonly Row[] {
  // Parse boundary: a list with exactly one result list (wire contract 2.4).
  const [rows = []] = body as readonly (readonly Row[])[];
  return rows;
}
