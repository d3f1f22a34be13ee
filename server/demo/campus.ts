import type { NameTree, TypeIds } from "./names.ts";
import type { Network } from "./networks.ts";
import type { People } from "./people.ts";
import type { Places } from "./places.ts";
import type { Random } from "./random.ts";
import type { DemoCounts } from "./size.ts";
import type { Unit } from "./units.ts";

/** What the rows of the demo campus are made from. */
export interface Campus {
  readonly counts: DemoCounts;
  readonly units: readonly Unit[];
  readonly networks: readonly Network[];
  readonly people: People;
  readonly places: Places;
  readonly names: NameTree;
  readonly ids: TypeIds;
  readonly now: Date;
  /** One row of choices for all tables: whoever draws first decides what the next one draws. */
  readonly random: Random;
}
