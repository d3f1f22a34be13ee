import type { IncomingMessage } from "node:http";
import { LIMITS } from "#contract/limits";
import { refuse } from "../faults.ts";
import { createCredit, PATIENCE } from "./patience.ts";
import { afterOthers } from "../wapi/pieces.ts";

/** Limits for accepting a body. */
export interface Allowance {
  readonly limit: number;
  /** False: the bytes are counted and dropped. The size of a request without token is checked first (wire contract 1.7), but its body takes no memory. */
  readonly keep: boolean;
}

/** A body in pieces, in the order of their arrival, in memory that can be given to another thread. */
export type Body = readonly Uint8Array<ArrayBuffer>[];

const PIECE_BYTES = 1024 * 1024;
/** Parsing a body with more bytes than this delays other calls noticeably. */
const NOTICED_BYTES = 32 * 1024;

/** The whole body of a request, as soon as it may be parsed. */
export async function readBody(request: IncomingMessage, given: Allowance): Promise<Uint8Array> {
  return whole(await readPieces(request, given));
}

/** The body as one piece. Large bodies that arrive at the same time are parsed one after the other, with other waiting calls in between. */
export async function whole(body: Body): Promise<Uint8Array> {
  if (lengthOf(body) > NOTICED_BYTES) await afterOthers();
  return Buffer.concat(body);
}

export function lengthOf(body: Body): number {
  return body.reduce((sum, { length }) => sum + length, 0);
}

/**
 * The body of a request. A body beyond the limit is refused as soon as that is known. If `grow` is given, it is asked for a new limit first, and
 * nothing more is read until it answers.
 */
export async function readPieces(
  request: IncomingMessage,
  given: Allowance,
  grow?: () => Promise<Allowance>,
): Promise<Body> {
  const pieces = createPieces();
  const arrival = createArrival(request);
  let length = 0;
  // A large body takes a place that others wait for. It must arrive within the time of a call, or its connection is cut.
  const growInTime =
    grow &&
    (async () => {
      const allowed = await grow();
      arrival.endsWithin(LIMITS.callTime);
      return allowed;
    });
  try {
    let allowed = await allowedFor(Number(request.headers["content-length"] ?? 0), given, growInTime);
    // The connection must stay open after a refusal, so that the client can read the refusal.
    arrival.wait();
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      // An IncomingMessage without encoding yields buffers.
      const bytes = chunk as Buffer;
      arrival.came(bytes.length);
      length += bytes.length;
      if (length > allowed.limit)
        allowed = await allowedFor(length, allowed, allowed === given ? growInTime : undefined);
      if (allowed.keep) pieces.add(bytes);
      arrival.wait();
    }
  } catch (error) {
    request.resume();
    throw error;
  } finally {
    arrival.end();
  }
  return pieces.all();
}

/** Cuts the connection of a client that sends its body too slowly. Only the time for which the server waits counts. */
function createArrival(request: IncomingMessage) {
  const credit = createCredit(PATIENCE);
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  let ends = Infinity;
  return {
    /** Time in ms for the whole body. */
    endsWithin(ms: number): void {
      ends = performance.now() + ms;
    },
    wait(): void {
      since = performance.now();
      const left = Math.min(credit.left(), ends - since);
      timer = setTimeout(() => {
        request.destroy(refuse("time_limit", { limit_s: PATIENCE.stalled / 1000 }));
      }, left);
    },
    came(bytes: number): void {
      clearTimeout(timer);
      credit.count(performance.now() - since, bytes);
    },
    end(): void {
      clearTimeout(timer);
    },
  };
}

/** Copies chunks when they arrive, because the connection reads into shared memory. One copy of all chunks at the end would delay other calls. */
function createPieces(): { add(bytes: Uint8Array): void; all(): Body } {
  const full: Uint8Array<ArrayBuffer>[] = [];
  let small: Uint8Array[] = [];
  let length = 0;
  const close = (): void => {
    if (length === 0) return;
    const piece = new Uint8Array(length);
    let at = 0;
    for (const bytes of small) {
      piece.set(bytes, at);
      at += bytes.length;
    }
    full.push(piece);
    small = [];
    length = 0;
  };
  return {
    add(bytes) {
      small.push(bytes);
      length += bytes.length;
      if (length >= PIECE_BYTES) close();
    },
    all() {
      close();
      return full;
    },
  };
}

async function allowedFor(
  length: number,
  given: Allowance,
  grow: (() => Promise<Allowance>) | undefined,
): Promise<Allowance> {
  if (length <= given.limit) return given;
  const { limit, keep } = (await grow?.()) ?? given;
  if (length > limit) throw refuse("body_too_large", { limit });
  return { limit, keep };
}

/** Whether the headers of the request say that no body follows. */
export function hasNoBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) === 0;
}

/** Whether the headers of the request name this content type, in UTF-8 and without compression (wire contract 1.3). */
export function isOfType(request: IncomingMessage, wanted = "application/json"): boolean {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const encoding = request.headers["content-encoding"] ?? "identity";
  const charset = parameters.map((part) => /^\s*charset="?([\w-]+)"?\s*$/.exec(part)?.[1]).find(Boolean);
  return type.trim() === wanted && encoding === "identity" && (charset ?? "utf-8") === "utf-8";
}
