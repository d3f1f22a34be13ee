import type { Log } from "../log.ts";

/** Logs a failure once, and again only after a success, because work that is tried five times a second would fill the log. */
export function quietLog(what: string, log: Log) {
  let told: string | null = null;
  return {
    failed: (error: unknown): void => {
      const text = error instanceof Error ? error.message : String(error);
      if (told !== text) log(what, { error });
      told = text;
    },
    succeeded: (): void => {
      told = null;
    },
  };
}
