import { performance } from "node:perf_hooks";

/** One kind of request, sent many times from a separate process, so that sending takes no time of the server. */
export interface Load {
  readonly url: string;
  readonly token: string;
  /** Bodies of the calls, used in turn; null for GET. */
  readonly bodies: readonly (string | null)[];
  readonly clients: number;
  readonly calls: number;
  /** Answers are counted as they arrive and not stored. */
  readonly isLong?: true;
  /** The calls are refused. */
  readonly isRefused?: boolean;
}

export interface Measured {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  /** Milliseconds from the first call to the last answer. */
  readonly whole: number;
  readonly bytes: number;
  /** About the last call, if its answer is long: milliseconds to the first byte, and the number of lines. */
  readonly first: number;
  readonly lines: number;
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
  let last = { bytes: 0, first: 0, lines: 0 };
  let next = 0;
  const begin = performance.now();
  const client = async (): Promise<void> => {
    while (next < load.calls) {
      const body = load.bodies[next % load.bodies.length] ?? null;
      next += 1;
      const start = performance.now();
      last = await call(load, body);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  return { times, whole: performance.now() - begin, ...last };
}

type Read = Pick<Measured, "bytes" | "first" | "lines">;

async function call({ url, token, isLong, isRefused = false }: Load, body: string | null): Promise<Read> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...(isLong === true ? { "accept-encoding": "identity" } : {}),
  };
  const start = performance.now();
  const answer = await fetch(url, body === null ? { headers } : { method: "POST", headers, body });
  if (isLong === true && answer.ok && answer.body !== null) return count(answer.body, start);
  const text = await answer.text();
  if (answer.ok === isRefused) throw new Error(`${String(answer.status)} ${text.slice(0, 2000)}`);
  return { bytes: text.length, first: 0, lines: 0 };
}

async function count(body: ReadableStream<Uint8Array>, start: number): Promise<Read> {
  const found = { bytes: 0, first: 0, lines: 0 };
  for await (const chunk of body) {
    if (found.bytes === 0) found.first = performance.now() - start;
    found.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found.lines++;
  }
  return found;
}
