import type { ObjectName } from "#contract/wire/step";
import type { Params, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { ReducerName } from "../form/reducers.ts";
import type { Offer } from "../form/widget.ts";
import type { TextKey } from "../text.ts";
import type { PlannedStatement } from "../txlist/planned.ts";
import type { Condition, Value } from "./value.ts";

/** A control that plans a change, and the options of its form. */
export interface Planning {
  /** A writing function of the type. */
  readonly do: string;
  /** Default: object type of the section's step. */
  readonly object?: ObjectName;
  /** Prefilled values; default for create: filters of the step that are parameters of create. */
  readonly set?: Readonly<Record<string, Value>>;
  /** Fields that only expert mode opens (TAFORM-13); default: those filled from filters. */
  readonly lock?: readonly string[];
  /** A field whose initial value is the name of an object above, in front of which text is typed. */
  readonly below?: string;
  /** The new object replaces the row. It is named as a value, so that only its screens load it. */
  readonly move?: Move;
  /** Fields in this order; [] plans at once without a form. */
  readonly ask?: readonly string[];
  /** Required parameters that the metadata call optional (non_optionals). */
  readonly require?: readonly string[];
  /** Fields with a null checkbox for everyone (TAFORM-12). */
  readonly nullable?: readonly string[];
  /** Choices of reference fields, by field. */
  readonly offer?: Readonly<Record<string, Offer>>;
  /** Name of a function in core/form (input_reducer). */
  readonly reduce?: ReducerName;
  /** Adds a statement for each row of that step. */
  readonly bundle?: { readonly at: "prepend" | "append"; readonly rows: string; readonly do: "delete" };
  /** Shows the result after apply (show_result). */
  readonly show?: true;
  readonly text?: TextKey;
  /** Name of the function from the metadata, for screens made for a type. */
  readonly caption?: string;
  /** A function that concerns no row, or that cannot be planned for a selection of rows. By default create concerns none, and other functions any number. */
  readonly rows?: "none" | "one";
  /** The control is visible outside the menu while this holds; otherwise it is absent. */
  readonly when?: Condition;
  /** The control is absent unless this holds; it says nothing about rights. */
  readonly only?: Condition;
  /** With several selected rows each gets a partner. */
  readonly pairs?: Pairs;
}

export interface Move {
  /** The type of the object to which the row can be moved; null if rows of the type cannot move. */
  readonly holder: (catalogue: Catalogue, type: ObjectTypeMeta) => string | null;
  /** Initial values and fixed values of its form, the fate of the row, and the type of its new object. */
  readonly target: (catalogue: Catalogue, type: ObjectTypeMeta, row: Row) => Moved;
}

export interface Moved {
  readonly set: Params;
  readonly lock: readonly string[];
  readonly bundle: { readonly at: "append"; readonly statements: readonly PlannedStatement[] };
  readonly moves: string;
}

/** Pairs several rows with partners: those of one owner in order, beginning with a chosen one. */
export interface Pairs {
  /** Parameter with the gpk of the partner. */
  readonly with: string;
  /** Attribute of a partner with the gpk of its owner, and the attribute that sorts partners. */
  readonly by: string;
  readonly order: string;
  /** Flag of a row that already has a partner. */
  readonly taken: string;
}
