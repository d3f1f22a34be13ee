import { timestampOf } from "#contract/values/timestamp";
import { textIn, type Json } from "#contract/wire/json";
import { ATTEMPT_RULES, createAttempts } from "../../access/attempts.ts";
import { noteEvents } from "./ticket.store.ts";
import type { Placed } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Tickets: each change of state sets its time, and each change and comment is an event of the ticket (wire contract 7.8). */
export default defineBehaviour({
  check(_, works) {
    const now = timestampOf(Date.now());
    for (const work of works) if (stateOf(work) !== stateBefore(work)) work.values["ts_state"] = now;
  },
  async settle(run, works) {
    // Counted in the transaction, so that a test counts nothing.
    await createAttempts(run.tx, ATTEMPT_RULES.ticketEvent).begin(run.actor.person, works.length);
    const events = works.map((work) => ({
      ticket: work.id,
      state_before: stateBefore(work),
      state: stateOf(work),
      comment: textIn(work.given["comment"]).trim() || null,
    }));
    await noteEvents(run.tx, run.actor, events);
  },
});

function stateBefore({ before }: Placed): Json {
  return before?.["state"] ?? null;
}

function stateOf(work: Placed): Json {
  return work.given["state"] ?? stateBefore(work);
}
