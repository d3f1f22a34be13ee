import { setTimeout as pause } from "node:timers/promises";
import { startSideBySide, type Background } from "../../background.ts";
import type { Database } from "../../db/database.ts";
import { quietLog } from "../quiet-log.ts";
import { askSerial, notify, type Shown } from "../../dns-wire/ask.ts";
import { clockText, type Asked } from "../../dns-wire/exchange.ts";
import { ASKED } from "./identity.sql.ts";
import type { Log } from "../../log.ts";

interface Claimed {
  readonly id: string;
  readonly unit: string;
  /** Ways to ask it, with each possible key; one way without a key. */
  readonly asked: readonly Asked[];
  readonly wanted: string;
  readonly is_live: boolean;
}

const EVERY_MS = 200;
/** Servers and zones that one process asks at the same time. */
const AT_ONCE = 100;
/** Pauses in ms between questions after a notification. */
const PAUSES = [5, 10, 20, 40, 80, 160, 160, 320, 320, 640, 640];

// The time of a lease is longer than all questions after one notification.
const CLAIM = `update output.seen d
  set next_try = clock_timestamp() + interval '20 seconds'
  from output.server s
  where s.id = d.server
    and d.id in (
      select c.id
      from output.seen c join output.server o on o.id = c.server
      where o.kind = 'dns' and o.is_enabled and c.next_try <= clock_timestamp()
      order by c.next_try
      limit $1
      for update of c skip locked)
  returning d.id::text, d.unit, ${ASKED} as asked, d.wanted,
    (d.has is not distinct from d.wanted and d.error is null) as is_live`;

/** SQL: the server has an unknown version. Either the database was restored, or somebody else makes its serials. */
const IS_AHEAD = "$2::text::bigint > wanted::bigint";

/** SQL: `ahead` is the noted difference between the clocks of server and product, in seconds. It may explain why the server does not answer as wanted. */
const CLOCK = `clock as (
  select min(w.ahead) as ahead
  from output.wrong_clock w join output.seen s on s.server = w.server
  where s.id = $1::bigint
    and $3 in ('unknown', 'waiting')
    and w.noted > clock_timestamp() - interval '10 minutes')`;

/** What the server showed. A live server is asked again each minute, another one after up to a minute. */
const ANSWERED = `asked as (
  update output.seen
  set has = coalesce($2, has),
    error = case when $2 = wanted then null
      when ${IS_AHEAD} then 'ahead'
      when ahead is not null then 'wrong_clock'
      else $3
    end,
    detail = case when $2 = wanted then null else coalesce($5, to_char(ahead, 'FMSG9999999990') || ' s') end,
    live_since = case when $2 is distinct from wanted then null
      when has = wanted and live_since is not null and error is null then live_since
      else clock_timestamp()
    end,
    tries = case when $2 = wanted then 0 else tries + 1 end,
    next_try = case when $2 = wanted then clock_timestamp() + interval '1 minute'
      when wanted <> $4 then clock_timestamp()
      else clock_timestamp() + least(interval '1 minute', interval '500 ms' * power(2, least(tries, 10)))
    end
  from clock
  where id = $1::bigint
  returning server, unit, ${IS_AHEAD} as is_ahead)`;

/**
 * A version is live from the first time that the server showed it. A server with a later version would never fetch what is published here, so after a
 * restore the zone is noted for a greater serial.
 */
const SHOWN = `with ${CLOCK}, ${ANSWERED},
  noted as (
    insert into output.journal (kind, key)
    select 'ahead', z.name
    from asked a join output.zone z on z.name = a.unit
    where a.is_ahead
      and exists (select from output.clock where restored > clock_timestamp() - interval '1 hour')
      and (z.raised is null or z.raised < clock_timestamp() - interval '10 minutes'))
  insert into output.shown (server, unit, serial)
  select server, unit, $2::text::bigint
  from asked
  where not is_ahead
  on conflict do nothing`;

/** Asks servers with an error again at once, because perhaps they only could not reach this process. */
const WAKE = `update output.seen d
  set next_try = clock_timestamp()
  from output.server s
  where s.id = d.server and s.kind = 'dns' and d.error is not null and d.next_try > clock_timestamp()`;

/** Notifies each name server of its zones and records the versions that it shows. Only shown versions count as delivered. */
export function startDelivery(db: Database, log: Log): Background {
  const quiet = quietLog("dns", log);

  async function deliver(claimed: Claimed): Promise<void> {
    const shown = await showOf(claimed);
    const [has, error] = shown.kind === "serial" ? [String(shown.serial), "waiting"] : [null, shown.kind];
    const detail = shown.kind === "wrong_clock" ? clockText(shown.ahead) : null;
    await db.query(SHOWN, [claimed.id, has, error, claimed.wanted, detail]);
  }

  let isOpened = false;

  async function claim(room: number): Promise<readonly Claimed[]> {
    if (!isOpened) await db.query(WAKE);
    isOpened = true;
    const claimed = await db.query<Claimed>(CLAIM, [room], "output-claim");
    quiet.succeeded();
    return claimed;
  }

  return startSideBySide({
    name: "deliver",
    claim,
    keyOf: ({ id }) => id,
    work: deliver,
    atOnce: AT_ONCE,
    every: EVERY_MS,
    onError: (error, one) => {
      if (one === null) quiet.failed(error);
      else log(`dns: ${one.unit} not delivered`, { error });
    },
  });
}

type Outcome = Shown | { readonly kind: "no_secret" };

/** Tries the next key if the server does not know one. */
async function showOf(claimed: Claimed): Promise<Outcome> {
  let shown: Outcome = { kind: "no_secret" };
  for (const server of claimed.asked) {
    shown = await shownTo(server, claimed);
    if (shown.kind !== "key_refused") break;
  }
  return shown;
}

async function shownTo(server: Asked, { unit, wanted, is_live: isLive }: Claimed): Promise<Shown> {
  if (isLive) {
    const shown = await askSerial(server, unit);
    if (isAt(shown, wanted)) return shown;
  }
  // Some servers transfer before they answer the notification, so its answer is not awaited.
  const notified = notify(server, unit);
  let shown = await askSerial(server, unit);
  for (const time of PAUSES) {
    if (isAt(shown, wanted) || HOPELESS.has(shown.kind)) break;
    await pause(time);
    shown = await askSerial(server, unit);
  }
  await notified;
  return shown;
}

/** Faults that asking again soon does not correct. */
const HOPELESS: ReadonlySet<Shown["kind"]> = new Set(["no_answer", "key_refused", "wrong_clock"]);

function isAt(shown: Shown, wanted: string): boolean {
  return shown.kind === "serial" && String(shown.serial) === wanted;
}
