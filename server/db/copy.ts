import type { CancelSignal } from "#contract/wire/outcome";
import { to as copyTo, type CopyToStreamQuery } from "pg-copy-streams";
import pg from "pg";
import { cancelBackend, refuseIfCancelled } from "./cancel.ts";
import type { CopyOptions } from "./database.ts";

/** Separators that cannot occur in a line of JSON text, so that quoting changes no line. */
const FORMAT = "format csv, delimiter E'\\x01', quote E'\\x02', escape E'\\x02'";

/**
 * Lines of a statement with one text column; resolves with the first line or rejects with the error before it. If the reader leaves or the signal
 * aborts, statement and connection end.
 */
export async function openCopy(
  pool: pg.Pool,
  config: pg.ClientConfig,
  { sql, params, firstWithin, signal }: CopyOptions,
): Promise<AsyncIterable<Buffer>> {
  const client = await pool.connect();
  const text = `copy (${withLiterals(sql, params)}) to stdout (${FORMAT})`;
  const stream = client.query(copyTo(text));
  const end = endOf(stream, client, config, signal);
  const slow = setTimeout(() => void cancelBackend(client, config), firstWithin);
  try {
    if (signal?.aborted === true) end.early();
    const chunks: AsyncIterator<Buffer, undefined> = stream[Symbol.asyncIterator]();
    const first = await chunks.next();
    return chunksOf(first, chunks, end);
  } catch (error) {
    end.early();
    refuseIfCancelled(signal);
    throw error;
  } finally {
    clearTimeout(slow);
  }
}

interface End {
  /** Everything was read, so the connection can be reused. */
  readonly whole: () => void;
  /** Nobody reads the rest: the statement is cancelled and the connection closed. */
  readonly early: () => void;
}

function endOf(
  stream: CopyToStreamQuery,
  client: pg.PoolClient,
  config: pg.ClientConfig,
  signal: CancelSignal | undefined,
): End {
  const ignore = (): void => undefined;
  client.on("error", ignore);
  stream.on("error", ignore);
  let isOver = false;
  const once = (work: () => void): void => {
    if (isOver) return;
    isOver = true;
    client.off("error", ignore);
    signal?.removeEventListener("abort", early);
    work();
  };
  const early = (): void => {
    once(() => {
      client.on("error", ignore);
      void cancelBackend(client, config).finally(() => {
        stream.destroy();
        client.release(true);
      });
    });
  };
  const whole = (): void => {
    once(() => {
      client.release();
    });
  };
  signal?.addEventListener("abort", early);
  return { whole, early };
}

function chunksOf(
  first: IteratorResult<Buffer, undefined>,
  rest: AsyncIterator<Buffer, undefined>,
  end: End,
): AsyncIterable<Buffer> {
  let waiting: IteratorResult<Buffer, undefined> | null = first;
  if (first.done === true) end.whole();
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    try {
      const found = waiting ?? (await rest.next());
      waiting = null;
      if (found.done === true) end.whole();
      return found;
    } catch (error) {
      end.early();
      throw error;
    }
  };
  const leave = (): Promise<IteratorResult<Buffer, undefined>> => {
    end.early();
    return Promise.resolve({ done: true, value: undefined });
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
}

/** SQL with literals for its `$n::type`, because `copy` takes no parameters. */
export function withLiterals(sql: string, params: readonly unknown[]): string {
  return sql.replaceAll(/\$(\d+)(?=::)/g, (_, n: string) => literal(params[Number(n) - 1]));
}

function literal(value: unknown): string {
  const text = parameterText(value);
  return text === null ? "null" : pg.escapeLiteral(text);
}

/** The text form of a value, as the driver sends parameters. */
function parameterText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function elementOf(value: unknown): string {
  const text = parameterText(value);
  if (text === null) return "NULL";
  return Array.isArray(value) ? text : `"${text.replaceAll(/[\\"]/g, "\\$&")}"`;
}
