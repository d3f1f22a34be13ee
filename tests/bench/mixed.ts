import { setTimeout } from "node:timers/promises";
import { figureOf, quantile, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { wideNetwork } from "./ground.ts";
import { stepsFor } from "./search-steps.ts";
import { loadCatalogue } from "../../server/catalogue/load.ts";

const CLIENTS = 20;
/** Longest time in ms that a client waits before its next call, half of it on average: far faster than people, about as fast as scripts. */
const MOST_PAUSE = 200;
/** One of this number of calls creates a name with the next free address. */
const WRITES = 10;
const MOST_MS = 300;
/** Number of functions that the row names, the slowest first. */
const SLOWEST = 5;
/** A function with fewer calls has no p99. */
const ENOUGH = 20;

interface Call {
  readonly name: string;
  readonly path: string;
  readonly body?: string;
}

/** P36: people of different accounts read everything and sometimes write. It names the slowest reading functions. */
export async function mixed(bench: Bench): Promise<readonly Figure[]> {
  const { db, product, size, minutes, note } = bench;
  const tokens = await Promise.all((await logins(bench)).map((login) => product.signIn(login)));
  const reads = await readings(bench);
  const prefix = `p36${Date.now().toString(36)}`;
  const network = await wideNetwork(db, "otto");
  const times = new Map<string, number[]>();
  const failed: string[] = [];
  const ends = performance.now() + minutes * 60_000;
  const client = async (number: number): Promise<void> => {
    const token = number === 0 ? bench.otto : (tokens[number % tokens.length] ?? bench.ada);
    for (let at = 0; performance.now() < ends; at++) {
      const isWrite = number === 0 && network !== null && at % WRITES === 0;
      const call = isWrite
        ? writing(network, `${prefix}-${String(at)}`)
        : reads[placeOf(number, at) % reads.length];
      if (call === undefined) return;
      await setTimeout((placeOf(number, at) % MOST_PAUSE) + 1);
      const start = performance.now();
      const status = await send(bench.base, token, call);
      times.set(call.name, [...(times.get(call.name) ?? []), performance.now() - start]);
      if (status >= 400 && !isWrite) failed.push(`${call.name} ${String(status)}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  await db.query("delete from dns.record where name like $1", [`${prefix}-%`]);
  await db.query("delete from dns.fqdn where value like $1", [`${prefix}-%`]);
  if (failed.length > 0) note(`P36: ${[...new Set(failed)].join(", ")}`);
  return [figureFor({ times, size, minutes, failed })];
}

/** Clients go through the calls in different orders, which are the same in each run; both numbers are prime. */
function placeOf(client: number, at: number): number {
  return client * 613 + at * 7919;
}

/** People of most divisions, one account each. */
async function logins({ db }: Bench): Promise<readonly string[]> {
  const found = await db.query<{ login_name: string }>(
    `select m.login_name from cntl.mgr m where m.parent_login_name is null and not m.is_svc and not m.is_adm_locked
     order by (select count(*) from cntl.mgr2ou l where l.login_name = m.id) desc, m.login_name limit $1`,
    [CLIENTS],
  );
  return found.map(({ login_name: login }) => login);
}

/** One page of every list, of own and of all rows, and searches; lists that ask for parameters are left out. */
async function readings({ base, ada, db, note }: Bench): Promise<readonly Call[]> {
  const { types } = await loadCatalogue();
  const asked = [...types.values()].flatMap(({ system, object, name }): Call[] => {
    const path = `/api/4.2/${system}/${object}/list?fetch_limit=50`;
    return [
      { name: `${name}.list`, path },
      { name: `${name}.list of own`, path: `${path}&is_own=true` },
    ];
  });
  const calls: Call[] = [];
  for (const call of asked) if ((await send(base, ada, call)) === 200) calls.push(call);
  note(`P36: ${String(calls.length)} of ${String(asked.length)} lists can be read without parameters`);
  const terms = await db.query<{ term: string }>(
    "select distinct substr(f.value, 1, 4) as term from dns.fqdn f where length(f.value) > 14 order by 1 limit 20",
  );
  const searches = terms.map(({ term }): Call => {
    const body = JSON.stringify(stepsFor(term, true));
    return { name: "search", path: "/api/4.2/wapi/transaction/execute?dict_mode=true", body };
  });
  return [...calls, ...searches];
}

function writing(cidr: string, name: string): Call {
  const isSix = cidr.includes(":");
  const steps = [
    { idx: "next", name: "tmp.cidr_generator.list", old: { cidr, prefix_length: isSix ? 128 : 32 } },
    {
      name: "dns.record.create",
      new: {
        fqdn: `${name}.example.org.`,
        type: isSix ? "AAAA" : "A",
        fqdn_type: "domain",
        target_is_reverse_unique: false,
      },
      new_ref_params: [{ idx: "next", params: { data: "address" } }],
    },
  ];
  return { name: "a write", path: "/api/4.2/wapi/transaction/execute", body: JSON.stringify(steps) };
}

async function send(base: string, token: string, { path, body }: Call): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(
    `${base}${path}`,
    body === undefined ? { headers } : { method: "POST", headers, body },
  );
  await answer.arrayBuffer();
  return answer.status;
}

interface Measured {
  readonly times: ReadonlyMap<string, readonly number[]>;
  readonly size: string;
  readonly minutes: number;
  readonly failed: readonly string[];
}

function figureFor({ times, size, minutes, failed }: Measured): Figure {
  const all = [...times.values()].flat();
  const slow = [...times]
    .filter(([name, list]) => list.length >= ENOUGH && name !== "a write")
    .map(([name, list]): readonly [string, number] => [name, Math.round(quantile(list, 0.99))])
    .toSorted(([, a], [, b]) => b - a);
  const worst = slow.slice(0, SLOWEST).map(([name, ms]) => `${name} ${String(ms)}`);
  const over = slow.filter(([, ms]) => ms > MOST_MS).length;
  const what = `${String(CLIENTS)} clients read everything for ${String(minutes)} min, with pauses of ${String(MOST_PAUSE / 2)} ms; p99 in ms of the slowest of ${String(slow.length)} reading functions: ${worst.join(", ")}; ${String(over)} above ${String(MOST_MS)}; ${String(failed.length)} failed`;
  const misses = [...(over > 0 ? ["p99"] : []), ...(failed.length > 0 ? ["failed calls"] : [])];
  return figureOf({
    id: "P36",
    size,
    what,
    unit: "calls/s",
    times: all,
    ours: all.length / (minutes * 60),
    misses,
  });
}
