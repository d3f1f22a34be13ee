import type { RequestForm } from "#contract/requests/form";
import { REQUEST_FORMS } from "#contract/requests/forms";

/** Calls of wire contract 6.3 to 6.8 whose addresses name what is asked for. */
export type ToolAddress =
  | { readonly kind: "hub_index" }
  | { readonly kind: "hub_file"; readonly folder: "templates" | "schemas"; readonly name: string }
  | { readonly kind: "request"; readonly form: RequestForm }
  | { readonly kind: "map_index" }
  | { readonly kind: "map_ground"; readonly name: string }
  | { readonly kind: "bcd_request" }
  | { readonly kind: "mac_jobs" }
  | { readonly kind: "feed"; readonly name: string }
  | { readonly kind: "domainfinder" }
  | { readonly kind: "mac_job"; readonly id: string }
  | { readonly kind: "vendor"; readonly prefix: string }
  | { readonly kind: "ip_contact"; readonly ip: string };

const FIXED: ReadonlyMap<string, ToolAddress> = new Map([
  ["hub/index.json", { kind: "hub_index" }],
  ["map/index.json", { kind: "map_index" }],
  ["bcd_request", { kind: "bcd_request" }],
  ["macfinder/jobs", { kind: "mac_jobs" }],
  ["domainfinder", { kind: "domainfinder" }],
]);

const NAMING: ReadonlyMap<string, (last: string) => ToolAddress | null> = new Map<
  string,
  (last: string) => ToolAddress | null
>([
  ["hub/json_templates", (name) => ({ kind: "hub_file", folder: "templates", name })],
  ["hub/schemas", (name) => ({ kind: "hub_file", folder: "schemas", name })],
  ["map/ground", (name) => ({ kind: "map_ground", name })],
  ["feed", (name) => ({ kind: "feed", name })],
  ["requests", requestAddress],
  ["macfinder/jobs", (id) => ({ kind: "mac_job", id })],
  ["oui_lookup", (prefix) => ({ kind: "vendor", prefix })],
  ["ip_contact", (ip) => ({ kind: "ip_contact", ip })],
]);

function requestAddress(name: string): ToolAddress | null {
  const form = REQUEST_FORMS.get(name);
  return form === undefined ? null : { kind: "request", form };
}

/** What follows `/api/` in all of them. */
const FIRST_SEGMENTS = new Set([...FIXED.keys(), ...NAMING.keys()].map((path) => path.split("/")[0] ?? ""));

const TOOL_KINDS: ReadonlySet<string> = new Set<ToolAddress["kind"]>([
  "hub_index",
  "hub_file",
  "map_index",
  "map_ground",
  "request",
  "bcd_request",
  "mac_jobs",
  "feed",
  "mac_job",
  "domainfinder",
  "vendor",
  "ip_contact",
]);

/** The call that the segments behind `/api/` name, or null. */
export function toolAddress(segments: readonly string[]): ToolAddress | null {
  const fixed = FIXED.get(segments.join("/"));
  if (fixed !== undefined) return fixed;
  const last = segments.at(-1) ?? "";
  return last === "" ? null : (NAMING.get(segments.slice(0, -1).join("/"))?.(last) ?? null);
}

/** Whether a path that names no call lies beside those that do: its refusal has the form of theirs (wire contract 4.1). */
export function isBesideTools(path: string): boolean {
  const [root, api, first] = path.split("/");
  return root === "" && api === "api" && first !== undefined && FIRST_SEGMENTS.has(first);
}

export function isToolAddress(address: { readonly kind: string }): address is ToolAddress {
  return TOOL_KINDS.has(address.kind);
}

/** Whether the call brings a body; the others are asked with GET. */
export function isPosted({ kind }: ToolAddress): boolean {
  return kind === "request" || kind === "bcd_request" || kind === "mac_jobs" || kind === "feed";
}
