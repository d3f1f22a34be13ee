import { timestampOf } from "#contract/values/timestamp";
import type { Json } from "#contract/wire/json";
import { noteEvents } from "./ticket.store.ts";
import { idOf, type Work } from "../../wapi/write/work.ts";
import { defineBehaviour } from "../../wapi/write/behaviour.ts";

/** Tickets: the time of a change of state is kept with it (wire contract 7.8); each change and comment is an event of the ticket. */
export default defineBehaviour({
  check(_, works) {
    const now = timestampOf(Date.now());
    for (const work of works) if (stateOf(work) !== stateBefore(work)) work.values["ts_state"] = now;
    return Promise.resolve();
  },
  async settle(run, works) {
    const events = works.map((work) => ({
      ticket: idOf(work),
      state_before: stateBefore(work),
      state: stateOf(work),
      comment: commentOf(work),
    }));
    await noteEvents(run.tx, run.actor, events);
  },
});

function stateBefore({ before }: Work): Json {
  return before?.["state"] ?? null;
}

function stateOf(work: Work): Json {
  return work.given["state"] ?? stateBefore(work);
}

function commentOf({ given: { comment } }: Work): string | null {
  return typeof comment === "string" && comment.trim() !== "" ? comment.trim() : null;
}
