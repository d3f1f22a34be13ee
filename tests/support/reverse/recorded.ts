import type { ChangeEntry, Reverse } from "#core/txlist/reverse";
import { expectRecorded } from "../recording.ts";

/** Changes of one transaction from the log, and the steps that reverse them. */
export interface Reversal {
  readonly entries: readonly ChangeEntry[];
  readonly made: Reverse;
}

/** Records reversals that were applied on the server, so that the unit tests reverse the same changes without a server. */
export interface Recorder {
  /** Keeps a reversal if it contains a kind of change that no earlier one has. */
  keep(reversal: Reversal): void;
  /** Fails if the file contains others, and names the command that updates the file. */
  expectKept(file: string): Promise<void>;
}

/** Longer transactions are not recorded, because they show nothing new. */
const MOST_ENTRIES = 24;

export function recorder(): Recorder {
  const kept: string[] = [];
  const seen = new Set<string>();
  return {
    keep(reversal) {
      if (reversal.entries.length > MOST_ENTRIES) return;
      const kinds = reversal.entries.flatMap(kindsOf).filter((kind) => !seen.has(kind));
      if (kinds.length === 0) return;
      for (const kind of kinds) seen.add(kind);
      kept.push(JSON.stringify(reversal).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "2026-01-01T00:00:00Z"));
    },
    async expectKept(file) {
      await expectRecorded(`${kept.join("\n")}\n`, file);
    },
  };
}

/** Kinds of change in an entry: the type with create, update or delete, and each changed attribute. */
function kindsOf({ object, old, new: now }: ChangeEntry): readonly string[] {
  if (old === null || now === null) return [`${object} ${old === null ? "created" : "deleted"}`];
  return Object.keys(now)
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))
    .map((name) => `${object} ${name}`);
}
