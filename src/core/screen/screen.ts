import type { Json, Localised } from "#contract/wire/json";
import type { ObjectName, Step } from "#contract/wire/step";
import { allows, type Rule, type Visitor } from "#contract/rule";
import type { Offer } from "../form/widget.ts";
import type { RouteParams } from "../route/pattern.ts";
import type { TextKey } from "../text.ts";
import type { AddressesData } from "./addresses.ts";
import type { ProposalName } from "./proposals.ts";

/** A screen as data: one transaction and the sections that show its lists. */
export interface Screen<P extends string = string> {
  readonly path: P;
  /** Steps are sent only if it holds (default "signedIn"); otherwise only notes are drawn. */
  readonly send?: Rule;
  // A method, so that Screen<"/a/:x"> fits into readonly Screen[].
  steps(p: RouteParams<P>): readonly Step[];
  /** The step whose only row is the current object; without a row this text is shown. */
  readonly current?: {
    readonly of: string;
    readonly missing: TextKey;
    /** Whose changes its history has besides its own. */
    readonly history?: readonly Hanging[];
    /** Who is shown the history; everybody by default. */
    readonly historyFor?: Rule;
    /** What stands beside its sections, besides what it refers to and what is listed below it. */
    readonly beside?: Beside;
  };
  /** Hash of the launch link after apply. */
  readonly variant?: string;
  readonly sections: readonly Section[];
}

/** What is told beside the sections of an object. */
export interface Beside {
  /** Other pages about the same object. */
  readonly links?: readonly { readonly to: Target; readonly text: TextKey }[];
  readonly related?: readonly Column[];
  /** Who is responsible, the nearest first. */
  readonly people?: readonly People[];
}

/** Rows of a step that name people, by their attributes. */
export interface People {
  readonly from: string;
  readonly account: string;
  readonly name: readonly string[];
  readonly mail: string;
}

/** A step whose rows hang on the current object, or on rows of the step they join; or a type whose rows hang on those of a step. */
export type Hanging = string | { readonly type: ObjectName; readonly on: string };

/** Keeps the literal path, so that a wrong parameter name does not compile. */
export function defineScreen<const P extends string>(screen: Screen<P>): Screen<P> {
  return screen;
}

/** Whether the steps of a screen are sent for this visitor. */
export function isSent({ send = "signedIn" }: Screen, steps: readonly Step[], visitor: Visitor): boolean {
  return allows(send, visitor) && steps.length > 0;
}

export type Section = (
  | {
      readonly kind: "detail";
      readonly of: string;
      readonly fields?: readonly Column[];
      readonly plan?: readonly Planning[];
    }
  | {
      readonly kind: "table";
      readonly of: string;
      readonly columns?: readonly Column[];
      readonly plan?: readonly Planning[];
      /** A tree: row attribute that names the parent, attribute that it names. */
      readonly nest?: { readonly parent: string; readonly key: string };
      readonly group?: string;
      /** Rows stand in the order of this attribute with numbers as numbers, Gi1/0/2 before Gi1/0/10. */
      readonly natural?: string;
      readonly open?: Target;
      readonly grid?: "home_grid";
      readonly isLong?: true;
      /** Links to the same table with other rows, under its title. */
      readonly tabs?: readonly Tab[];
      readonly empty?: TextKey;
    }
  /** Rows of the step as a chain, in the order of this list of gpks; the current object is marked. */
  | {
      readonly kind: "path";
      readonly of: string;
      readonly order: Value;
      /** Attribute that a link is called by among those of its holder. */
      readonly show: string;
      /** Attribute that names the neighbour across a wire; other neighbours hang together inside what they stand in. */
      readonly wire: string;
      /** Rows of this step hold those of the chain: attribute of the chain -> gpk. */
      readonly within: { readonly from: string; readonly by: string };
      /** What is told of each of these, as columns of their rows. */
      readonly facts: readonly Column[];
      /** Where each of these is: a wire between two places goes through a wall. */
      readonly place: Column;
    }
  | {
      readonly kind: "tabs";
      readonly tabs: readonly Tab[];
    }
  | {
      readonly kind: "note";
      readonly text: TextKey;
      /** Said instead where the person's first name is known, with it as `name`. */
      readonly greeting?: TextKey;
      readonly tone?: "info" | "warning";
      readonly action?: { readonly text: TextKey; readonly to: Target };
    }
  | (AddressesData & {
      /** Page of one address: its row has `address`. */
      readonly open: Target;
      /**
       * What can be planned with free addresses. Their row has `address`, `first`, `last` and `is_own` of the network; a control that sets
       * something to `last` is for several in a row.
       */
      readonly plan?: readonly Planning[];
    })
  /** Rows whose value is in doubt, each with the one that is proposed; planned row by row. */
  | {
      readonly kind: "corrections";
      readonly of: string;
      readonly attribute: string;
      readonly propose: ProposalName;
      readonly empty: TextKey;
    }
  /** Rows one after the other, newest first: when, who, what it was and is, and a text with every word. */
  | {
      readonly kind: "entries";
      readonly of: string;
      readonly at: string;
      readonly by: string;
      readonly from: string;
      readonly to: string;
      readonly text: string;
      readonly empty: TextKey;
    }
  /** Changes of the current object, or those that one transaction made. */
  | { readonly kind: "history"; readonly of: string; readonly isTransaction?: true }
) & {
  readonly title?: TextKey;
  /** Title made from the metadata, for screens that are made for a type. */
  readonly caption?: string;
  readonly when?: Condition;
};

