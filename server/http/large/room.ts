import { totalmem } from "node:os";
import { LIMITS } from "#contract/limits";

const MIB = 1024 * 1024;

/**
 * About twice the memory for parsing the worst permitted body (1.6 GB). A body that takes more ends the whole process, because the parser cannot be
 * interrupted.
 */
const HEAP_MIB = 3072;
/** A heap for a call of 100,000 steps. A second thread is used only beside one of this size. */
const GOOD_HEAP_MIB = 1024;
const LEAST_HEAP_MIB = 256;
/** It makes a call of 100,000 steps a twelfth faster. */
const GOOD_YOUNG_MIB = 96;
/** Memory for everything else: the main thread, the embedded database, the system. */
const REST_MIB = 768;
/** Share of the memory that bodies may fill before a thread has them. */
const OF_BODIES = 1 / 16;

const MOST_THREADS = 2;
const MOST_BODIES = 6;

/** Memory and threads for large calls on this machine. */
export interface LargeRoom {
  /** Maximum number of large bodies of all persons that are held at the same time. */
  readonly bodies: number;
  /** Maximum number of large calls that are answered at the same time, each by a thread of its own. */
  readonly threads: number;
  /** Largest heap of such a thread, in MiB. */
  readonly heap: number;
  /** Size in MiB of its part for young objects, which are collected less often if the part is large. Null: the default of V8 for such a heap. */
  readonly young: number | null;
  /** Maximum number of values in a body. */
  readonly values: number;
}

/** Memory in bytes that this process may use: that of the machine, or that of its control group (`MemoryHigh`, `MemoryMax` of systemd) if it is less. */
export function memoryOfProcess(): number {
  const constrained = process.constrainedMemory();
  const whole = totalmem();
  return constrained > 0 && constrained < whole ? constrained : whole;
}

/** Memory and threads for large calls on a machine with this number of bytes. From 6.8 GiB on they are those of the wire contract (1.8). */
export function largeRoom(memory: number): LargeRoom {
  const ofThreads = Math.max(LEAST_HEAP_MIB, Math.floor(memory / MIB) - REST_MIB);
  const threads = ofThreads < MOST_THREADS * GOOD_HEAP_MIB ? 1 : MOST_THREADS;
  const heap = Math.min(HEAP_MIB, Math.floor(ofThreads / threads));
  const bodies = Math.floor((memory * OF_BODIES) / LIMITS.executorBodyBytes);
  return {
    bodies: Math.min(MOST_BODIES, Math.max(1, bodies)),
    threads,
    heap,
    young: heap < GOOD_HEAP_MIB ? null : GOOD_YOUNG_MIB,
    values: Math.floor((LIMITS.bodyValues * heap) / HEAP_MIB),
  };
}
