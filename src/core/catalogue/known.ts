import type { ObjectName } from "#contract/wire/step";

/** A path, and the attributes of the row for its parameters, in order. */
export interface PagePath {
  readonly path: string;
  readonly params: readonly string[];
}

/** The page of the objects of a type. The object explorer shows all other types. */
export interface ObjectPage extends Partial<PagePath> {
  /** Target of launch links if it differs from the page of the row (LAUNCH-06). */
  readonly launch?: PagePath;
  /** Other pages for rows with all of these flags; the first match counts. */
  readonly kinds?: readonly (PagePath & { readonly flags: readonly string[] })[];
  /** Rows are shown on the page of the object to which they refer by gpk: its type, and the reference to it. */
  readonly shownBy?: { readonly type: ObjectName; readonly reference: string };
  /** The object is a page with its settings; this attribute has its address. */
  readonly keeps?: string;
  /** The object is inside another one, which this attribute names. */
  readonly host?: string;
  /** Numbers of dependents, with the view that lists them, or the table of the page, written `#sub`. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Texts that link to the object named by another attribute of the row: the first of these with a value. */
  readonly told?: Readonly<Record<string, readonly string[]>>;
}

/** Pages by object type. */
export type Pages = Readonly<Record<string, ObjectPage>>;

/** Further views of objects, also those that one subject has of objects of another: `system.object#view` → path with the parameters of the page (LAUNCH-05). */
export type Views = Readonly<Record<string, string>>;

/** Facts that the subjects of the portal have about object types. */
export interface Known {
  readonly pages: Pages;
  readonly views: Views;
  /** The type whose page shows any address, stored or not. */
  readonly ofAddress: ObjectName;
}
