import { useState, type ReactNode } from "react";
import type { ValueChange } from "#core/txlist/changes";
import type { Effect } from "#core/txlist/effects";
import type { Catalogue } from "#core/catalogue/catalogue";
import { useLocale, useText } from "../../ui/text.ts";
import { OldNew } from "../history/old-new.tsx";
import { usePortal } from "../portal.ts";
import { SIGNS } from "./signs.ts";

const SHOWN = 10;

/** What the element would change by the test: the objects that come, change and go, with their values before and after (screens.md 5). */
export function PlannedEffects({ effects }: { readonly effects: readonly Effect[] }): ReactNode {
  const say = useText();
  const [isAll, setAll] = useState(false);
  if (effects.length === 0) return <p className="muted small">{say("editor.planned.noEffect")}</p>;
  const shown = isAll ? effects : effects.slice(0, SHOWN);
  return (
    <details className="planned-effects small">
      <summary>{say("editor.planned.effects", { count: effects.length })}</summary>
      <ul>
        {shown.map((effect) => (
          <EffectLine key={`${effect.gpk} ${effect.function}`} effect={effect} />
        ))}
      </ul>
      {effects.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: effects.length - shown.length })}
        </button>
      )}
    </details>
  );
}

function EffectLine({ effect }: { readonly effect: Effect }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const { sign, word, look } = SIGNS[effect.function];
  const changes = effect.changes.filter((change) => isReadable(catalogue, effect.object, change));
  return (
    <li>
      <span className={`planned-sign ${look}`} aria-hidden="true">
        {sign}
      </span>
      <span className="visually-hidden">{say(word)}</span>
      <span className="muted">{catalogue.typeName(effect.object, locale)}</span>{" "}
      <span className="planned-title">{effect.title}</span>
      {changes.length > 0 && (
        <dl className="changes">
          {changes.map((change) => (
            <div key={[change.attribute, ...change.path].join(".")}>
              <dt className="muted">
                {[catalogue.attributeName(effect.object, change.attribute, locale), ...change.path].join(" ")}
              </dt>
              <dd>
                <OldNew
                  old={effect.function === "create" ? undefined : (change.before ?? null)}
                  now={change.after ?? null}
                />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

/** Numbers of rows say nothing to a reader, and those of a test are not even valid afterwards. */
function isReadable(catalogue: Catalogue, object: string, { attribute }: ValueChange): boolean {
  const type = catalogue.objectType(object)?.attribute(attribute)?.dataType.name;
  return type !== undefined && type !== "gpk" && type !== "gpk_array";
}
