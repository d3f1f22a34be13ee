import { stepsFor } from "../../bench/search-steps.ts";
import { again, EXECUTE, post, type Attack, type Attacker, type Target } from "./attack.ts";

const AT_ONCE = 20;
const TICKET = "/api/requests/dhcp";
const WISH = JSON.stringify({ subject: "Wish", text: "Please.", fields: { bcd: "tst-net-1" } });
const OPEN_WISH = JSON.stringify({
  subject: "Wish",
  text: "Please.",
  sender_name: "Ida Blau",
  sender_email: "ida@example.org",
  fields: { device_kind: "Sensors", device_count: 3, place: "20.21", contact: "Ida Blau" },
});
const SOUGHT = JSON.stringify({ mac_addr: "aa:bb:cc:dd:ee:01" });
/** Search terms that nearly every name has, and one that none has. */
const TERMS = ["e", "a1", "net", "zzzzqq"];

/** All calls that one person can send without pause, and calls of people without a right or an account. */
export const SENDERS: readonly Attack[] = [
  posts("tickets of one account", "greta", TICKET, WISH),
  posts("tickets of an account that may not write", "lars", TICKET, WISH),
  posts("tickets of a person without account", "nora", TICKET, WISH),
  posts("tickets without a token", null, "/api/requests/kit_iot", OPEN_WISH),
  { name: `${String(AT_ONCE)} × comments of a ticket without pause`, send: comments },
  posts("searches for MAC addresses of one account", "greta", "/api/macfinder/jobs", SOUGHT),
  posts("searches for MAC addresses of an account that may not write", "lars", "/api/macfinder/jobs", SOUGHT),
  posts("searches for MAC addresses of a person without account", "nora", "/api/macfinder/jobs", SOUGHT),
  {
    name: `${String(AT_ONCE)} × global searches without pause`,
    send: (target, signal) => {
      const bodies = TERMS.map((term) => JSON.stringify(stepsFor(term, false)));
      let sent = 0;
      return again(AT_ONCE, signal, () =>
        post(target, "greta", bodies[sent++ % bodies.length] ?? "", signal),
      );
    },
  },
  posts("sign-ins at the identity provider that nobody finishes", null, "/api/login", "{}"),
];

function posts(what: string, by: Attacker | null, path: string, body: string): Attack {
  return {
    name: `${String(AT_ONCE)} × ${what} without pause`,
    send: (target, signal) => again(AT_ONCE, signal, () => post(target, by, body, signal, path)),
  };
}

/** Comments of a ticket that the account has sent itself. */
async function comments(target: Target, signal: AbortSignal): Promise<readonly string[]> {
  await post(target, "ada", WISH, signal, TICKET);
  const newest = { sorting_params_list: ["number DESC"], fetch_limit: 1 };
  const steps = [
    { idx: "ticket", name: "req.ticket.list", old: newest },
    {
      name: "req.ticket.update",
      old_ref_params: [{ idx: "ticket", params: { number: "number" } }],
      new: { comment: "And?" },
    },
  ];
  const body = JSON.stringify(steps);
  return again(AT_ONCE, signal, () => post(target, "ada", body, signal, EXECUTE));
}
