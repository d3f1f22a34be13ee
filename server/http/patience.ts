import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Limits for slow senders and readers (wire contract 1.9). The limits exist because slow clients take memory and connections that others need. */
export interface Patience {
  /** Time in ms after which an inactive client loses its connection. */
  readonly stalled: number;
  /** Minimum rate in bytes a second. The delays of a slower client may add up to `stalled`. */
  readonly rate: number;
}

/** 2 Mbit/s before an answer is compressed, about an eighth of that afterwards. */
export const PATIENCE: Patience = { stalled: 30_000, rate: 256 * 1024 };

const COMPRESSED = 1 / 8;

/** Time for which a client is still waited for. It grows with the transferred bytes, but never beyond `stalled`. */
export interface Credit {
  /** In ms. */
  left(): number;
  /** Counts a wait in ms, and the bytes transferred meanwhile. `share`: share of the minimum rate that is required. */
  count(waited: number, bytes: number, share?: number): void;
}

export function createCredit({ stalled, rate }: Patience): Credit {
  let left = stalled;
  return {
    left: () => left,
    count(waited, bytes, share = 1) {
      left = Math.min(stalled, left - waited + (bytes / (rate * share)) * 1000);
    },
  };
}

const LOOKS_EVERY = 1_000;

interface Watched {
  readonly socket: Socket;
  readonly response: ServerResponse;
  readonly credit: Credit;
  passed: number;
}

/** Cuts the connection of every client that does not read its answer, whatever the answer consists of. */
export function cutUnread(server: Server, patience: Patience = PATIENCE): void {
  const open = new Map<ServerResponse, Watched>();
  server.on("request", ({ socket }, response) => {
    open.set(response, { socket, response, credit: createCredit(patience), passed: passedBy(socket) });
    response.once("close", () => open.delete(response));
  });
  let looked = performance.now();
  const timer = setInterval(
    () => {
      const now = performance.now();
      const waited = now - looked;
      looked = now;
      for (const one of open.values()) look(one, waited);
    },
    Math.min(LOOKS_EVERY, patience.stalled / 4),
  );
  timer.unref();
  server.once("close", () => {
    clearInterval(timer);
  });
}

function look(one: Watched, waited: number): void {
  const { socket, response, credit } = one;
  const passed = passedBy(socket);
  // While the server has nothing to send, the client waits, so the time does not count.
  const share = response.hasHeader("content-encoding") ? COMPRESSED : 1;
  credit.count(socket.writableLength > 0 ? waited : 0, passed - one.passed, share);
  one.passed = passed;
  if (credit.left() <= 0) socket.destroy();
}

/** Bytes that the system has accepted from the socket. */
function passedBy({ bytesWritten, writableLength }: Socket): number {
  return Math.max(0, bytesWritten - writableLength);
}
