import { faultOf } from "#contract/wire/fault";
import type { Execute } from "#contract/wire/outcome";
import type { SentStep, SmallWorld } from "./small-world.ts";

/** The executor of the portal, connected to the world with an account. */
export function outcomesOf(world: Pick<SmallWorld, "execute">, login: string): Execute {
  return async (steps, { dryRun }) => {
    // Steps are plain JSON.
    const said = await world.execute(login, steps as readonly SentStep[], { dryRun });
    if (!said.ok) return { ok: false, fault: faultOf(said.exception), status: said.status };
    const lists = Object.fromEntries(steps.map(({ idx = "" }, at) => [idx, said.lists[at] ?? []]));
    return { ok: true, lists, rolledBack: false, accessMode: "rw" };
  };
}
