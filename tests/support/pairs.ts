import type { ServerProcess } from "./server-process.ts";

/** Title of both sites of a pair; null if neither exists. */
export type PairState = string | null;

/** State of a pair as its client knows it: the acknowledged state, and that of an unanswered call. */
export interface Pair {
  readonly name: string;
  acknowledged: PairState;
  unanswered?: PairState;
}

/** Clients that change pairs of sites, each pair in one transaction, and remember the answers. */
export interface PairLoad {
  readonly pairs: readonly Pair[];
  /** Answers other than success or a lost server or database. */
  readonly strange: readonly string[];
  /** Number of transactions that were acknowledged. */
  readonly acknowledged: number;
  /** Stops sending; resolves when every call is answered or lost. */
  stop(): Promise<void>;
}

/** The result of the call is unknown. */
const LOST = new Set(["lost", "-20999/3"]);
/** The call took no effect. */
const NOT_DONE = "-20999/2";

/** Steps that change both sites of a pair from one state to another. */
function steps(name: string, from: PairState, to: PairState): readonly object[] {
  return ["a", "b"].map((part) => {
    const key = { name: `${name}-${part}` };
    if (from === null) return { name: "nd.site.create", new: { ...key, title: to } };
    if (to === null) return { name: "nd.site.delete", old: key };
    return { name: "nd.site.update", old: { ...key, title: from }, new: { title: to } };
  });
}

/** Starts this number of clients; `next` returns random numbers below its argument. */
export function startPairs(
  server: Pick<ServerProcess, "execute">,
  { token, prefix, clients, next }: PairOptions,
): PairLoad {
  const load = { pairs: new Array<Pair>(), strange: new Array<string>(), acknowledged: 0 };
  let isStopped = false;

  async function change(pair: Pair, to: PairState): Promise<void> {
    const { code } = await server.execute(steps(pair.name, pair.acknowledged, to), token);
    if (code === "200") {
      pair.acknowledged = to;
      load.acknowledged++;
      return;
    }
    // A pair is not used after a failed call, because its state may have changed.
    pair.unanswered = code === NOT_DONE ? pair.acknowledged : to;
    if (code !== NOT_DONE && !LOST.has(code)) load.strange.push(code);
  }

  async function client(number: number): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const pair: Pair = { name: `${prefix}-${String(number)}-${String(count)}`, acknowledged: null };
      load.pairs.push(pair);
      await change(pair, "made");
      for (let at = next(3); at > 0 && stillKnown(pair); at--) await change(pair, `title ${String(at)}`);
      if (next(3) === 0 && stillKnown(pair)) await change(pair, null);
      // Waits a moment if server or database is gone.
      if (!stillKnown(pair)) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const stillKnown = (pair: Pair): boolean => pair.unanswered === undefined && !isStopped;
  const running = Array.from({ length: clients }, (_, number) => client(number));
  return Object.assign(load, {
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  });
}

export interface PairOptions {
  readonly token: string;
  readonly prefix: string;
  readonly clients: number;
  readonly next: (below: number) => number;
}

/** Errors in the stored pairs: half a pair, or a state that was neither acknowledged nor requested. */
export function wrongPairs(pairs: readonly Pair[], titles: ReadonlyMap<string, string>): readonly string[] {
  return pairs.flatMap((pair) => {
    const [a, b] = ["a", "b"].map((part) => titles.get(`${pair.name}-${part}`) ?? null);
    const allowed = "unanswered" in pair ? [pair.acknowledged, pair.unanswered] : [pair.acknowledged];
    if (a === b && allowed.includes(a ?? null)) return [];
    return [`${pair.name}: ${String(a)} and ${String(b)} instead of ${allowed.map(String).join(" or ")}`];
  });
}
