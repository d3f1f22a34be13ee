import { get } from "node:http";

/** Streams of events in a separate process, so that reading takes no time of the server. */
export interface Listeners {
  readonly base: string;
  /** Each stream takes the next token in turn. */
  readonly tokens: readonly string[];
  readonly streams: number;
}

/** A transaction, and when a stream told of it: Unix time in ms. */
export type Arrival = readonly [transaction: string, at: number];

process.on("message", (message: Listeners | "end") => {
  if (message === "end") process.send?.(arrivals, () => process.exit(0));
  else open(message);
});

const arrivals: Arrival[] = [];

function open({ base, tokens, streams }: Listeners): void {
  let ready = 0;
  for (let n = 0; n < streams; n++) {
    const headers = { authorization: `Bearer ${tokens[n % tokens.length] ?? ""}` };
    get(`${base}/api/events`, { agent: false, headers }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`status ${String(answer.statusCode)}`);
      let rest = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        const blocks = (rest + chunk).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          if (block.includes("event: open") && ++ready === streams) process.send?.("ready");
          const transaction = /"transaction_gfk":"([^"]+)"/.exec(block)?.[1];
          if (transaction !== undefined) arrivals.push([transaction, now()]);
        }
      });
    });
  }
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
