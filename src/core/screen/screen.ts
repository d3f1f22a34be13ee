import type { ObjectName, Step } from "#contract/wire/step";
import { allows, type Rule, type Visitor } from "#contract/rule";
import type { RouteParams } from "../route/pattern.ts";
import type { TextKey } from "../text.ts";
import type { AddressesData } from "./addresses.ts";
import type { ColumnsData, Share } from "./columns.ts";
import type { Door } from "./door.ts";
import type { OwnList } from "./own.ts";
import type { Planning } from "./planning.ts";
import type { ProposalName } from "./proposals.ts";
import type { Condition, Target, Value } from "./value.ts";

/** A screen as data: one transaction, and the sections that show its lists. */
export interface Screen<P extends string = string> {
  readonly path: P;
  /** Condition to send the steps (default "signedIn"); otherwise only notes are drawn. */
  readonly send?: Rule;
  // A method, so that Screen<"/a/:x"> fits into readonly Screen[].
  steps(p: RouteParams<P>): readonly Step[];
  /** The step whose only row is the current object; without a row this text is shown. */
  readonly current?: {
    readonly of: string;
    readonly missing: TextKey;
    /** The row is computed when it is read: a free address has a page without a stored row, and cannot be pinned. */
    readonly isOptional?: true;
    /** Dependents whose changes belong to the history of the object. */
    readonly history?: readonly Hanging[];
    /** Who sees the history; everybody by default. */
    readonly historyFor?: Rule;
    /** Contents of the side panel besides references and listed rows. */
    readonly beside?: Beside;
  };
  /** Hash of the launch link after apply. */
  readonly variant?: string;
  readonly sections: readonly Section[];
}

/** Additional contents of the side panel of an object. */
export interface Beside {
  /** Other pages about the object. */
  readonly links?: readonly { readonly to: Target; readonly text: TextKey }[];
  readonly related?: readonly Column[];
  /** Responsible people, the nearest first. */
  readonly people?: readonly People[];
}

/** Rows of a step that name people, by their attributes. */
export interface People {
  readonly from: string;
  readonly account: string;
  readonly name: readonly string[];
  readonly mail: string;
}

/** A step whose rows depend on the current object or on a joined step, or a type whose rows depend on those of a step. */
export type Hanging = string | { readonly type: ObjectName; readonly on: string };

/** Keeps the literal path, so that a wrong parameter name does not compile. */
export function defineScreen<const P extends string>(screen: Screen<P>): Screen<P> {
  return screen;
}

/** True if the steps of a screen are sent for this visitor. */
export function isSent({ send = "signedIn" }: Screen, steps: readonly Step[], visitor: Visitor): boolean {
  return allows(send, visitor) && steps.length > 0;
}

