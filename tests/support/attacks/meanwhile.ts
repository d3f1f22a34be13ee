import { fork } from "node:child_process";
import { join } from "node:path";
import { quantile } from "../../bench/figure.ts";
import type { Product } from "../../bench/product.ts";
import { HOST, newKey } from "../name-servers.ts";
import { ATTACKERS, EXECUTE, type Attack, type Target } from "./attack.ts";
import type { Order } from "./attacker.ts";

/** What another person meets, in ms and bytes. */
export interface Meanwhile {
  readonly lists: readonly number[];
  readonly writes: readonly number[];
  readonly signIns: readonly number[];
  /** Statuses of the answers that were not as they should be. */
  readonly failed: readonly string[];
  /** The two longest works of the main thread of the server without a pause, in ms of CPU time. */
  readonly stall: readonly [longest: number, second: number];
  /** Largest resident memory of the server. */
  readonly resident: number;
  /** Codes of the answers to the attack. */
  readonly codes: readonly string[];
}

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
const LISTS_FOR_A_WRITE = 4;
const LEAST_ROUNDS = 5;
/** Wire contract 1.9. In ms of CPU time. */
const LONGEST_WORK = 50;

/** What the person may complain of (goal P23). */
export function complaints({
  lists,
  writes,
  signIns,
  failed,
  stall,
  resident,
  codes,
}: Meanwhile): readonly string[] {
  const [list, write] = [quantile(lists, 0.95), quantile(writes, 0.95)];
  const found = [
    ...failed,
    ...(list > 250 ? [`p95 of ${String(lists.length)} lists: ${String(Math.round(list))} ms`] : []),
    ...(write > 1_000 ? [`p95 of ${String(writes.length)} writes: ${String(Math.round(write))} ms`] : []),
    ...(stall[0] > LONGEST_WORK
      ? [`the main thread worked ${stall.map(Math.round).join(" and ")} ms without a pause`]
      : []),
    ...(signIns.length === 0 ? ["no sign-in"] : []),
    ...(resident > 2 * GIB ? [`${String(Math.round(resident / MIB))} MiB resident`] : []),
  ];
  return found.length === 0 ? [] : [...found, `the attack was answered ${[...new Set(codes)].join(", ")}`];
}

export async function targetOf(product: Product): Promise<Target> {
  const tokens = { ada: "", greta: "", lars: "", nora: "" };
  for (const login of ATTACKERS) tokens[login] = await product.signIn(login);
  await makeNameServerKnown(product.base, tokens.ada);
  return { address: product.base, dnsPort: product.dnsPort, tokens };
}

/** A name server on this machine: the hidden primary drops what comes from other addresses unread, which costs nothing. A second run finds it there. */
async function makeNameServerKnown(base: string, token: string): Promise<void> {
  const named = { name: "attacked", address: HOST, port: 1, has_catalog: false };
  const { name: key_name, secret: key_secret } = newKey("attacked.netportal.");
  await fetch(`${base}/api/4.2/output/server/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ new: { ...named, key_name, key_secret } }),
  });
}

/** Measures the work of another person during an attack, until it ends or for `ms`. An attack of null measures calm. */
export async function meanwhile(
  attack: Attack | null,
  product: Product,
  target: Target,
  ms: number,
): Promise<Meanwhile> {
  const person = await personOf(product);
  const attacking = attack === null ? null : start({ name: attack.name, target });
  await attacking?.begins;
  await product.stall();
  const ends = performance.now() + ms;
  let resident = 0;
  for (let rounds = 0; rounds < LEAST_ROUNDS || performance.now() < ends; rounds++) {
    if (attacking?.isOver() === true && rounds >= LEAST_ROUNDS) break;
    await person.work();
    resident = Math.max(resident, product.resident());
  }
  const stall = await product.stall();
  attacking?.stop();
  return { ...person.found(), stall, resident, codes: (await attacking?.codes) ?? [] };
}

/** A person who reads, writes and signs in. */
async function personOf(product: Product) {
  const token = await product.signIn("otto");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const found = {
    lists: [] as number[],
    writes: [] as number[],
    signIns: [] as number[],
    failed: [] as string[],
  };
  const ask = async (path: string, times: number[], body?: object): Promise<unknown> => {
    const began = performance.now();
    const method = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const answer = await fetch(`${product.base}${path}`, { headers, ...method });
    const text = await answer.text();
    times.push(performance.now() - began);
    if (!answer.ok) found.failed.push(`${path}: ${String(answer.status)} ${text.slice(0, 300)}`);
    return JSON.parse(text);
  };
  const list = "/api/4.2/nd/bcd/list?is_own=true&fetch_limit=50";
  const name = await firstOf(ask, list, "name");
  const zone = await firstOf(ask, "/api/4.2/dns/fqdn/list?is_own=true&is_zone_apex=true", "value");
  let round = 0;
  return {
    found: () => found,
    async work(): Promise<void> {
      for (let at = 0; at < LISTS_FOR_A_WRITE; at++) await ask(list, found.lists);
      const description = `round ${String(++round)}`;
      await ask("/api/4.2/nd/bcd/update", found.writes, { old: { name }, new: { description } });
      await ask(EXECUTE, found.writes, recordOf(`attacked.${zone}`, description));
      if (round % 10 === 1) await ask("/api/login", found.signIns, { username: "otto", password: "demo" });
    },
  };
}

type Ask = (path: string, times: number[], body?: object) => Promise<unknown>;

async function firstOf(ask: Ask, path: string, member: string): Promise<string> {
  // Parse boundary: the lists of a single call.
  const [rows = []] = (await ask(path, [])) as readonly (readonly Record<string, string>[])[];
  return rows[0]?.[member] ?? "";
}

/** A name and a record that come and go. */
function recordOf(fqdn: string, data: string): readonly object[] {
  const record = { fqdn, type: "TXT", data };
  return [
    { name: "dns.record.create", new: { ...record, fqdn_type: "domain" } },
    { name: "dns.record.delete", old: record },
  ];
}

interface Attacking {
  readonly begins: Promise<unknown>;
  readonly codes: Promise<readonly string[]>;
  isOver(): boolean;
  stop(): void;
}

function start(order: Order): Attacking {
  const child = fork(join(import.meta.dirname, "attacker.ts"));
  const begins = Promise.withResolvers<undefined>();
  const codes = Promise.withResolvers<readonly string[]>();
  codes.promise.catch(() => undefined);
  let isOver = false;
  child.on("message", (said) => {
    if (said === "begins") begins.resolve(undefined);
    // Parse boundary: the other message of attacker.ts.
    else codes.resolve(said as readonly string[]);
  });
  child.once("exit", () => {
    isOver = true;
    const lost = new Error(`${order.name}: the sender ended early`);
    begins.reject(lost);
    codes.reject(lost);
  });
  child.send(order);
  return {
    begins: begins.promise,
    codes: codes.promise,
    isOver: () => isOver,
    stop: () => {
      // It may be over already.
      child.send("stop", () => undefined);
    },
  };
}
