import { useState, type ReactNode } from "react";
import { plannedChanges } from "#core/txlist/changes";
import type { Planned } from "#core/txlist/planned";
import { useLocale, useText } from "../../ui/text.ts";
import { OldNew } from "../history/old-new.tsx";
import { usePortal } from "../portal.ts";

const SHOWN = 4;

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
  const changes = plannedChanges(item).filter((change) => change.after !== undefined);
  const shown = isAll ? changes : changes.slice(0, SHOWN);
  if (changes.length === 0) return null;
  return (
    <div className="planned-changes">
      <dl className="changes small">
        {shown.map((change) => (
          <div key={change.attribute}>
            <dt className="muted">{catalogue.attributeName(object, change.attribute, locale)}</dt>
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
