import { refuse } from "../../faults.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** A role may not contain a role that contains it. */
export default defineBehaviour({
  async check(run, works) {
    for (const { plan, values, given } of works) {
      if (plan.kind !== "create") continue;
      const sql = `with recursive below(id) as (
        select $2::bigint
        union select l.sub_role_name
        from below b join cntl.role2role l on l.role_name = b.id)
        select 1
        from below
        where id = $1::bigint`;
      const [loop] = await run.tx.query(sql, [values["role_name"], values["sub_role_name"]]);
      const key = { role_name: given["role_name"] ?? null, sub_role_name: given["sub_role_name"] ?? null };
      if (loop !== undefined) throw refuse("subtree_loop", { object_fq_name: "cntl.role2role", key });
    }
  },
});
