import type { RequestForm } from "#contract/requests/form";
import type { Json, Localised } from "#contract/wire/json";
import type { Actor } from "../access/actor.ts";
import type { Query } from "../db/database.ts";
import { refuse } from "../faults.ts";

/** The sentence of wire contract 6.4, in English whatever the language of the request. */
const ADMINISTRATORS_ONLY: Localised = {
  de: "Only organizational unit administrators can use this request.",
  en: "Only organizational unit administrators can use this request.",
};

/** Refuses accounts that do not administer the OU of the request, or none where it names none. */
export async function refuseOthers(
  query: Query,
  form: RequestForm,
  actor: Actor | null,
  fields: Readonly<Record<string, Json>>,
): Promise<void> {
  if (form.who !== "ouAdmin") return;
  const units = actor?.sets.units ?? [];
  const ou = form.administers === undefined ? null : (fields[form.administers] ?? null);
  const rows =
    units.length === 0
      ? []
      : await query.query(
          "select from org.unit where id = any($1::bigint[]) and ($2::text is null or fq_name = $2)",
          [units, typeof ou === "string" ? ou.trim() : null],
        );
  if (rows.length > 0) return;
  throw refuse("permission_missing", {
    function: `requests.${form.name}`,
    object_fq_name: "req.ticket",
    key: {},
    // No permission stands in for the administration of an OU.
    required_permission_list: [],
    required_role_list: [],
    required_assignment_list: [assignmentOf(ou, actor)],
  }).because(ADMINISTRATORS_ONLY);
}

function assignmentOf(ou: Json, actor: Actor | null): Json {
  const link = { object_fq_name: "cntl.mgr2ou", key: { login_name: actor?.login ?? null, ou } };
  return { object_fq_name: "org.unit", key: { fq_name: ou }, is_met: false, link_list: [link] };
}
