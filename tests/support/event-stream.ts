import { request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { vi } from "vitest";
import type { Row } from "#contract/wire/json";

/** An event as it arrived. */
export interface Told {
  readonly event: string;
  readonly id: string | null;
  readonly data: Row;
  /** Time of arrival, as of `performance.now`. */
  readonly at: number;
}

/** A change that an event tells. */
export interface ToldChange {
  readonly transaction: string;
  readonly type: string;
  readonly fn: string;
  readonly gpk: string;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly events: readonly Told[];
  /** Number of signs of life. */
  readonly beats: () => number;
  /** Place to come back to. */
  readonly place: () => string | null;
  /** All changes in the order of their arrival. */
  readonly changes: () => readonly ToldChange[];
  /** Waits until the condition holds. */
  readonly until: (isThere: (stream: EventStream) => boolean, timeout?: number) => Promise<void>;
  /** Resolves when the stream ends, however it ends. */
  readonly ended: Promise<void>;
  close(): void;
}

export interface Listening {
  readonly from?: string | null;
  readonly types?: readonly string[];
}

/** Opens a stream of events; resolves with the head of the answer. */
export async function openEvents(
  address: string,
  token: string,
  { from = null, types }: Listening = {},
): Promise<EventStream> {
  const query =
    types === undefined ? "" : `?object_fq_name_list=${encodeURIComponent(JSON.stringify(types))}`;
  const answer = await answered(`${address}/api/events${query}`, {
    authorization: `Bearer ${token}`,
    ...(from === null ? {} : { "last-event-id": from }),
  });
  const events: Told[] = [];
  const state = { place: from, beats: 0, text: "" };
  answer.setEncoding("utf8");
  answer.on("data", (chunk: string) => {
    state.text += chunk;
    const blocks = state.text.split("\n\n");
    state.text = blocks.pop() ?? "";
    for (const block of blocks) {
      const found = read(block);
      state.place = found.id ?? state.place;
      if (found.told !== null) events.push(found.told);
      else if (block.includes(": beat")) state.beats += 1;
    }
  });
  const ended = new Promise<void>((resolve) => {
    answer.once("close", resolve);
    answer.on("error", () => {
      resolve();
    });
  });
  const stream: EventStream = {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    events,
    beats: () => state.beats,
    place: () => state.place,
    changes: () => events.flatMap(changesOf),
    until: (isThere, timeout = 20_000) =>
      vi.waitFor(
        () => {
          if (!isThere(stream)) throw new Error(`not told, but ${JSON.stringify(events.slice(-5))}`);
        },
        { timeout, interval: 5 },
      ),
    ended,
    close: () => answer.destroy(),
  };
  return stream;
}

function answered(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent: false, headers }, resolve);
    sent.on("error", reject);
    sent.end();
  });
}

function read(block: string): { readonly id: string | null; readonly told: Told | null } {
  const fields = new Map(
    block.split("\n").map((line) => {
      const at = line.indexOf(": ");
      return [line.slice(0, at), line.slice(at + 2)] as const;
    }),
  );
  const event = fields.get("event");
  // Parse boundary: the contract gives the form of the data.
  const data = JSON.parse(fields.get("data") ?? "{}") as Row;
  const id = fields.get("id") ?? null;
  return { id, told: event === undefined ? null : { event, id, data, at: performance.now() } };
}

interface ChangeData {
  readonly transaction_gfk: string;
  readonly change_list: readonly {
    readonly object_fq_name: string;
    readonly function: string;
    readonly object_gfk_list: readonly string[];
  }[];
}

function changesOf({ event, data }: Told): readonly ToldChange[] {
  if (event !== "change") return [];
  // Parse boundary: as above.
  const { transaction_gfk: transaction, change_list: list } = data as unknown as ChangeData;
  return list.flatMap((one) =>
    one.object_gfk_list.map((gpk) => ({ transaction, type: one.object_fq_name, fn: one.function, gpk })),
  );
}
