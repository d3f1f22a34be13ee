import { useState, type ReactNode } from "react";
import type { Catalogue } from "#core/catalogue/catalogue";
import { isToldBy } from "#core/txlist/diff";
import { besides, ownEffect, type Effect } from "#core/txlist/effects";
import type { Planned } from "#core/txlist/planned";
import { Breakable } from "../../ui/breakable.tsx";
import { valueText } from "../cell/value-text.ts";
import { DiffLines } from "../history/diff-lines.tsx";
import { ChangedValue } from "../history/drawn-value.tsx";
import { useLoggedTitle } from "../names/use-named.ts";
import { titleParts } from "../names/named.ts";
import { PartLinks } from "../names/part.tsx";
import { type Words, useWords } from "../portal/words.ts";
import { SIGNS } from "./planned-line.tsx";

const SHOWN = 10;

export interface PlannedEffectsProps {
  readonly item: Planned;
  readonly effects: readonly Effect[];
}

/** Effects of the element beyond its planned values, from the test: objects that are created, changed and deleted, with values before and after. */
export function PlannedEffects({ item, effects }: PlannedEffectsProps): ReactNode {
  const { say, catalogue } = useWords();
  const [isAll, setAll] = useState(false);
  if (effects.length === 0) {
    // A workflow without an effect found no object for its values, or all found objects already have the wanted values.
    const isWorkflow = item.ta_type === "json_template";
    const text = say(isWorkflow ? "editor.planned.noEffectOfValues" : "editor.planned.noEffect");
    return <p className="muted small">{text}</p>;
  }
  const further = besides(
    item,
    effects.map((effect) => readable(catalogue, effect)),
  );
  if (further.length === 0) return <p className="muted small">{say("editor.planned.onlyThis")}</p>;
  const own = ownEffect(item, effects)?.gpk;
  const isOwn = ({ gpk }: Effect): boolean => own !== undefined && gpk === own;
  const others = further.filter((effect) => !isOwn(effect));
  const ordered = [...further.filter(isOwn), ...others];
  const shown = isAll ? ordered : ordered.slice(0, SHOWN);
  return (
    <details className="planned-effects small">
      <summary>
        {others.length === 0
          ? say("editor.planned.besidesOwn")
          : say("editor.planned.besides", { count: others.length })}
      </summary>
      <ul>
        {shown.map((effect, at) => (
          <EffectLine key={String(at)} effect={effect} isOwn={isOwn(effect)} />
        ))}
      </ul>
      {further.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: further.length - shown.length })}
        </button>
      )}
    </details>
  );
}

/** Drops numbers of rows, which mean nothing to readers and are invalid after a test, and computed values of a new object. */
function readable(catalogue: Catalogue, effect: Effect): Effect {
  const type = catalogue.objectType(effect.object);
  const changes = effect.changes.filter(({ attribute }) => {
    const meta = type?.attribute(attribute) ?? null;
    if (meta === null || meta.dataType.name === "gpk" || meta.dataType.name === "gpk_array") return false;
    return effect.function !== "create" || !meta.is_computed;
  });
  return { ...effect, changes };
}

/** Values of a new object that its title does not contain. */
function untold({ catalogue, locale }: Words, effect: Effect, title: string): Effect["changes"] {
  if (effect.function !== "create") return effect.changes;
  const type = catalogue.objectType(effect.object);
  const named = new Set(type?.title);
  return effect.changes.filter(({ attribute, path, after = null }) => {
    if (path.length > 0 || !named.has(attribute)) return true;
    return !isToldBy(title, valueText(catalogue, type, attribute, after, locale));
  });
}

interface EffectLineProps {
  readonly effect: Effect;
  /** The object of the element itself, whose title is shown above. */
  readonly isOwn: boolean;
}

function EffectLine({ effect, isOwn }: EffectLineProps): ReactNode {
  const words = useWords();
  const { say, locale, catalogue } = words;
  const { sign, word, look } = SIGNS[effect.function];
  const title = useLoggedTitle(effect.object, effect.gpk, effect.title);
  const parts = titleParts(words, effect.object, effect.row);
  const changes = untold(words, effect, title);
  return (
    <li>
      {!isOwn && (
        <>
          <span className={`planned-sign ${look}`} aria-hidden="true">
            {sign}
          </span>
          <span className="visually-hidden">{say(word)}</span>
          <span className="muted">{catalogue.typeName(effect.object, locale)}</span>{" "}
          <span className="planned-title">
            {parts === null ? <Breakable text={title} /> : <PartLinks parts={parts} />}
          </span>
        </>
      )}
      {changes.length > 0 && (
        <dl className="diff">
          {changes.map((change) => (
            <ChangedValue
              key={[change.attribute, ...change.path, change.language].join(".")}
              as={DiffLines}
              object={effect.object}
              change={change}
              old={effect.function === "create" ? undefined : (change.before ?? null)}
            />
          ))}
        </dl>
      )}
    </li>
  );
}
