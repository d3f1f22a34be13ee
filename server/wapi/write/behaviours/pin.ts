import type { Behaviour } from "./behaviour.ts";
import { holdObjects } from "./hold-objects.ts";

/** One pins what one sees. */
export const pin: Behaviour = {
  async prepare(run, works) {
    if (works[0]?.plan.kind === "create") await holdObjects(run, works, "object_gfk", "readable");
  },
};
