import type { ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import type { ViewState } from "#core/table/view-state";
import type { MenuItem } from "../action/menu-item.ts";

/** A column with everything the table needs to draw, sort and export it. */
export interface TableColumn {
  readonly id: string;
  readonly title: string;
  /** Attribute to sort by; null if sorting has no meaning. */
  readonly sortBy: string | null;
  /** Offered in the column choice only. */
  readonly isExtra: boolean;
  readonly isNumber?: boolean;
  /** The value is a moment. */
  readonly isTime?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Contents for the clipboard and files; columns without `inFile` are omitted from files for programs if others have it. */
  readonly value: (row: Row) => Json;
  /** Title and values of files for programs, where they differ from those on the screen. */
  readonly inFile?: { readonly title: string; readonly value: (row: Row) => Json };
  /** Displayed text of the cell, if no filterable attribute contains it. The filter box searches it while the column is shown. */
  readonly shownText?: (row: Row) => string;
}

/** Rows that are filtered, sorted and paged at the server (LIST-10): `rows` are those of the page. */
export interface LongRows {
  /** Rows of the list as far as known; the table says "200+" while `isMore`. */
  readonly count: number;
  readonly isMore: boolean;
  /** The page lies beyond the end of the list, whose length is unknown. */
  readonly isBeyond: boolean;
  /** Loads the rest; the table is local afterwards. False: there are too many. */
  readonly loadAll: () => Promise<boolean>;
  /** All rows that match the filter, for actions on all of them; null if there are too many. */
  readonly loadMatching: () => Promise<readonly Row[] | null>;
  /** Another filter or newer rows bring another object, which ends the selection made before. */
  readonly scope: object;
}

export interface TableProps {
  /** Name of the list, read out. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn[];
  /** Attributes the filter box looks at (LIST-08). */
  readonly filterable: readonly string[];
  /** Further rows that the filter finds: those of the day that it names. */
  readonly alsoFound?: (row: Row) => boolean;
  readonly view: ViewState;
  /** Changes these members of the view. Other rows keep their content. */
  readonly onView: (change: Partial<ViewState>) => void;
  /** Sentence in place of the rows. */
  readonly empty: string;
  /** Under the empty sentence: the create control. */
  readonly emptyAction?: ReactNode;
  /** The present row, for files; null for a row that is only planned. */
  readonly present?: (row: Row) => Row | null;
  /** Name of saved files without its ending. */
  readonly fileName: string;
  /** Target of Enter and of a press on the row. */
  readonly href?: (row: Row) => string | null;
  readonly menu?: (row: Row) => readonly MenuItem[];
  /** Controls for the selected rows; absent: rows cannot be selected. */
  readonly selectionMenu?: (rows: readonly Row[]) => readonly MenuItem[];
  /** A tree: attribute that names the parent, attribute it names. */
  readonly nest?: { readonly parent: string; readonly key: string };
  /** Attribute whose equal values are grouped under a heading. */
  readonly group?: string;
  /** The word shown above a group. */
  readonly groupTitle?: (row: Row) => string;
  readonly isStale?: boolean;
  readonly long?: LongRows;
  /** Stands before the choice of columns: the saved views of the list. */
  readonly views?: ReactNode;
  /** Stands at the right of the tool bar: the create control. */
  readonly tools?: ReactNode;
}
