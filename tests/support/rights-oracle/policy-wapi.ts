import { common, meta, type Policy, type Rule } from "./policy.ts";

/** Whether the row names the account in effect or that of the token. */
const isOurs: Rule = ({ login }, row) => row["login_name"] === login || row["actor_login_name"] === login;

export const WAPI: Readonly<Record<string, Policy>> = {
  "wapi.version": meta("major", "minor"),
  "wapi.system": meta("name"),
  "wapi.object_type": meta("fq_name"),
  "wapi.function": meta("fq_name"),
  "wapi.data_type": meta("name"),
  "wapi.data_type_operator": meta("name"),
  "wapi.reference": meta("name"),
  "wapi.object_type_lang_dict": meta("object_fq_name", "language_tag"),
  "wapi.object_type_attr_lang_dict": meta("object_fq_name", "attribute", "language_tag"),
  "wapi.transaction": { key: ["gpk"], own: isOurs, read: "own", isReadOnly: true },
  "wapi.change_log": { key: ["transaction_gfk", "position"], own: isOurs, read: "own", isReadOnly: true },
  "wapi.maint_state": common(["gpk"]),
  "wapi.system_alert": common(["gpk"]),
};

/** Types whose rows exist only during the call; other tests cover their answers. */
export const MADE_FOR_THE_CALL = new Set([
  "wapi.object",
  "tmp.generic_object",
  "tmp.cidr_generator",
  "tmp.row_count",
  "tmp.any_addr",
]);
