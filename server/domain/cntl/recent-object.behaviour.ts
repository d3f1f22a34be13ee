import { defineBehaviour } from "../../wapi/behaviour.ts";
import { holdObjects } from "../../wapi/write/hold-objects.ts";

/** Calls of one account take turns, because two calls that open the same object would both find no earlier row. */
const TURN = `select m.id from cntl.mgr m where m.id = any($1::bigint[]) order by m.id for no key update`;

const EARLIER = `delete from cntl.recent_object r
  using json_to_recordset($1::json) o(login_name bigint, object_gfk text)
  where r.login_name = o.login_name and r.object_gfk = o.object_gfk`;

/** An account opens only objects that it may read. An object that it opens again replaces its earlier row. */
export default defineBehaviour({
  async prepare(run, works) {
    if (works[0]?.plan.kind !== "create") return;
    await holdObjects(run, works, "object_gfk");
    const opened = works
      .map(({ values: { login_name = null, object_gfk = null } }) => ({ login_name, object_gfk }))
      .filter(({ login_name }) => login_name !== null);
    const accounts = opened.map(({ login_name }) => login_name);
    await run.tx.query(TURN, [accounts], "write-recent-turn");
    await run.tx.query(EARLIER, [JSON.stringify(opened)], "write-recent-earlier");
  },
});
