import { defineBehaviour } from "../../wapi/behaviour.ts";
import { holdObjects } from "../../wapi/write/hold-objects.ts";

/** An account pins only objects that it may read. */
export default defineBehaviour({
  async prepare(run, works) {
    if (works[0]?.plan.kind === "create") await holdObjects(run, works, "object_gfk");
  },
});
