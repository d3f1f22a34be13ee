import type { Json, Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { ValueTexts } from "../catalogue/named-value.ts";
import type { TextKey } from "../text.ts";

/** Input kinds. Core names the widget, `src/ui/field` owns one component for each. */
export type Widget =
  | "text"
  | "textarea"
  | "number"
  | "boolean"
  | "date"
  | "dateTime"
  | "choice"
  | "choiceList"
  | "checks"
  | "fqdn"
  | "ipAddress"
  | "ipNetwork"
  | "macAddress"
  | "reference"
  | "list"
  | "json"
  | "secret";

/** Steps that come before the list of a reference field, and how the rows of the list are related to theirs. */
interface Narrowing {
  /** A marker `{{name}}` in their filters is the value of that field of the same form; nothing is offered while it is empty. */
  readonly steps: readonly Step[];
  /** Earlier step -> reference name: rows related to every one, and to at least one of these steps (wire contract 3.4). */
  readonly inner?: Readonly<Record<string, string>>;
  readonly union?: Readonly<Record<string, string>>;
}

/** What a control offers in a reference field, if it does not offer every row. */
export interface Offer {
  /** Filters that every offered row must pass. */
  readonly filters?: Params;
  readonly narrowing?: Narrowing;
  /** The order of the offered rows, if some of them are more likely than others. */
  readonly sorting?: readonly string[];
  /** The offered rows are few, so they are offered before anything is typed. */
  readonly isFew?: true;
}

/** Where a reference field finds its values: a list step, the attribute that is stored and what is shown beside it. */
export interface ReferenceTarget {
  readonly object: string;
  readonly attribute: string;
  readonly titles: readonly string[];
  /** Further attributes of the target, for a line that distinguishes equal titles. */
  readonly searched: readonly string[];
  /** Filters that every offered row must pass; markers as in the steps of a narrowing. */
  readonly filters: Params;
  readonly narrowing?: Narrowing;
  readonly sorting: readonly string[];
  /** There are only a few rows, so they are offered before anything is typed. */
  readonly isFew?: true;
}

/** Where a typeahead of a template finds its values: steps with a marker for the typed text, and the part of their answer that is read. */
export interface QueryTarget {
  readonly steps: readonly Step[];
  /** Result that is read. */
  readonly read: string;
  /** Attribute that is shown, and attribute that is taken. */
  readonly shown: string;
  readonly stored: string;
}

/** What a widget gets besides its value. */
export interface WidgetOptions {
  /** Typing more characters is refused. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isInteger?: boolean;
  /** A number that is also written in pairs of digits with dots between them (VAL-24). */
  readonly isInPairs?: boolean;
  /** The text is typed in front of the initial value of the field. */
  readonly isBelow?: true;
  /** A longer text begins as one line and grows while somebody types. */
  readonly isGrowing?: boolean;
  /** Expected form, as help text under the field and in messages. */
  readonly expected?: TextKey;
  /** The field may stay without an answer; the server decides then. */
  readonly isLeftToServer?: boolean;
  /** Text for a field without an answer, if it does not mean that the server decides. */
  readonly unsaid?: TextKey;
  /** Fixed values of a choice. */
  readonly choices?: readonly { readonly value: Json; readonly label: string }[];
  /** Fixed values of a choice, or likely values of a text, with their labels. */
  readonly values?: NonNullable<ValueTexts>;
  /** The values are the JSON texts of what is sent: numbers, yes and no. */
  readonly hasJsonValues?: true;
  /** What the browser may fill in; nothing by default. */
  readonly autoComplete?: "username" | "current-password" | "off";
  /** Rows of a choice or of a typeahead. */
  readonly reference?: ReferenceTarget;
  /** Rows of a typeahead that a template asks for. */
  readonly query?: QueryTarget;
  /** The other field that decides whether this one accepts an address, and the IP version for each of its values. */
  readonly addressBy?: { readonly field: string; readonly families: Readonly<Record<string, 4 | 6>> };
  /** The other field that decides the form of the text, and its value if the form has no such field. */
  readonly formBy?: { readonly field: string; readonly value: string | null };
  /** The IP version of addresses that a field accepts, if it accepts only one. */
  readonly family?: 4 | 6;
  /** What each line of a list holds. */
  readonly element?: Input;
}

/** An input and its options. */
export interface Input {
  readonly widget: Widget;
  readonly options: WidgetOptions;
}
