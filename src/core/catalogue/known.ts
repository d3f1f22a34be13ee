import type { ObjectName } from "#contract/wire/step";

/** A path, and the attribute of the row for each of its parameters. */
export interface PagePath {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Where objects of a type are shown. The object explorer shows all other types. */
export interface ObjectPage extends Partial<PagePath> {
  /** Hash of a launch link → path with the same parameters (LAUNCH-05). */
  readonly variants?: Readonly<Record<string, string>>;
  /** Target of launch links if it is not the page of the row (LAUNCH-06). */
  readonly launch?: PagePath;
  /** Other pages for rows with all of these flags; the first match counts. */
  readonly kinds?: readonly (PagePath & { readonly flags: readonly string[] })[];
  /** Rows are shown on the page of the object that they refer to by gpk: its type, and the reference to it. */
  readonly shownBy?: { readonly type: ObjectName; readonly reference: string };
  /** The object is a page with its settings: the attribute with its address. */
  readonly keeps?: string;
  /** The address has the gpk of another object: its type, and the attribute that names it. */
  readonly host?: { readonly object: ObjectName; readonly attribute: string };
  /** Numbers of dependents: the variant or table of the page that lists them. */
  readonly counts?: Readonly<Record<string, { readonly variant: string } | { readonly table: string }>>;
  /** Texts that lead to the object which another attribute of the row names: the first of these with a value. */
  readonly told?: Readonly<Record<string, readonly string[]>>;
  /** The page is that of every value of this data type. */
  readonly ofEvery?: { readonly dataType: string; readonly attribute: string };
}

/** Pages by object type. */
export type Pages = Readonly<Record<string, ObjectPage>>;

/** Views of objects of other subjects: by type and hash of a launch link, a path with the parameters of its page. */
export type Views = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Where free addresses are looked for: the networks, and what they belong to, with the attribute that names it. */
export interface AddressTypes {
  readonly network: ObjectName;
  readonly holder: ObjectName;
  readonly name: string;
  /** Attributes of a holder that are searched for a typed text. */
  readonly searched: readonly string[];
}

/** What the subjects of the portal tell of object types. */
export interface Known {
  readonly pages: Pages;
  readonly addresses: AddressTypes;
}

/** Pages of the API itself. The object may be of any type; the launch link finds its page. */
const OF_API: Pages = {
  "wapi.object": { path: "/launch/:component/*", params: { component: "object_fq_name", "*": "gpk" } },
  "wapi.object_type": { path: "/object/:fq_name", params: { fq_name: "fq_name" } },
};

/** The pages of all subjects, each with the views that other subjects have of its objects. */
export function joinedPages(
  subjects: readonly { readonly pages: Pages; readonly views?: Views | undefined }[],
): Pages {
  const pages: Record<string, ObjectPage> = Object.assign({}, OF_API, ...subjects.map((one) => one.pages));
  for (const { views = {} } of subjects)
    for (const [type, variants] of Object.entries(views))
      pages[type] = { ...pages[type], variants: { ...pages[type]?.variants, ...variants } };
  return pages;
}
