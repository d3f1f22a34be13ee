import { fork } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "./body-client.ts";
import { SHAPES, type Shape } from "./body-shapes.ts";
import type { Bench } from "./bench.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import { timed } from "./load.ts";

const CALM = 200;
const MIB = 1024 * 1024;

/** P23: the slowest answer to another account while one account sends the most expensive allowed body, and the memory that this needs. */
export async function bodies(bench: Bench): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const atOnce of [1, 8])
    for (const shape of Object.keys(SHAPES)) {
      // Parse boundary: `Object.keys` loses the type of the keys.
      figures.push(await figureFor(bench, shape as Shape, atOnce));
    }
  return figures;
}

async function figureFor(bench: Bench, shape: Shape, atOnce: number): Promise<Figure> {
  const { base, otto, ada: token, size, product } = bench;
  const asked = (): Promise<number> => timed(() => ask(`${base}/api/4.2/nd/site/list`, otto));
  const calm: number[] = [];
  while (calm.length < CALM) calm.push(await asked());
  const url = `${base}/api/4.2/wapi/transaction/execute?dry_mode=true`;
  const attack = attacking({ url, token, shape, atOnce });
  await attack.begins;
  const times: number[] = [];
  let most = 0;
  while (!attack.isOver()) {
    times.push(await asked());
    if (times.length % 10 === 1) most = Math.max(most, (await product.memory()).rss);
  }
  const codes = [...new Set(await attack.codes)].join(", ");
  // The next shape starts when the server is idle and has given memory back.
  await sleep(18_000);
  const rest = (await product.memory()).rss;
  const memory = `${String(Math.round(most / MIB))} MiB resident at most, ${String(Math.round(rest / MIB))} afterwards`;
  return figureOf({
    id: "P23",
    size,
    what: `slowest list of another account during ${String(atOnce)} × ${shape} (${codes}); ${memory}`,
    unit: "ms",
    times,
    ours: Math.max(...times),
    floor: quantile(calm, 0.5),
  });
}

interface Attacking {
  readonly begins: Promise<unknown>;
  readonly codes: Promise<readonly string[]>;
  isOver(): boolean;
}

function attacking(attack: Attack): Attacking {
  const child = fork(join(import.meta.dirname, "body-client.ts"));
  const begins = Promise.withResolvers<undefined>();
  const codes = Promise.withResolvers<readonly string[]>();
  let isOver = false;
  child.on("message", (said) => {
    if (said === "begins") begins.resolve(undefined);
    // Parse boundary: the other message of body-client.ts.
    else codes.resolve(said as readonly string[]);
  });
  child.once("exit", () => {
    isOver = true;
    const lost = new Error("P23: the sender ended early");
    begins.reject(lost);
    codes.reject(lost);
  });
  child.send(attack);
  return { begins: begins.promise, codes: codes.promise, isOver: () => isOver };
}

async function ask(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  await answer.text();
  if (!answer.ok) throw new Error(`P23: another account is answered ${String(answer.status)}`);
}
