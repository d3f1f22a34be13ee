import { API_VERSION } from "#contract/limits";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { MetadataRow } from "./row.ts";
import { STEPS } from "./step-schema.ts";

/** State of the version that is served (wire contract 1.2). */
export const STATE = "release";

/** The row of `wapi.version`; `patch` is the number of the metadata, which grows with each of their changes. */
export function versionRow({ types }: Catalogue, patch: number): MetadataRow {
  const [major = "0", minor = "0"] = API_VERSION.split(".");
  const words = types.get("wapi.version")?.attributes.get("state")?.values?.[STATE];
  return {
    id: API_VERSION.replace(".", "-"),
    major: Number(major),
    minor: Number(minor),
    patch,
    numeric: `${API_VERSION}.${String(patch)}`,
    state: STATE,
    semantic: STATE,
    doc_uri: "/docs/api-guide",
    language_dict: { ...words },
    transaction_json_schema: STEPS,
  };
}
