import { timestampOf } from "#contract/values/timestamp";
import { textIn, type Json } from "#contract/wire/json";
import { ATTEMPT_RULES, createAttempts } from "../../access/attempts.ts";
import { refuse } from "../../faults.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { idOf, rowKeyOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { violation } from "../violation.fault.ts";
import { STRANGERS } from "./team.sql.ts";
import { noteEvents } from "./ticket.store.ts";

/**
 * Tickets. Each change of state sets its time, a ticket that is taken is in work, and each change or comment is an event of the ticket (wire contract
 * 7.8).
 */
export default defineBehaviour({
  async check(run, works) {
    const now = timestampOf(Date.now());
    for (const work of works) {
      refuseTakenKeys(run, work);
      followAssignee(work);
      if (stateOf(work) !== stateBefore(work)) work.values["ts_state"] = now;
    }
    await refuseStrangers(run, works);
  },
  async settle(run, works) {
    // The count is part of the transaction, so that a test counts nothing.
    await createAttempts(run.tx, ATTEMPT_RULES.ticketEvent).begin(run.actor.person, works.length);
    const events = works.map((work) => ({
      ticket: work.id,
      state_before: stateBefore(work),
      state: stateOf(work),
      assignee_before: work.before?.["assignee_name"] ?? null,
      comment: textIn(work.given["comment"]).trim() || null,
    }));
    await noteEvents(run.tx, run.actor, events);
  },
});

function stateBefore({ before }: Placed): Json {
  return before?.["state"] ?? null;
}

function stateOf(work: Placed): Json {
  return work.values["state"] ?? stateBefore(work);
}

/** A ticket that somebody takes is in work, and one that is handed back is open, unless the step gives another state. */
function followAssignee(work: Placed): void {
  const { given, values, before } = work;
  if (given["assignee"] === undefined || given["state"] !== undefined) return;
  const isTaken = given["assignee"] !== null;
  if (isTaken === ((before?.["assignee"] ?? null) !== null)) return;
  if (stateBefore(work) === (isTaken ? "open" : "in_work")) values["state"] = isTaken ? "in_work" : "open";
}

/** Nobody takes a ticket from somebody else by accident, because the step names the present holder as an old value. */
function refuseTakenKeys({ actor }: WriteRun, work: Placed): void {
  const { plan, given, before } = work;
  const [now, wanted] = [before?.["assignee"] ?? null, given["assignee"]];
  if (wanted === undefined || wanted === now || now === null || now === actor.login) return;
  if (plan.old["assignee"] !== undefined) return;
  const name = textIn(before?.["assignee_name"]);
  throw refuse(
    "old_value_changed",
    {
      object_fq_name: plan.type.name,
      key: rowKeyOf(work),
      conflict_list: [{ attribute: "assignee", expected: null, found: now }],
    },
    undefined,
    {
      de: `Nennen Sie ${textIn(now)} als bisherigen Wert, wenn Sie das Ticket übernehmen oder weitergeben.`,
      en: `Name ${textIn(now)} as the old value to take the ticket over or to pass it on.`,
    },
  ).because({
    de: `${name} bearbeitet dieses Ticket schon.`,
    en: `${name} works on this ticket already.`,
  });
}

async function refuseStrangers(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const given = works.flatMap((work) => {
    const assignee = work.values["assignee"] ?? null;
    return assignee === null ? [] : [{ ticket: idOf(work), assignee }];
  });
  if (given.length === 0) return;
  const [stranger] = await run.tx.query<{ login_name: string }>(STRANGERS, [JSON.stringify(given)]);
  if (stranger === undefined) return;
  const { login_name: login } = stranger;
  throw violation("req.ticket", "assignee_is_on_team", "assignee").because({
    de: `${login} ist kein Hauptkonto des Teams, das dieses Ticket bearbeitet.`,
    en: `${login} is no main account of the team that works on this ticket.`,
  });
}
