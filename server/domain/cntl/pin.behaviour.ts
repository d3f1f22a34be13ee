import { defineBehaviour } from "../../wapi/write/behaviour.ts";
import { holdObjects } from "../../wapi/write/hold-objects.ts";

/** One pins what one sees. */
export default defineBehaviour({
  async prepare(run, works) {
    if (works[0]?.plan.kind === "create") await holdObjects(run, works, "object_gfk", "readable");
  },
});
