import { once } from "node:events";
import type { Writable } from "node:stream";

/** Resolves when the stream accepts more, or is closed. Its listeners are removed, because a slow reader would leave one for each piece of a long answer. */
export async function drained(stream: Writable): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  try {
    await Promise.race([once(stream, "drain", { signal }), once(stream, "close", { signal })]);
  } finally {
    over.abort();
  }
}
