import type { Json } from "#contract/wire/json";
import type { SearchSpec } from "../../catalogue/define.ts";
import type { PageSpec } from "../../catalogue/define-page.ts";
import type { ReverseSpec } from "../../catalogue/define-reverse.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { said } from "./row.ts";

/** The member `search` of a row of `wapi.object_type`, with the defaults of a definition; null if rows are not searched. */
export function searchRow(type: ObjectType): Json {
  const { title, key, own, search } = type.spec;
  if (search === undefined) return null;
  const { rank = LAST, system = null, shown = title, filters = {}, within = null, note } = search;
  const { named = shown.slice(0, 1), sorting = key } = search;
  return {
    rank,
    system,
    has_owners: own !== null,
    search_list: searchesOf(type, search),
    shown_list: shown,
    named_list: named,
    sorting_list: sorting,
    filters,
    note_dict: note === undefined ? null : { ...note },
    within,
  };
}

const LAST = 80;

function searchesOf({ spec, attributes }: ObjectType, { by }: SearchSpec): readonly Json[] {
  const texts = spec.title.filter((name) => attributes.get(name)?.dataType.jsonName === "string");
  return (by ?? texts.map((name) => `${name}_regexp_ic`)).flatMap((one) =>
    typeof one === "string"
      ? [{ filter: one, by: "name" }]
      : Object.entries(one).map(([meaning, filter]) => ({ filter, by: meaning })),
  );
}

/** The member `reverse` of a row of `wapi.object_type`; null for a type without rules of its own. */
export function reverseRow(spec: ReverseSpec | undefined): Json {
  if (spec === undefined) return null;
  const { oneOf, deletableWith, linked, byServer, given, renewed } = spec;
  return said({
    one_of: oneOf,
    deletable_with: deletableWith,
    linked: linked && { ...linked },
    by_server: byServer?.flag,
    given: given && { ...given },
    is_renewed: renewed && true,
  });
}

/** Texts of the type about parts that cannot be restored. */
export function reverseTexts({ byServer, renewed }: ReverseSpec = {}): Readonly<Record<string, Json>> {
  return said({
    "reverse.by_server": byServer && { ...byServer.why },
    "reverse.renewed": renewed && { ...renewed },
  });
}

/** The member `page` of a row of `wapi.object_type`; null for a type whose page follows from its references. */
export function pageRow({ name, spec: { page } }: ObjectType, types: readonly ObjectType[]): Json {
  if (page === undefined) return null;
  const { head = null, tabs = [] } = page;
  return {
    head_list: head,
    tab_list: tabs.map(({ of, by, columns, label }) => {
      const [way] = (types.find((type) => type.name === of)?.references ?? []).filter(
        ({ to, attributes }) => to === name && (by === undefined || attributes.includes(by)),
      );
      return said({
        object_fq_name: of,
        attribute: by ?? way?.attributes[0],
        reference_name: way?.name,
        column_list: columns,
        language_dict: label && { name: { ...label } },
      });
    }),
  };
}

/** The sentence on the page of the type. */
export function pageTexts({ text }: PageSpec = {}): Readonly<Record<string, Json>> {
  return said({ "page.text": text && { ...text } });
}
