import type { Params } from "#contract/wire/json";
import type { PageRow, PageTabRow } from "#contract/wire/metadata";
import type { ObjectName, Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { readsAll } from "#core/catalogue/reads-all";
import { pageOf } from "#core/route/object-routes";
import type { Hanging, Screen, Section, Tab } from "#core/screen/screen";
import type { Condition, Value } from "#core/screen/value";
import { pickText } from "#core/text";
import { plannedBelow, plannedWithRow, type Offering } from "./plannings.ts";
import { titleSteps } from "./title-steps.ts";

/** Entry of an address with the open tab: type and attribute of its rows. */
export const TAB = "tab";

/** Who reads the page, and the tab that the address names. */
export interface PageReading extends Offering {
  readonly permissions: ReadonlySet<string>;
  readonly tab: string | null;
}

type PathValues = Readonly<Record<string, string>>;

/** Where the page is: its path, the filters that find the object, and what a link to one of its tabs needs besides the tab. */
export interface PagePlace {
  readonly path: string;
  readonly found: (p: PathValues) => Params;
  readonly params: Readonly<Record<string, Value>>;
}

/** The page of an object at the path that the portal knows for its type; null if the type has none, or does not say what its page shows. */
export function screenAtPath(reading: PageReading, object: ObjectName): Screen | null {
  const { catalogue } = reading;
  const type = catalogue.objectType(object);
  const { path, params: attributes = [] } = pageOf(catalogue, object) ?? {};
  const page = type?.definition.page ?? null;
  if (type === null || path === undefined || page === null) return null;
  const names = [...path.matchAll(/(?<=:)\w+/g)].map(([name]) => name);
  return pageScreen(reading, type, page, {
    path,
    found: (p) => Object.fromEntries(attributes.map((name, at) => [name, p[names[at] ?? ""] ?? ""])),
    params: Object.fromEntries(names.map((name) => [name, { param: name }])),
  });
}

interface OwnTab {
  readonly id: string;
  readonly idx: string;
  readonly row: PageTabRow;
  readonly type: ObjectTypeMeta;
  /** The account reads some rows at most, so the tab is there while it has rows. */
  readonly when?: Condition;
}

/** A page as the definition of its type says: head, sentence, and lists of objects that refer to the object. */
export function pageScreen(
  reading: PageReading,
  type: ObjectTypeMeta,
  page: PageRow,
  place: PagePlace,
): Screen {
  const { catalogue, locale } = reading;
  const tabs = page.tab_list.flatMap((row) => tabOf(reading, row));
  const first = tabs.find(({ when }) => when === undefined) ?? tabs[0];
  const open = tabs.find(({ id }) => id === reading.tab) ?? first;
  const lists = tabs
    .filter((tab) => tab === open || tab.when !== undefined)
    .map((tab) => stepOf(tab, tab === open));
  const text = catalogue.typeText(type.name, "page.text", locale);
  return {
    path: place.path,
    steps: (p: PathValues) => {
      const steps: readonly Step[] = [
        { idx: OBJECT, name: `${type.name}.list`, old: place.found(p) },
        ...lists,
      ];
      return [...steps, ...titleSteps(catalogue, steps)];
    },
    current: {
      of: OBJECT,
      missing: "editor.object.none",
      history: tabs.flatMap((tab) => hanging(type, tab)),
    },
    sections: [
      {
        kind: "detail",
        of: OBJECT,
        plan: plannedWithRow(reading, type),
        ...(page.head_list !== null && { fields: page.head_list }),
        ...(text !== null && { text }),
      },
      ...(tabs.length > 1
        ? [{ kind: "tabs", tabs: tabs.map((tab) => linkTo(tab, first, place)) } as const]
        : []),
      ...(open === undefined ? [] : [tableOf(reading, type, open)]),
    ],
  };
}

const OBJECT = "object";

/** The tab of a list that the portal knows. */
function tabOf({ catalogue, permissions }: PageReading, row: PageTabRow): readonly OwnTab[] {
  const { object_fq_name: of, attribute, reference_name: reference } = row;
  const type = catalogue.objectType(of);
  if (type === null || catalogue.fn(of, "list") === null) return [];
  const idx = `by_${reference}`;
  const hasRows = readsAll(catalogue, of, permissions) || type.definition.has_owners;
  return [{ id: `${of}.${attribute}`, idx, row, type, ...(!hasRows && { when: { given: { rows: idx } } }) }];
}

/** Of a closed tab only one row is asked for. */
function stepOf({ idx, row, type }: OwnTab, isOpen: boolean): Step {
  const limit = isOpen ? {} : { old: { fetch_limit: 1 } };
  return { idx, name: `${type.name}.list`, ...limit, inner_join_ref: { [OBJECT]: row.reference_name } };
}

/** The history of the object includes rows that refer to it by a foreign key. A row whose set has the object shows its history on its own page. */
function hanging({ references }: ObjectTypeMeta, { row, type }: OwnTab): readonly Hanging[] {
  const isKey = references.some(({ name, kind }) => name === row.reference_name && kind === "fkey");
  return isKey ? [{ type: type.name, on: OBJECT }] : [];
}

/** An address without a tab shows the first one. */
function linkTo(tab: OwnTab, first: OwnTab | undefined, { path, params }: PagePlace): Tab {
  const { id, row, type, when } = tab;
  const { language_dict: texts } = type.definition;
  return {
    title: row.language_dict?.["name"] ?? texts["plural"] ?? texts["name"] ?? {},
    to: { to: path, params: { ...params, ...(tab !== first && { [TAB]: { is: id } }) } },
    ...(when !== undefined && { when }),
  };
}

function tableOf(
  reading: PageReading,
  { references }: ObjectTypeMeta,
  { idx, row, type, when }: OwnTab,
): Section {
  const { catalogue, locale } = reading;
  const reference = references.find(({ name }) => name === row.reference_name);
  const caption = pickText(row.language_dict?.["name"], locale) ?? catalogue.typePlural(type.name, locale);
  return {
    kind: "table",
    of: idx,
    caption,
    plan: reference === undefined ? [] : plannedBelow(reading, type, reference),
    ...(row.column_list !== undefined && { columns: row.column_list }),
    ...(when !== undefined && { when }),
  };
}
