import type { RequestForm } from "#contract/requests/form";
import type { Json } from "#contract/wire/json";
import type { Actor } from "../access/actor.ts";
import { missingPermission } from "../access/explain.ts";
import { rwPermission } from "../access/rules.ts";
import type { Grant } from "../catalogue/define.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { UNIT } from "../domain/org/unit.ts";
import { refuse } from "../faults.ts";

/**
 * Refuses accounts that neither administer the OU of the request (any OU if it names none) nor have all rights on tickets. Nobody administers an
 * unknown OU.
 */
export async function refuseOthers(
  query: Query,
  catalogue: Catalogue,
  form: RequestForm,
  actor: Actor | null,
  fields: Readonly<Record<string, Json>>,
): Promise<void> {
  if (form.who !== "ouAdmin") return;
  if (actor === null) throw refuse("token_missing");
  const named = form.administers === undefined ? null : (fields[form.administers] ?? null);
  const ou = typeof named === "string" ? named.trim() : null;
  const type = catalogue.type("req.ticket");
  const permission = rwPermission(type);
  const isAny = actor.permissions.has(permission);
  const rows = await query.query(
    `select
      from org.unit
      where (id = any($1::bigint[]) or $3) and ($2::text is null or fq_name = $2)
      limit 1`,
    [actor.sets.units, ou, isAny],
  );
  if (rows.length > 0) return;
  if (isAny) {
    const parameter = `fields.${form.administers ?? ""}`;
    throw refuse("bad_format", { parameter, scope: "new", data_type: "ou_name", pattern: null });
  }
  const grants: readonly Grant[] = [{ reaches: UNIT, by: "ou" }];
  const details = await missingPermission(query, {
    type,
    accounts: catalogue.accounts,
    fn: `requests.${form.name}`,
    permissions: [permission],
    key: { form: form.name },
    actor,
    grants,
    source: (params) => `(select u.id as ou from org.unit u where u.fq_name = ${params.add(ou, "text")})`,
  });
  throw refuse("permission_missing", {
    ...details,
    ...(ou === null ? { required_assignment_list: await anyUnit(query, actor) } : {}),
    // The sentence of wire contract 6.4, which is English in every language.
  }).because("administratorsOnly");
}

/** Administration of any OU would help, but a service account never administers one (wire contract 7.1). */
async function anyUnit(query: Query, { kind }: Actor): Promise<Json> {
  if (kind === "svc") return null;
  const sql = "select u.fq_name from org.unit u where u.can_have_mgr order by u.fq_name";
  const units = await query.query<{ fq_name: string }>(sql);
  const links = units.map(({ fq_name }) => ({ object_fq_name: "org.unit", key: { fq_name } }));
  return [{ object_fq_name: "org.unit", key: {}, is_met: false, link_list: links }];
}
