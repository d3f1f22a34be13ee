import { fork } from "node:child_process";
import { join } from "node:path";
import type { Product } from "../../bench/product.ts";
import { EXECUTE, type Attack, type Target } from "./attack.ts";
import type { Order } from "./attacker.ts";

/** Waits of another person in ms, and bytes. */
export interface Meanwhile {
  readonly lists: readonly number[];
  readonly writes: readonly number[];
  readonly signIns: readonly number[];
  /** Statuses of unexpected answers. */
  readonly failed: readonly string[];
  /** The two longest works of the main thread of the server without a pause, in ms of CPU time. */
  readonly stall: readonly [longest: number, second: number];
  /** Largest resident memory of the server. */
  readonly resident: number;
  /** Codes of the answers to the attack. */
  readonly codes: readonly string[];
}

const LISTS_FOR_A_WRITE = 4;
const LEAST_ROUNDS = 5;

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

/** A name and a record that are created and deleted. */
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
      // It may have ended already.
      child.send("stop", () => undefined);
    },
  };
}
