import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import { text } from "node:stream/consumers";

/** One kind of request, sent many times from a separate process, so that sending takes no time of the server. */
export interface Load {
  readonly url: string;
  /** Addresses used in turn instead. */
  readonly urls?: readonly string[];
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
      const url = load.urls?.[next % load.urls.length] ?? load.url;
      next += 1;
      const start = performance.now();
      last = await call({ ...load, url }, body);
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
  if (isLong === true && body === null) return read(url, headers);
  const answer = await fetch(url, body === null ? { headers } : { method: "POST", headers, body });
  const got = await answer.text();
  if (answer.ok === isRefused) throw new Error(`${String(answer.status)} ${got.slice(0, 2000)}`);
  return { bytes: got.length, first: 0, lines: 0 };
}

/** Counts bytes and lines without `fetch`, whose own work for a long answer would take a core from the server. */
async function read(url: string, headers: Readonly<Record<string, string>>): Promise<Read> {
  const start = performance.now();
  const [answer] = (await once(get(url, { headers }), "response")) as [IncomingMessage];
  if (answer.statusCode !== 200)
    throw new Error(`${String(answer.statusCode)} ${(await text(answer)).slice(0, 2000)}`);
  const found = { bytes: 0, first: 0, lines: 0 };
  answer.on("data", (chunk: Buffer) => {
    if (found.bytes === 0) found.first = performance.now() - start;
    found.bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) found.lines++;
  });
  await once(answer, "end");
  return found;
}
