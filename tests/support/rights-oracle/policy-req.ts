import { str, type Facts } from "./facts.ts";
import { administersGroup, type Policy, type Rule } from "./policy.ts";
import type { Row } from "#contract/wire/json";

/** A team works on the tickets of its form, or of its variant of a form. */
const onTeamOf = (who: Parameters<Rule>[0], ticket: Row | undefined, facts: Facts): boolean =>
  [str(ticket, "form"), `${str(ticket, "form")}/${str(ticket, "variant")}`].some((form) =>
    facts.where("req.team", "form", form).some((team) => who.groups.has(str(team, "group_name"))),
  );

const onTeam: Rule = (who, row, facts) => onTeamOf(who, row, facts);

const ticketOf = (row: Row, facts: Facts): Row | undefined =>
  facts.first("req.ticket", "gpk", row["ticket_gfk"]);

export const REQ: Readonly<Record<string, Policy>> = {
  "req.team": {
    key: ["form", "group_name"],
    own: administersGroup("group_name"),
    read: "own",
    functions: "CD",
  },
  "req.ticket": {
    key: ["number"],
    own: (who, row) => row["login_name"] === who.login,
    read: onTeam,
    functions: "U",
    update: { may: onTeam, of: ["state", "assignee"] },
  },
  "req.ticket_event": {
    key: ["gpk"],
    own: (who, row, facts) => ticketOf(row, facts)?.["login_name"] === who.login,
    read: (who, row, facts) => onTeamOf(who, ticketOf(row, facts), facts),
    readers: ["req.ro:ticket", "req.rw:ticket"],
    isReadOnly: true,
  },
};
