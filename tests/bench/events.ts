import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newToken, tokenHash } from "../../server/access/token.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import type { Database } from "../../server/db/database.ts";
import type { Bench } from "./bench.ts";
import { figureOf, type Figure } from "./figure.ts";
import type { Arrival, Listeners } from "./listeners.ts";

const STREAMS = 500;
const ACCOUNTS = 50;
const CHANGES = 200;
const PAUSE_MS = 60;

/** P22: time from the answer of an apply until 500 portals of 50 accounts are told of it. */
export async function events({ base, db, product, size, ada }: Bench): Promise<readonly Figure[]> {
  const tokens = await sessions(db);
  const child = fork(join(import.meta.dirname, "listeners.ts"));
  child.send({ base, tokens, streams: STREAMS } satisfies Listeners);
  await once(child, "message");
  const cpu = await product.cpu();
  const answered = new Map<string, number>();
  for (let n = 0; n < CHANGES; n++) {
    const said = await fetch(`${base}/api/4.2/wapi/transaction/execute`, {
      method: "POST",
      headers: { authorization: `Bearer ${ada}`, "content-type": "application/json" },
      body: JSON.stringify([
        {
          name: "wapi.maint_state.create",
          new: { subject: `p22 ${String(n)}`, ts_begin: "2030-01-01T00:00:00Z" },
        },
      ]),
    });
    await said.text();
    answered.set(said.headers.get("x-transaction") ?? "", performance.timeOrigin + performance.now());
    await sleep(PAUSE_MS);
  }
  await sleep(1_000);
  const used = ((await product.cpu()) - cpu) / CHANGES;
  child.send("end");
  // Parse boundary: the other process sends its arrivals.
  const [arrivals] = (await once(child, "message")) as [readonly Arrival[]];
  const times = arrivals.flatMap(([transaction, at]) => {
    const answer = answered.get(transaction);
    return answer === undefined ? [] : [Math.max(0, at - answer)];
  });
  await db.query("delete from wapi.maint_state where subject like 'p22 %'");
  const lost = STREAMS * CHANGES - times.length;
  const what = `answer of an apply → told to ${String(STREAMS)} portals of ${String(ACCOUNTS)} accounts; ${String(lost)} not told; CPU of the product ${used.toFixed(0)} ms a change; ${String(Math.round(product.resident() / 1024 / 1024))} MiB resident`;
  return [figureOf({ id: "P22", size, what, unit: "ms", times, misses: lost === 0 ? [] : ["not told"] })];
}

/** Sessions of different people. */
async function sessions(db: Database): Promise<readonly string[]> {
  const { accounts } = await loadCatalogue();
  const people = await db.query<{ login_name: string }>(
    `select login_name
      from cntl.mgr
      where not is_svc and parent_login_name is null and not is_adm_locked
      order by id
      limit $1`,
    [ACCOUNTS],
  );
  return Promise.all(
    people.map(async ({ login_name }) => {
      const token = newToken();
      await db.query(accounts.session, [login_name, tokenHash(token), 1, null, null]);
      return token;
    }),
  );
}
