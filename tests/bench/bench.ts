import type { Campus } from "./campus.ts";
import type { Figure } from "./figure.ts";
import type { Product } from "./product.ts";

/** Server, database and accounts that the bench measures with. */
export interface Bench extends Pick<Campus, "db"> {
  readonly size: string;
  readonly product: Product;
  readonly base: string;
  /** Session of an administrator of some divisions. */
  readonly otto: string;
  /** Session of an administrator of everything. */
  readonly ada: string;
  readonly rounds: number;
  /** How long the mixed load lasts. */
  readonly minutes: number;
  /** Names of the attacks that are measured. */
  readonly attack: RegExp;
  readonly note: (text: string) => void;
}

/** One or several rows of docs/performance.md. */
export type Measure = (bench: Bench) => Promise<readonly Figure[]>;
