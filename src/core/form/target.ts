import type { Params, Row } from "#contract/wire/json";
import type { ObjectName, Step } from "#contract/wire/step";
import type { Planning } from "../screen/planning.ts";
import type { Locale, TextKey } from "../text.ts";
import type { Loss } from "../txlist/losses.ts";
import type { PlannedStatement } from "../txlist/planned.ts";

/** Purpose of an open form. Members after `row` are those of a control (`Planning` of a screen) with their values looked up. */
export interface FormTarget extends Pick<
  Planning,
  "lock" | "below" | "ask" | "require" | "nullable" | "offer" | "reduce" | "caption"
> {
  readonly object: ObjectName;
  readonly operation: Planning["do"];
  /** Present values; null for create. */
  readonly row: Row | null;
  /** Uuid of the element that already plans something for the object, and that this change joins. */
  readonly element?: string;
  /** The same change for several objects: no field starts from a value. */
  readonly isMany?: true;
  /** The text of the action on the screen, if it has its own; it is also the title of the form. */
  readonly title?: TextKey;
  readonly set?: Params;
  /** The type of which the new link takes another object instead of the present one. */
  readonly moves?: string;
  /** Fields that are planned to be null: they stay so unless they are filled in. */
  readonly nulled?: readonly string[];
  /** For an update that the account may do only in part: the fields it may set, and permissions each of which would open the rest. */
  readonly part?: { readonly open: readonly string[]; readonly missing: readonly string[] };
  readonly show?: boolean;
  readonly variant?: string;
  readonly losses?: readonly Loss[];
  /** The list where the form was opened, and the rows concerned, for fields that look for free addresses. */
  readonly around?: { readonly step: Step; readonly rows: readonly Row[] };
  readonly bundle?: {
    readonly at: "prepend" | "append";
    readonly statements: readonly PlannedStatement[];
  };
}

export interface FormPrefs {
  readonly locale: Locale;
  readonly isExpert: boolean;
}
