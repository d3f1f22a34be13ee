import type { Localised } from "./json.ts";

/** One workflow in the index of the hub (wire contract 6.3). */
export interface HubEntry {
  readonly name: string;
  readonly display_name: Localised;
  readonly description: Localised;
  readonly author: string | null;
  readonly target_api_version: string;
  /** Writing functions of its steps. */
  readonly function_list: readonly string[];
}

/** Answer of `GET /api/hub/index.json`. */
export interface HubIndex {
  readonly template_list: readonly HubEntry[];
}
