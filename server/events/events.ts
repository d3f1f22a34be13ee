import { EVENT_LIMITS, LIMITS } from "#contract/limits";
import { startBackground, type Background } from "../background.ts";
import { refuse } from "../faults.ts";
import type { Log } from "../log.ts";
import { readCursor } from "./cursor.ts";
import { createLanes } from "./lanes.ts";
import type { Listener, RightsParts } from "./listener.ts";
import { createReader, join, placed, quietPlace, readOn, resume, type Reader } from "./reader.ts";
import { beatText, eventText } from "./told.ts";
import type { Wake } from "./wake.ts";

export interface EventsParts extends RightsParts {
  readonly wake: Wake;
  /** False for a process that only reads. */
  readonly writes: boolean;
  readonly log: Log;
}

/** A stream that somebody opens. */
export interface Opening extends Pick<Listener, "token" | "visit" | "types" | "actor"> {
  /** Place up to which the client was told; null: it begins now. */
  readonly from: string | null;
  /** Facts of the first event. */
  readonly greeting: object;
  readonly tell: (text: string) => void;
  /** Ends the stream. */
  readonly end: () => void;
}

/** Applied changes for those who listen: one reader for all streams of this process. */
export interface Events {
  /** Opens a stream. Refuses if there are too many, or on a standby. The returned function closes it. */
  open(opening: Opening): Promise<() => void>;
  /** Ends all streams. */
  end(): void;
  stop(): Promise<void>;
}

/** Broken streams that are resumed at the same time. */
const RESUMED_AT_ONCE = 3;

export function createEvents({ wake, log, ...parts }: EventsParts): Events {
  const reader = createReader(parts);
  const { all, live } = reader;
  const failed = failureLog(log);
  const background = startBackground({
    name: "events",
    async work() {
      const isMore = await readOn(reader);
      failed(null);
      return isMore;
    },
    every: EVENT_LIMITS.eventPoll,
    onError: failed,
  });
  const ear = createEar(wake, background);
  const begin = beginning(reader, failed);
  const endBeats = startBeats(reader);
  let isOver = false;

  function close(listener: Listener): void {
    listener.isOpen = false;
    live.delete(listener);
    all.delete(listener);
    if (all.size > 0) return;
    forget(reader);
    ear.close();
  }

  function end(): void {
    isOver = true;
    endBeats();
    for (const one of all) one.end();
  }

  return {
    async open(opening) {
      if (isOver) throw refuse("not_ready");
      refuseMore(reader, opening.actor.person);
      if (all.size === 0) forget(reader);
      const listener = listenerOf(opening, close);
      all.add(listener);
      ear.open();
      try {
        await begin(listener, opening);
      } catch (error) {
        close(listener);
        throw error;
      }
      return () => {
        close(listener);
      };
    },
    end,
    async stop() {
      end();
      await background.stop();
    },
  };
}

/** Hears of commits while somebody listens. */
function createEar(wake: Wake, background: Background) {
  let unwake: (() => void) | null = null;
  return {
    open(): void {
      unwake ??= wake.onCommit(() => {
        background.wake();
      });
    },
    close(): void {
      unwake?.();
      unwake = null;
    },
  };
}

/** Begins a stream: from now on, or where its client was. */
function beginning(reader: Reader, failed: (error: unknown) => void) {
  const resuming = createLanes(RESUMED_AT_ONCE);
  return async (listener: Listener, { from, greeting }: Opening): Promise<void> => {
    const cursor = from === null ? null : readCursor(from);
    const isResumed = cursor !== null && cursor.here === (await placed(reader)).here;
    const hello = (id: string | null): string =>
      eventText("open", { ...greeting, is_resumed: isResumed }, id);
    if (!isResumed) return join(reader, listener, hello);
    listener.tell(hello(null));
    // The stream has begun, so a failure can only end it. The client comes back with its place.
    resuming(() => resume(reader, listener, cursor)).catch((error: unknown) => {
      failed(error);
      listener.end();
    });
  };
}

/** Gives signs of life to all listeners. */
function startBeats(reader: Reader): () => void {
  const timer = setInterval(() => {
    const id = quietPlace(reader);
    for (const one of reader.all) one.tell(beatText(reader.live.has(one) ? id : null));
  }, EVENT_LIMITS.eventBeat);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

function listenerOf(
  { token, visit, types, actor, tell, end }: Opening,
  close: (listener: Listener) => void,
): Listener {
  const listener: Listener = {
    token,
    visit,
    types,
    actor,
    tell,
    isOpen: true,
    end() {
      if (!listener.isOpen) return;
      close(listener);
      end();
    },
  };
  return listener;
}

/** Who comes next begins at that moment. */
function forget(reader: Reader): void {
  reader.place = null;
  reader.window = null;
}

function refuseMore({ all, parts }: Reader, person: string): void {
  // A standby does not tell which transactions are still open in a snapshot.
  if (parts.db.isReplica) throw refuse("read_only", { access_mode: "ro" });
  const retry = { retry_after_s: LIMITS.retryAfter };
  if ([...all].filter(({ actor }) => actor.person === person).length >= EVENT_LIMITS.eventStreams)
    throw refuse("too_many_requests", retry);
  if (all.size >= EVENT_LIMITS.eventStreamsOfAll) throw refuse("busy", retry);
}

/** Logs a failure once until the next success, because a database that is away is asked five times a second. */
function failureLog(log: Log): (error: unknown) => void {
  let isFailing = false;
  return (error) => {
    if (error !== null && !isFailing) log("events", { error });
    isFailing = error !== null;
  };
}
