import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { UNPRIVILEGED } from "../../server/db/embedded/binaries.ts";
import { scratchFolder } from "./scratch.ts";

/** A small disk of its own, which can be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Writes until there is no byte left. */
  fill(): void;
  /** Frees the space that `fill` took. */
  free(): void;
  remove(): void;
}

/** Whether a disk can be mounted here, which only root may do. */
export function canMount(): boolean {
  const folder = scratchFolder("mountable");
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
}

/** Mounts a disk in memory that belongs to the embedded PostgreSQL. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = scratchFolder("small-disk");
  const size = `size=${String(megabytes)}m`;
  execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder]);
  chownSync(folder, UNPRIVILEGED, UNPRIVILEGED);
  const ballast = join(folder, "ballast");
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      try {
        for (let step = 1024 * 1024; step >= 1024; step = isWritten(file, step) ? step : step / 2);
      } finally {
        closeSync(file);
      }
    },
    free: () => {
      rmSync(ballast, { force: true });
    },
    remove() {
      execFileSync("umount", ["--lazy", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isWritten(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes)) === bytes;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}
