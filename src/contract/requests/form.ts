import type * as ASKED_TYPES from "./asked-types.ts";
import type { Condition as AnyCondition, ValueTest } from "../condition.ts";
import type { Localised } from "../wire/json.ts";

/** Tests values of other fields of the same object. A field that is not filled in counts with its default. */
export type Condition = AnyCondition<ValueTest<string>>;

export interface Choice {
  readonly value: string | number;
  readonly label: Localised;
}

/** The kind of values of a field. `dataType` is the name in a refusal (wire contract 5.5). */
export type FieldType =
  | { readonly kind: "text"; readonly dataType: keyof typeof ASKED_TYPES }
  /** `named`: texts for the numbers, if they are a small choice. */
  | {
      readonly kind: "integer";
      readonly min: number;
      readonly max: number | PoolBound;
      readonly named?: readonly Choice[];
    }
  | { readonly kind: "boolean" }
  | { readonly kind: "choice"; readonly choices: readonly Choice[] }
  | { readonly kind: "address"; readonly version: 4 | 6 }
  | { readonly kind: "object"; readonly fields: readonly Field[] }
  /** `takesOne`: a single element may stand for a list of one. */
  | { readonly kind: "list"; readonly of: FieldType; readonly takesOne?: true };

/** Addresses of the subnet whose prefix length or network is in a field, without those that hosts cannot have. */
export interface PoolBound {
  readonly subnetIn: string;
  readonly less: number;
  /** Value if the field is empty. */
  readonly otherwise: number;
}

/** Objects of the network database that a field names by an attribute. Fixed values and other fields restrict the offered objects. */
export interface Reference {
  readonly object: string;
  readonly attribute: string;
  readonly filters?: Readonly<Record<string, string | boolean>>;
  /** Filter → field of the same object. */
  readonly within?: Readonly<Record<string, string>>;
  /** Relation of the type with itself. The field then offers the objects below the found rows, at any depth. */
  readonly below?: string;
  /** Further fixed values by the variant of the request. */
  readonly byVariant?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The objects are few, so they are offered before anything is typed. */
  readonly isFew?: true;
}

/** One field of a request form (wire contract 6.4). */
export interface Field {
  readonly name: string;
  readonly label: Localised;
  readonly type: FieldType;
  readonly required?: true | Condition;
  /** The field is refused if this condition does not hold. */
  readonly onlyIf?: Condition;
  readonly default?: string | number | boolean;
  readonly refersTo?: Reference;
  /** Advice for filling in the field, shown while `if` holds. It becomes a warning when the field holds more than `warnsAbove` values. */
  readonly guidance?: { readonly text: Localised; readonly if?: Condition; readonly warnsAbove?: number };
  /** Name of one entry of a list of objects. */
  readonly entry?: Localised;
  /** Entries are kept in the browser until the request is sent. */
  readonly isCollected?: true;
  /** Filled in beforehand with data of the sender. */
  readonly prefilled?: "senderEmail";
  /** Default from another field: its text and a suffix. */
  readonly follows?: { readonly field: string; readonly suffix: string };
}

export interface RequestForm {
  readonly name: string;
  readonly label: Localised;
  /** `everyone` also without token; `ouAdmin`: accounts that administer an OU. */
  readonly who: "everyone" | "token" | "ouAdmin";
  /** Field with the OU that the sender must administer; without it any OU is accepted. */
  readonly administers?: string;
  readonly variants?: readonly Choice[];
  /** Fields with the sending person, so that a visitor does not type name and mail address twice. */
  readonly sender?: { readonly name: string; readonly email: string };
  readonly fields: readonly Field[];
}