/** A link to a page of the same kind. */
export interface Tab {
  /** Words of the data where the tab is one of its values. */
  readonly title: TextKey | Localised;
  readonly to: Target;
  /** Number of what is listed there. */
  readonly count?: Value;
  readonly when?: Rule;
}

export type AddressesSection = Extract<Section, { readonly kind: "addresses" }>;

/** An attribute (title, cell and link from the metadata), a narrowed one, values of another step, or a link. */
export type Column =
  | string
  | {
      readonly attr: string;
      readonly cell?: Cell;
      readonly title?: TextKey;
      readonly negated?: true;
      /** Written after the number: Mbit/s. */
      readonly unit?: string;
      /** Leads to the row of another step that goes with this one. */
      readonly opens?: Hop;
    }
  | (Hop & {
      /** Steps in between, each joined to the one before it; the last joins to them. */
      readonly through?: readonly Hop[];
      readonly show: string;
      readonly title?: TextKey;
    })
  | { readonly link: Target; readonly text: TextKey };

/** Rows of another step that go with a row. */
export interface Hop {
  readonly from: string;
  /** Attribute of the other step -> own attribute, of whose elements one is enough where it is a list; absent: all its rows. */
  readonly on?: Readonly<Record<string, string | ChainEnd>>;
}

/** The last element of a chain of gpks, going from the row itself to its neighbour. */
export interface ChainEnd {
  readonly endOf: string;
  readonly towards: string;
}

export type Cell =
  | "text"
  | "code"
  | "number"
  | "flag"
  | "chip"
  | "time"
  | "link"
  | "links"
  | "list"
  | "vni"
  | "unit"
  | "language"
  | "json"
  | "secret"
  | "once"
  | "wifiQr";

export type Value =
  | { readonly row: string }
  | { readonly current: string }
  | { readonly param: string }
  | { readonly account: "login_name" }
  | { readonly is: Json }
  /** By the family of the address in an attribute of the row, or in a parameter of the path. */
  | { readonly family: string; readonly ipv4: Json; readonly ipv6: Json };

export interface Target {
  readonly to: string;
  readonly params?: Readonly<Record<string, Value>>;
  readonly hash?: string;
}

export type Condition =
  | Rule
  | { readonly rows: string; readonly are: "none" | "some" }
  | { readonly value: Value; readonly equals: Json };

/** A control that plans a change, and what its form is told. */
export interface Planning {
  readonly do: "create" | "update" | "delete" | "connect" | "disconnect";
  /** Default: object type of the section's step. */
  readonly object?: ObjectName;
  /** Filled in; default for create: the filters of the step that are parameters of create. */
  readonly set?: Readonly<Record<string, Value>>;
  /** Open in expert mode only (TAFORM-13); default: the fields filled from the filters. */
  readonly lock?: readonly string[];
  /** Fields, in this order; [] = planned at once, without a form. */
  readonly ask?: readonly string[];
  /** Parameters that must be filled although the metadata makes them optional (non_optionals). */
  readonly require?: readonly string[];
  /** Null checkbox for everyone (TAFORM-12). */
  readonly nullable?: readonly string[];
  /** What reference fields offer, by field. */
  readonly offer?: Readonly<Record<string, Offer>>;
  /** Name of a known function in core/form (input_reducer). */
  readonly reduce?: "splitLines" | "trimDot";
  /** One further statement per row of that step. */
  readonly bundle?: { readonly at: "prepend" | "append"; readonly rows: string; readonly do: "delete" };
  /** Shows the result after apply (show_result). */
  readonly show?: true;
  readonly text?: TextKey;
  /** Where it holds the control stands in the open, otherwise there is none. */
  readonly when?: Condition;
  /** Where it does not hold there is no control; says nothing of rights. */
  readonly only?: Condition;
  /** For several rows at once each gets one of a row of others. */
  readonly pairs?: Pairs;
}

/** How several rows get one partner each: those of one owner in their order, from a chosen one on. */
export interface Pairs {
  /** Parameter that names the partner by its gpk. */
  readonly with: string;
  /** Attribute of a partner that names its owner by gpk, and the one that the partners of an owner are in order by. */
  readonly by: string;
  readonly order: string;
  /** Flag of a row that has a partner already. */
  readonly taken: string;
}
