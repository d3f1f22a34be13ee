import { performance } from "node:perf_hooks";

/** One kind of request, sent many times from a process of its own, so that its work is not that of the server. */
export interface Load {
  readonly url: string;
  readonly token: string;
  /** One body a call, in turn; null: GET. */
  readonly bodies: readonly (string | null)[];
  readonly clients: number;
  readonly calls: number;
}

export interface Measured {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  /** Milliseconds from the first call to the last answer. */
  readonly whole: number;
  readonly bytes: number;
}

process.once("message", (load: Load) => {
  run(load).then(
    (measured) => {
      process.send?.(measured);
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(load: Load): Promise<Measured> {
  const times: number[] = [];
  let bytes = 0;
  let next = 0;
  const begin = performance.now();
  const client = async (): Promise<void> => {
    while (next < load.calls) {
      const body = load.bodies[next % load.bodies.length] ?? null;
      next += 1;
      const start = performance.now();
      bytes = await call(load, body);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  return { times, whole: performance.now() - begin, bytes };
}

async function call({ url, token }: Load, body: string | null): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(url, body === null ? { headers } : { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${String(answer.status)} ${text.slice(0, 2000)}`);
  return text.length;
}
