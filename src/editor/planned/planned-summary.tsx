import { useMemo, type ReactNode } from "react";
import type { Catalogue } from "#core/catalogue/catalogue";
import { nameInside, pickText, type Locale } from "#core/text";
import type { Planned } from "#core/txlist/planned";
import { kindsIn, type KindCount } from "#core/txlist/subject";
import { intlTag, type Say } from "../../ui/text.ts";
import { useWords } from "../portal.ts";

/** "12 changes: 3 FQDNs, 8 DNS records, 1 group"; absent for a single change, which tells it itself. */
export function PlannedSummary({ items }: { readonly items: readonly Planned[] }): ReactNode {
  const { say, locale, catalogue } = useWords();
  const kinds = useMemo(() => kindsIn(items), [items]);
  if (items.length < 2) return null;
  const told = kinds.map((kind) => kindText(catalogue, kind, locale, say)).join(", ");
  return (
    <p className="planned-summary muted small">
      {say("editor.planned.summary", { count: items.length, kinds: told })}
    </p>
  );
}

function kindText(catalogue: Catalogue, kind: KindCount, locale: Locale, say: Say): string {
  const { object, isWorkflow, count } = kind;
  if (object === null)
    return say(isWorkflow ? "editor.planned.workflows" : "editor.planned.unknowns", { count });
  const isOne = new Intl.PluralRules(intlTag(locale)).select(count) === "one";
  const texts = catalogue.objectType(object)?.definition.language_dict[isOne ? "name" : "plural"];
  const name = pickText(texts, locale);
  // A type without a plural is named as for one, whatever its number.
  if (name === null) return say("editor.planned.ofKind", { count, name: catalogue.typeName(object, locale) });
  return say("editor.planned.kind", { count, name: nameInside(name, locale) });
}
