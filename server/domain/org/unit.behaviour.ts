import { refuse } from "../../faults.ts";
import { idOf } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Units: a unit that people administer stays one that may have managers (wire contract 7.3, `-20060/5`). */
export default defineBehaviour({
  /** Service accounts only belong to a unit and do not keep it open. Writers of account links wait for this call, because both change rights. */
  async check(run, works) {
    const closed = works.filter(
      ({ plan, given }) => plan.kind === "update" && given["can_have_mgr"] === false,
    );
    if (closed.length === 0) return;
    const sql = `select u.id::text as id, u.fq_name as ou
      from org.unit u
      where u.id = any($1::bigint[])
        and exists (
          select
          from cntl.mgr2ou l join cntl.mgr m on m.id = l.login_name
          where l.ou = u.id and not m.is_svc)
      order by u.id
      limit 1`;
    const [managed] = await run.tx.query<{ ou: string }>(sql, [closed.map(idOf)], "write-unit-managers");
    if (managed === undefined) return;
    throw refuse("ou_without_managers", { ou: managed.ou }, undefined, {
      de: "Entfernen Sie zuerst die Administratoren dieser OE.",
      en: "Remove the administrators of this OE first.",
    }).because({
      de: `Die OE ${managed.ou} hat Administratoren.`,
      en: `The OE ${managed.ou} has administrators.`,
    });
  },
});
