import { rwPermission } from "../../access/rules.ts";
import { refuse } from "../../faults.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import type { Placed, WriteRun } from "../../wapi/write/stages.ts";
import { accountOf, refuseBeyondMain } from "./mgr.accounts.ts";

/**
 * Units without managers accept service accounts only. A subaccount gets only units that its main account administers. A service account keeps its
 * last unit.
 */
export default defineBehaviour({
  async check(run, works) {
    if (works[0]?.plan.kind === "delete") return refuseLastUnits(run, works);
    for (const work of works) {
      const { plan, values, given } = work;
      if (plan.kind !== "create") continue;
      const account = await accountOf(run, values["login_name"]);
      if (account.is_svc) continue;
      const sql = "select t.can_have_mgr as can from org.unit t where t.id = $1::bigint";
      const [unit] = await run.tx.query<{ can: boolean }>(sql, [values["ou"]]);
      if (unit?.can !== true) throw refuse("ou_without_managers", { ou: given["ou"] ?? null });
      await refuseBeyondMain(run, account, work, "ou");
    }
  },
});

/**
 * The last link of a service account is removed only together with the account, or by `rw` (wire contract 7.3). Steps that need a right are alone in
 * their batch.
 */
async function refuseLastUnits(run: WriteRun, works: readonly Placed[]): Promise<void> {
  for (const { plan, id, before } of works) {
    if (run.actor.permissions.has(rwPermission(plan.type))) continue;
    const sql = `select m.login_name
      from cntl.mgr2ou t join cntl.mgr m on m.id = t.login_name and m.is_svc
      where t.id = $1::bigint
        and not exists (select from cntl.mgr2ou o where o.login_name = t.login_name and o.id <> t.id)`;
    const [last] = await run.tx.query<{ login_name: string }>(sql, [id]);
    if (last === undefined) continue;
    const key = { fq_name: before?.["ou"] ?? null };
    const details = { ...last, parent_login_name: null, object_fq_name: "org.unit", key };
    throw refuse("exceeds_main_account", details, undefined, {
      de: "Ordnen Sie das Konto zuerst einer anderen OE zu, die Sie verwalten, oder löschen Sie es.",
      en: "Link the account to another OE that you administer first, or delete it.",
    }).because({
      de: "Jedes Service-Konto gehört zu einer OE, und dies ist seine letzte.",
      en: "Every service account belongs to an OE, and this is its last one.",
    });
  }
}
