import type { Params, Row } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import type { FreeScope } from "../addresses/free-scope.ts";
import type { Locale, TextKey } from "../text.ts";
import type { Loss } from "../txlist/losses.ts";
import type { PlannedStatement } from "../txlist/planned.ts";
import type { ReducerName } from "./reducers.ts";
import type { Offer } from "./widget.ts";

/** What a form is opened for. Members after `row` are those of a control (`Planning` of a screen) with their values looked up. */
export interface FormTarget {
  readonly object: ObjectName;
  readonly operation: "create" | "update" | "delete" | "connect" | "disconnect";
  /** Present values; null for create. */
  readonly row: Row | null;
  /** The same change for several objects: no field starts from a value. */
  readonly isMany?: true;
  /** What the action on the screen says, where it has words of its own; the form is called the same. */
  readonly title?: TextKey;
  readonly set?: Params;
  /** Fields that are planned to be null: they stay so unless they are filled in. */
  readonly nulled?: readonly string[];
  readonly lock?: readonly string[];
  /** Of an update that the account may do in part: what it may set, and the permissions of which one would open the rest. */
  readonly part?: { readonly open: readonly string[]; readonly missing: readonly string[] };
  readonly ask?: readonly string[];
  readonly require?: readonly string[];
  readonly nullable?: readonly string[];
  /** What reference fields offer, by field. */
  readonly offer?: Readonly<Record<string, Offer>>;
  readonly reduce?: ReducerName;
  readonly show?: boolean;
  readonly variant?: string;
  readonly losses?: readonly Loss[];
  /** Where the form was opened, for fields that look for free addresses. */
  readonly around?: FreeScope;
  readonly bundle?: {
    readonly at: "prepend" | "append";
    readonly statements: readonly PlannedStatement[];
  };
}

export interface FormPrefs {
  readonly locale: Locale;
  readonly isExpert: boolean;
}
