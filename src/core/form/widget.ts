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

/** Steps that come before the list of a reference field, and how its rows hang together with theirs. */
interface Narrowing {
  /** A marker `{{name}}` in their filters is the value of that field of the same form; nothing is offered while it is empty. */
  readonly steps: readonly Step[];
  /** Earlier step -> reference name: rows related to every one, and to at least one of these steps (wire contract 3.4). */
  readonly inner?: Readonly<Record<string, string>>;
  readonly union?: Readonly<Record<string, string>>;
}

/** What a control offers in a reference field, where it is less than every row. */
export interface Offer {
  /** Filters that every offered row must pass. */
  readonly filters?: Params;
  readonly narrowing?: Narrowing;
  /** The order of the offered rows, where some of them are likelier than others. */
  readonly sorting?: readonly string[];
}

/** Where a reference field finds its values: a list step, the attribute that is stored and what is shown beside it. */
export interface ReferenceTarget {
  readonly object: string;
  readonly attribute: string;
  readonly titles: readonly string[];
  /** Further attributes of the target, for a line that tells equal titles apart. */
  readonly searched: readonly string[];
  /** Filters that every offered row must pass; markers as in the steps of a narrowing. */
  readonly filters: Params;
  readonly narrowing?: Narrowing;
  readonly sorting: readonly string[];
  /** Few enough to be looked through: they are offered before anything is typed. */
  readonly isFew?: true;
}

/** Where a typeahead of a template finds its values: steps with a marker for the typed text, and what is read of their answer. */
export interface QueryTarget {
  readonly steps: readonly Step[];
  /** Result that is read. */
  readonly read: string;
  /** Attribute that is shown, and attribute that is taken. */
  readonly shown: string;
  readonly stored: string;
}

/** What a widget is told besides its value. */
export interface WidgetOptions {
  /** Typing more characters is refused. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isInteger?: boolean;
  /** A number that is also written in pairs of digits with dots between them (VAL-24). */
  readonly isInPairs?: boolean;
  /** A longer text begins as one line and grows with what is typed. */
  readonly isGrowing?: boolean;
  /** Expected form, as help text under the field and in messages. */
  readonly expected?: TextKey;
  /** Not said is an answer of its own: the server decides. */
  readonly isLeftToServer?: boolean;
  /** What not saying means, where it is not that the server decides. */
  readonly unsaid?: TextKey;
  /** Fixed values of a choice. */
  readonly choices?: readonly { readonly value: Json; readonly label: string }[];
  /** Fixed values of a choice, or likely ones of a text, by what they read like. */
  readonly values?: NonNullable<ValueTexts>;
  /** The values are the JSON texts of what is sent: numbers, yes and no. */
  readonly hasJsonValues?: true;
  /** What the browser may fill in; nothing by default. */
  readonly autoComplete?: "username" | "current-password" | "off";
  /** Rows of a choice or of a typeahead. */
  readonly reference?: ReferenceTarget;
  /** Rows of a typeahead that a template asks for. */
  readonly query?: QueryTarget;
  /** A field that takes an address while another one says so: its values, and the family of the address. */
  readonly addressBy?: { readonly field: string; readonly families: Readonly<Record<string, 4 | 6>> };
  /** The family of the address that a field takes, where it takes one only. */
  readonly family?: 4 | 6;
  /** What each line of a list holds. */
  readonly element?: Input;
}

/** An input and what it is told. */
export interface Input {
  readonly widget: Widget;
  readonly options: WidgetOptions;
}
