import { defineBehaviour } from "../../wapi/behaviour.ts";
import { insertLogged } from "../logged.write.ts";

/** A new group with `ou` is linked to that unit in the same step (wire contract 7.3). */
export default defineBehaviour({
  async settle(run, works) {
    const linked = works.filter(
      ({ plan, extras }) => plan.kind === "create" && typeof extras["ou"] === "string",
    );
    await insertLogged(run, "cntl.group2ou", linked, ({ id, extras }) => ({
      group_name: id,
      ou: extras["ou"] ?? null,
    }));
  },
});
