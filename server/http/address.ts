import { API_VERSION } from "#contract/limits";
import { isPosted, isToolAddress, toolAddress, type ToolAddress } from "./tool-address.ts";

/** Calls that need neither token nor version (wire contract 1.1). */
const MIDDLEWARE = {
  login: { method: "POST", kind: "login" },
  oic_create_token: { method: "GET", kind: "oic_create_token" },
  oic_logout: { method: "GET", kind: "oic_logout" },
  "system/info": { method: "GET", kind: "system_info" },
  "alerts.json": { method: "GET", kind: "alerts" },
} as const;

type MiddlewareKind = (typeof MIDDLEWARE)[keyof typeof MIDDLEWARE]["kind"];

/** What a path means, before anything else of a request is looked at (wire contract 1.1, 1.2, 1.7). */
export type Address =
  | {
      readonly kind:
        | MiddlewareKind
        | "versions"
        | "openapi"
        | "json_schema"
        | "build_version"
        | "ready"
        | "portal"
        | "execute";
    }
  | { readonly kind: "function"; readonly object: string; readonly operation: string }
  | ToolAddress
  | { readonly kind: "unsupported_version"; readonly version: string }
  | { readonly kind: "unknown"; readonly path: string };

const FILES: ReadonlyMap<string, Address> = new Map([
  ["openapi.json", { kind: "openapi" }],
  ["transaction_json_schema.json", { kind: "json_schema" }],
  ["wapi/version/list", { kind: "versions" }],
  ["wapi/transaction/execute", { kind: "execute" }],
]);

/** Reads a path without query string. */
export function addressOf(path: string): Address {
  if (path === "/version.json") return { kind: "build_version" };
  if (path === "/ready.json") return { kind: "ready" };
  const segments = decoded(path);
  if (segments === null) return { kind: "unknown", path };
  const [first = "", ...rest] = segments;
  if (segments.join("/") === "wapi/version/list") return { kind: "versions" };
  if (first === "api") return belowApi(path, rest);
  if (/^\d+\.\d+$/.test(first)) return belowVersion(path, first, rest.join("/"), rest);
  return { kind: "portal" };
}

/** Whether a path outside of the API and the files has a broken percent sequence: the portal itself says that it leads nowhere. */
export function isBrokenPage(path: string): boolean {
  const first = path.split("/")[1] ?? "";
  return decoded(path) === null && !/^(api|assets|v?\d+\.\d+)$/.test(first);
}

function belowApi(path: string, segments: readonly string[]): Address {
  const [version = "", ...rest] = segments;
  const name = segments.join("/");
  const middleware = Object.entries(MIDDLEWARE).find(([known]) => known === name)?.[1];
  if (middleware !== undefined) return { kind: middleware.kind };
  if (name === "wapi/version/list") return { kind: "versions" };
  if (rest.join("/") === "wapi/version/list") return { kind: "versions" };
  const tool = toolAddress(segments);
  if (tool !== null) return tool;
  if (/^v?\d+(\.\d+)*$/.test(version)) return belowVersion(path, version, rest.join("/"), rest);
  return { kind: "unknown", path };
}

function belowVersion(path: string, version: string, name: string, segments: readonly string[]): Address {
  if (name === "wapi/version/list") return { kind: "versions" };
  if (version !== API_VERSION) return { kind: "unsupported_version", version };
  const file = FILES.get(name);
  if (file !== undefined) return file;
  const [system = "", object = "", operation = ""] = segments;
  if (segments.length !== 3 || segments.includes("")) return { kind: "unknown", path };
  return { kind: "function", object: `${system}.${object}`, operation };
}

/** Methods that the address answers; the portal's pages and files answer HEAD as well. */
export function methodsOf(address: Address): readonly string[] {
  if (isToolAddress(address)) return [isPosted(address) ? "POST" : "GET"];
  switch (address.kind) {
    case "function":
      return methodsOfFunction(address.operation);
    case "execute":
    case "login":
      return ["POST"];
    case "portal":
      return ["GET", "HEAD"];
    default:
      return ["GET"];
  }
}

function methodsOfFunction(operation: string): readonly string[] {
  if (operation === "list") return ["GET", "POST"];
  return operation === "metadata" || operation === "progress" ? ["GET"] : ["POST"];
}

function decoded(path: string): readonly string[] | null {
  try {
    return path.slice(1).split("/").map(decodeURIComponent);
  } catch (error) {
    // A path with a broken percent sequence names nothing.
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** The parameters of a request's address. */
export function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split("?").slice(1).join("?"));
}

/** The path of a request's address, without query string. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "/";
}
