import type { Network } from "./networks.ts";
import type { People } from "./people.ts";
import type { Places } from "./places.ts";
import type { Random } from "./random.ts";
import type { RowList } from "./rows.ts";
import type { DemoCounts } from "./size.ts";
import type { Unit } from "./units.ts";

/** Ids of the rows that the database wrote from the catalogue, by their names. */
export interface TypeIds {
  readonly fqdn: Readonly<Record<string, string>>;
  readonly record: Readonly<Record<string, string>>;
}

export interface Name {
  readonly id: number;
  readonly value: string;
}

/** The names that other rows are linked to: names of units by the id of the unit, and of networks in the order of the broadcast domains. */
export interface NameTree {
  readonly top: RowList;
  readonly ofUnit: ReadonlyMap<number, Name>;
  readonly ofNetworks: readonly Name[];
  /** Apex of the zone for imported names. */
  readonly imports: Name;
  readonly servers: readonly Name[];
  /** Apexes of the zones of reverse names. */
  readonly reverse: readonly Name[];
}

/** The input for the rows of the demo campus. */
export interface Campus {
  readonly counts: DemoCounts;
  readonly units: readonly Unit[];
  readonly networks: readonly Network[];
  readonly people: People;
  readonly places: Places;
  readonly names: NameTree;
  readonly ids: TypeIds;
  readonly now: Date;
  /** One sequence of random choices for all tables. The order of the draws determines the values of each table. */
  readonly random: Random;
}
