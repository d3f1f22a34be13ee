import type { Localised } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";

/** The page of one object in the portal (wire contract 5.2). Without it the page has all attributes, and every object that refers to this one or that it refers to. */
export interface PageSpec {
  /** Attributes of the head in their order; all by default. */
  readonly head?: readonly string[];
  /** A sentence above the attributes. */
  readonly text?: Localised;
  /** Lists of objects that refer to this one. Several stand in tabs, a single one below the head. */
  readonly tabs?: readonly PageTab[];
}

export interface PageTab {
  /** Type of the listed objects. */
  readonly of: ObjectName;
  /** Attribute of the listed objects that refers to this one; needed if several do. */
  readonly by?: string;
  /** Attributes of the listed objects in their order; by default those that every list of the type has. */
  readonly columns?: readonly string[];
  /** Title of the tab; by default the plural of the type. */
  readonly label?: Localised;
}
