import type { Socket } from "node:net";
import { drained } from "../../wapi/drained.ts";
import { READING } from "./budget.ts";
import { BadPacket } from "../../dns-wire/name.ts";

/** Accumulated delay in ms, and bytes a second that reduce it. */
export type Reading = Readonly<Record<"stalled" | "rate", number>>;

/** Writes bytes to a connection at the speed of its reader, and ends it if that is too slow (`READING`). */
export function createReader(socket: Socket, reading: Reading = READING) {
  let left = reading.stalled;
  return {
    async give(bytes: Buffer): Promise<void> {
      if (socket.destroyed) throw new BadPacket("the connection is gone");
      const earned = (bytes.length / reading.rate) * 1000;
      const given = performance.now();
      if (!socket.write(bytes)) await drainedWithin(socket, left);
      left = Math.min(reading.stalled, left - (performance.now() - given) + earned);
    },
  };
}

async function drainedWithin(socket: Socket, patience: number): Promise<void> {
  const timer = setTimeout(() => socket.destroy(), patience);
  try {
    await drained(socket);
  } finally {
    clearTimeout(timer);
  }
}
