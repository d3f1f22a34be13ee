import type { ServerProcess } from "./server-process.ts";

/** Title of both sites of a pair; null: neither is there. */
export type PairState = string | null;

/** What a client knows of its pair: the state that was acknowledged, and the one of a call that was never answered. */
export interface Pair {
  readonly name: string;
  acknowledged: PairState;
  unanswered?: PairState;
}

/** Clients that change pairs of sites, each pair in one transaction, and remember what they were told. */
export interface PairLoad {
  readonly pairs: readonly Pair[];
  /** Answers that were neither success nor the loss of server or database. */
  readonly strange: readonly string[];
  /** Number of transactions that were acknowledged. */
  readonly acknowledged: number;
  /** Sends no more; resolves when every call sent is answered or lost. */
  stop(): Promise<void>;
}

const LOST = new Set(["lost", "-20999/2"]);

/** Both sites of the pair in one transaction, from one state to another. */
function steps(name: string, from: PairState, to: PairState): readonly object[] {
  return ["a", "b"].map((part) => {
    const key = { name: `${name}-${part}` };
    if (from === null) return { name: "nd.site.create", new: { ...key, title: to } };
    if (to === null) return { name: "nd.site.delete", old: key };
    return { name: "nd.site.update", old: { ...key, title: from }, new: { title: to } };
  });
}

/** Starts so many clients; `next` gives numbers below its argument. */
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
    pair.unanswered = to;
    if (!LOST.has(code)) load.strange.push(code);
  }

  async function client(number: number): Promise<void> {
    for (let count = 0; !isStopped; count++) {
      const pair: Pair = { name: `${prefix}-${String(number)}-${String(count)}`, acknowledged: null };
      load.pairs.push(pair);
      await change(pair, "made");
      for (let at = next(3); at > 0 && stillKnown(pair); at--) await change(pair, `title ${String(at)}`);
      if (next(3) === 0 && stillKnown(pair)) await change(pair, null);
      // Without server or database there is nothing to do for a moment.
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

/** What is wrong with the pairs, by the titles of all sites: half a pair, or a state that nobody was told nor asked for. */
export function wrongPairs(pairs: readonly Pair[], titles: ReadonlyMap<string, string>): readonly string[] {
  return pairs.flatMap((pair) => {
    const [a, b] = ["a", "b"].map((part) => titles.get(`${pair.name}-${part}`) ?? null);
    const allowed = "unanswered" in pair ? [pair.acknowledged, pair.unanswered] : [pair.acknowledged];
    if (a === b && allowed.includes(a ?? null)) return [];
    return [`${pair.name}: ${String(a)} and ${String(b)} instead of ${allowed.map(String).join(" or ")}`];
  });
}
