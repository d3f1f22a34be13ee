import { totalmem } from "node:os";
import { LIMITS } from "#contract/limits";

const MIB = 1024 * 1024;

/** About twice what the worst permitted body takes while it is parsed (1.6 GB). A body that takes more ends the whole process, because the parser cannot be interrupted. */
const HEAP_MIB = 3072;
/** A heap in which a call of 100,000 steps has room; a second thread is worth having only beside such a one. */
const GOOD_HEAP_MIB = 1024;
const LEAST_HEAP_MIB = 256;
/** It saves a call of 100,000 steps a twelfth of its time. */
const GOOD_YOUNG_MIB = 96;
/** What the rest needs: the main thread, the embedded database, the system. */
const REST_MIB = 768;
/** Part of the memory that bodies may fill before a thread has them. */
const OF_BODIES = 1 / 16;

const MOST_THREADS = 2;
const MOST_BODIES = 6;

/** How much room large calls have on this machine. */
export interface LargeRoom {
  /** Large bodies of all persons that are held at once. */
  readonly bodies: number;
  /** Large calls that are answered at once, each by a thread of its own. */
  readonly threads: number;
  /** Largest heap of such a thread, in MiB. */
  readonly heap: number;
  /** Its part for young objects, in MiB: they are collected less often in a large one. Null: what V8 takes for such a heap. */
  readonly young: number | null;
  /** Most values in a body. */
  readonly values: number;
}

/** Memory in bytes that this process may use: that of the machine, or of its control group (`MemoryHigh`, `MemoryMax` of systemd) if that is less. */
export function memoryOfProcess(): number {
  const constrained = process.constrainedMemory();
  const whole = totalmem();
  return constrained > 0 && constrained < whole ? constrained : whole;
}

/** The room of large calls in a memory of this size in bytes. From 6.8 GiB on it is the whole one of the wire contract (1.8). */
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
