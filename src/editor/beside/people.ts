import type { Json, Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { People } from "#core/screen/screen";
import type { ColumnContext } from "../section/columns.ts";

/** Somebody to ask: name, mail, and the page of the account. */
export interface Person {
  readonly name: string;
  readonly mail: string | null;
  readonly href: string | null;
}

/** Everybody once, in the order of the sources. `contextOf`: what columns of a step are made from, null for an unknown step. */
export function peopleIn(
  sources: readonly People[],
  lists: Lists,
  contextOf: (idx: string) => ColumnContext | null,
): readonly Person[] {
  const once = new Map<string, Person>();
  for (const source of sources) {
    const context = contextOf(source.from);
    for (const row of lists[source.from] ?? []) {
      const account = text(row[source.account]);
      if (context === null || account === "" || once.has(account)) continue;
      once.set(account, personOf(source, row, account, context));
    }
  }
  return [...once.values()];
}

function personOf({ account, name, mail }: People, row: Row, login: string, context: ColumnContext): Person {
  const full = name
    .map((one) => text(row[one]))
    .filter((part) => part !== "")
    .join(" ");
  const address = text(row[mail]);
  // A row that only names a person leads to the account, not to itself.
  const to = context.type.attribute(account)?.refersTo ?? null;
  return {
    name: full === "" ? login : full,
    mail: address === "" ? null : address,
    href: to === null ? rowHref(context.type.name, row) : referenceHref(to.object, to.attribute, login),
  };
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
