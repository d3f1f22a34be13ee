import type { Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Removal } from "#core/removal/removal";
import type { Planned } from "#core/txlist/planned";

/** A search for what a deletion needs, with all that the server was asked and answered. */
export interface RecordedRemoval {
  readonly item: Planned;
  readonly calls: readonly { readonly steps: readonly Step[]; readonly outcome: Outcome }[];
  readonly removal: Removal | null;
}
