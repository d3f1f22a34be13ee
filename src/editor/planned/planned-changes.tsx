import { useState, type ReactNode } from "react";
import { plannedChanges } from "#core/txlist/changes";
import { translatedChanges } from "#core/form/translated";
import type { Catalogue } from "#core/catalogue/catalogue";
import { pickText, type Locale } from "#core/text";
import { contentOf, type Planned } from "#core/txlist/planned";
import { useLocale, useText } from "../../ui/text.ts";
import { changeName } from "../history/change-name.ts";
import { OldNew } from "../history/old-new.tsx";
import { usePortal } from "../portal.ts";

const SHOWN = 4;

/** An attribute by its name; what only the function knows by what is said of it there. */
function parameterName(catalogue: Catalogue, item: Planned, name: string, locale: Locale): string {
  const content = contentOf(item);
  if (content === null) return name;
  const { object_fq_name: object, object_function: operation } = content;
  if (catalogue.objectType(object)?.attribute(name) != null)
    return catalogue.attributeName(object, name, locale);
  const texts = catalogue.fn(object, operation)?.parameters[name]?.language_dict["description_global_scope"];
  return pickText(texts, locale) ?? name;
}

/** Up to four changed values, the rest on demand. */
export function PlannedChanges({
  item,
  object,
}: {
  readonly item: Planned;
  readonly object: string;
}): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const [isAll, setAll] = useState(false);
  const changes = [...plannedChanges(item), ...translatedChanges(item)].filter(
    (change) => change.after !== undefined,
  );
  const shown = isAll ? changes : changes.slice(0, SHOWN);
  if (changes.length === 0) return null;
  return (
    <div className="planned-changes">
      <dl className="changes small">
        {shown.map((change) => (
          <div key={`${change.attribute} ${change.language ?? ""}`}>
            <dt className="muted">
              {changeName(
                catalogue,
                object,
                change,
                locale,
                parameterName(catalogue, item, change.attribute, locale),
              )}
            </dt>
            <dd>
              <OldNew of={[object, change.attribute]} old={change.before} now={change.after ?? null} />
            </dd>
          </div>
        ))}
      </dl>
      {changes.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: changes.length - shown.length })}
        </button>
      )}
    </div>
  );
}
