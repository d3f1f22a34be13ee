import { join } from "node:path";

/** Where Node keeps compiled modules between starts. */
export const COMPILED = join(import.meta.dirname, "..", "node_modules", ".cache", "netportal");

/**
 * Environment of a process that stays small. With compiled modules Node does not load what strips the types of ours (30 MiB). Large buffers are
 * mapped one by one (mallopt(3), bytes), so that each goes back to the system when it is let go, not only when all behind it have gone.
 */
export const FRUGAL: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: COMPILED,
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
};
