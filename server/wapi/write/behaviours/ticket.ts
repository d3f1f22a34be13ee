import { timestampOf } from "#contract/values/timestamp";
import type { Behaviour } from "./behaviour.ts";

/** Tickets: the time of a change of state is kept with it (wire contract 7.8). */
export const ticket: Behaviour = {
  check(_, works) {
    const now = timestampOf(Date.now());
    for (const work of works) work.values["ts_state"] = now;
    return Promise.resolve();
  },
};
