import { readRows } from "../../wapi/write/rows.ts";
import { insertRows } from "../../wapi/write/store.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** A new group with `ou` is linked to that unit in the same step (wire contract 7.3). */
export default defineBehaviour({
  async settle(run, works) {
    const linked = works.filter(
      (work) => work.plan.kind === "create" && typeof work.extras["ou"] === "string",
    );
    const link = run.catalogue.type("cntl.group2ou");
    for (const work of linked) {
      const [id] = await insertRows(run, link, [{ group_name: work.id, ou: work.extras["ou"] ?? null }]);
      if (id === undefined) continue;
      const row = (await readRows(run, link, [id])).get(id)?.row ?? null;
      run.log.add(work.plan.position, { type: link, id, fn: "create", old: null, new: row });
    }
  },
});