export type Section = (
  | {
      readonly kind: "detail";
      readonly of: string;
      readonly fields?: readonly Column[];
      /** Sentence from the metadata above the fields. */
      readonly text?: string;
      readonly plan?: readonly Planning[];
      /** The only row is shown in the side panel of an object, as a small list of facts with its actions. */
      readonly isAside?: true;
    }
  | {
      readonly kind: "table";
      readonly of: string;
      readonly columns?: readonly Column[];
      readonly plan?: readonly Planning[];
      readonly isAside?: true;
      /** A tree: the attribute that names the parent, and the attribute that it refers to. */
      readonly nest?: { readonly parent: string; readonly key: string };
      readonly group?: string;
      readonly open?: Target;
      readonly grid?: "home_grid";
      readonly isLong?: true;
      /** All rows are on one page, also on paper, until the reader divides them. */
      readonly isWhole?: true;
      /** Own objects only, or all for those who read all: a switch above the table chooses (LIST-40). */
      readonly own?: OwnList;
      /** Links below the title to the same table with other rows. */
      readonly tabs?: readonly Tab[];
      readonly empty?: TextKey;
    }
  /** Rows of the step as a chain in the order of this list of gpks; the current object is marked. */
  | {
      readonly kind: "path";
      readonly of: string;
      readonly order: Value;
      /** Label of a link inside its holder. */
      readonly show: string;
      /** Attribute with the neighbour across a wire; other neighbours share a holder. */
      readonly wire: string;
      /** The step with the holders, and the attribute of the chain with their gpk. */
      readonly within: { readonly from: string; readonly by: string };
      /** Columns shown for each holder. */
      readonly facts: readonly Column[];
      /** Place of a holder; a wire between two places goes through a wall. */
      readonly place: Column;
    }
  | {
      readonly kind: "tabs";
      readonly tabs: readonly Tab[];
    }
  | {
      readonly kind: "note";
      readonly text: TextKey;
      /** Shown instead if the person's first name is known; `name` is the name. */
      readonly greeting?: TextKey;
      readonly tone?: "info" | "warning";
      readonly action?: { readonly text: TextKey; readonly to: Target };
    }
  /** The page of a visitor before signing in: steps in a sentence each, links, and announcements. */
  | { readonly kind: "door"; readonly load: () => Promise<Door> }
  | (AddressesData & {
      /** Page of one address; its row has `address`. */
      readonly open: Target;
      /** Actions on free addresses, with `address`, `first`, `last` and `is_own` of the network; one that sets a field to `last` is for a range. */
      readonly plan?: readonly Planning[];
    })
  | ColumnsData<ColumnTexts>
  /** Rows with a doubtful value and its proposal, planned row by row. */
  | {
      readonly kind: "corrections";
      readonly of: string;
      readonly attribute: string;
      readonly propose: ProposalName;
      readonly empty: TextKey;
    }
  /** Rows one after the other, newest first: time, author, values before and after, and a searchable text. */
  | {
      readonly kind: "entries";
      readonly of: string;
      readonly at: string;
      readonly by: string;
      readonly from: string;
      readonly to: string;
      /** A second value before and after, with the words for it. */
      readonly also?: { readonly from: string; readonly to: string; readonly none: TextKey };
      readonly text: string;
      readonly empty: TextKey;
    }
  /** The filled fields of a request form, with links to the objects that they name. */
  | {
      readonly kind: "answers";
      readonly of: string;
      /** Attributes with the name of the form, the values, and the text as it was sent. */
      readonly form: string;
      readonly values: string;
      readonly text: string;
    }
  /** Bars that show the used part of a number, one for each object, in natural order. */
  | {
      readonly kind: "bars";
      readonly of: string;
      /** Attribute that names the object of a bar; rows with the same object share the bar. */
      readonly bar: string;
      /** Attribute by which bars are grouped. */
      readonly group: string;
      /** Attributes that distinguish the rows of one bar. */
      readonly by: readonly Column[];
      /** Attributes with the number and with its used part. */
      readonly whole: string;
      readonly part: string;
      /** Words for the used part and for the rest. */
      readonly words: { readonly part: TextKey; readonly rest: TextKey };
    }
  /** The objects below the current one as a tree; deeper ones are requested when their branch is opened. */
  | {
      readonly kind: "tree";
      /** Steps with the first rows, all of one type. */
      readonly from: readonly [string, ...string[]];
      /** Attribute that names an object, the one with the name of its parent, and the one with the number of its children. */
      readonly key: string;
      readonly parent: string;
      readonly count: string;
      /** Flags that are shown for the objects that have them. */
      readonly flags: readonly string[];
    }
  /** A picture, on demand, of the objects that refer to the object of the step and those that it refers to. */
  | { readonly kind: "dependencies"; readonly of: string }
  /** Changes of the current object, or those of one transaction. */
  | { readonly kind: "history"; readonly of: string; readonly isTransaction?: true }
) & {
  readonly title?: TextKey;
  /** Title from the metadata, for screens made for a type. */
  readonly caption?: string;
  readonly when?: Condition;
};

export interface ColumnTexts {
  /** Title of each column. */
  readonly titles: readonly TextKey[];
  /** Lines by step. */
  readonly lines: Readonly<Record<string, LinesData>>;
}

export interface LinesData {
  readonly title: TextKey;
  /** The link of a line; it leads to the page of the row unless the value or `open` leads elsewhere. */
  readonly main: Column;
  readonly open?: Target;
  /** Quiet values behind the link. */
  readonly notes: readonly Column[];
  /** A number among them, which is shown in words with `count`. */
  readonly number?: { readonly attr: string; readonly text: TextKey };
  readonly share?: Share;
  /** The first rows have a title of their own as long as the attribute has at least this number. */
  readonly first?: { readonly attr: string; readonly least: number; readonly title: TextKey };
  readonly more?: { readonly to: Target; readonly text: TextKey };
}

export type ColumnsSection = Extract<Section, { readonly kind: "columns" }>;

/** A link to a page of the same kind. */
export interface Tab {
  /** Words of the data if the tab is a value or a type, by language. */
  readonly title: TextKey | Readonly<Record<string, string>>;
  readonly to: Target;
  /** Number of listed rows. */
  readonly count?: Value;
  readonly when?: Condition;
}

export type AddressesSection = Extract<Section, { readonly kind: "addresses" }>;

/** An attribute (title, cell and link from the metadata), a restricted one, values of another step, or a link. */
export type Column =
  | string
  | {
      readonly attr: string;
      readonly cell?: Cell;
      readonly title?: TextKey;
      readonly negated?: true;
      /** A reference as its key, because other columns contain the words of its title. */
      readonly as?: "key";
      /** Links to the matching row of another step. */
      readonly opens?: Hop;
    }
  | (Hop & {
      /** Steps in between, each joined to the previous one; the last one joins to them. */
      readonly through?: readonly Hop[];
      readonly show: string;
      readonly title?: TextKey;
    })
  | { readonly link: Target; readonly text: TextKey };

/** Matching rows of another step. */
export interface Hop {
  readonly from: string;
  /** Attribute of the other step → own attribute (one element of a list is enough); absent: all rows. */
  readonly on?: Readonly<Record<string, string | ChainEnd>>;
}

/** The last element of a chain of gpks, from the row itself through its neighbour. */
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
