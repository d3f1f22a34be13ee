import { useMemo, useState, type ReactNode } from "react";
import { pickText, type TextKey } from "#core/text";
import type { AnswerChange, AnswerGroup, AnswerValue } from "#core/txlist/answers";
import { Breakable } from "../../ui/breakable.tsx";
import { useText } from "../../ui/text.ts";
import { SignedLine } from "../history/diff-lines.tsx";
import { type Words, useWords } from "../portal/words.ts";
import "./planned-answers.css";

/** Changes drawn at once; the others on demand. */
const SHOWN = 50;

/** The answers of servers after an apply, folded. Each changed name has its values before and after, by zone and network. */
export function PlannedAnswers({ groups }: { readonly groups: readonly AnswerGroup[] }): ReactNode {
  const words = useWords();
  const { say } = words;
  const [isOpen, setOpen] = useState(false);
  const [isAll, setAll] = useState(false);
  const count = useMemo(() => groups.reduce((sum, { changes }) => sum + changes.length, 0), [groups]);
  const shown = isAll ? groups : firstOf(groups, SHOWN);
  return (
    <details className="planned-answers small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say("editor.answers.title", { count })}</summary>
      {isOpen &&
        shown.map(({ service, place, changes }) => (
          <section key={`${service} ${String(place)}`}>
            <h3 className="run-result-title">
              <Breakable text={[wordOf(words, service) ?? service, place].filter(Boolean).join(" ")} />
            </h3>
            <dl>
              {changes.map((change) => (
                <Change
                  key={`${change.name} ${change.type}`}
                  change={change}
                  type={wordOf(words, `${service}.${change.type}`) ?? change.type}
                />
              ))}
            </dl>
          </section>
        ))}
      {isOpen && !isAll && count > SHOWN && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: count - SHOWN })}
        </button>
      )}
    </details>
  );
}

/** The first changes of all groups together. */
function firstOf(groups: readonly AnswerGroup[], most: number): readonly AnswerGroup[] {
  let left = most;
  return groups.flatMap((group): readonly AnswerGroup[] => {
    const changes = group.changes.slice(0, left);
    left -= changes.length;
    return changes.length === 0 ? [] : [{ ...group, changes }];
  });
}

/** The name of a service, or of a type of its answers, from the object type that defines it. */
function wordOf({ catalogue, locale }: Words, name: string): string | null {
  const key = `service.${name}`;
  const told = catalogue.types.find(({ definition }) => definition.language_dict[key] !== undefined);
  return pickText(told?.definition.language_dict[key], locale);
}

function Change({ change, type }: { readonly change: AnswerChange; readonly type: string }): ReactNode {
  const say = useText();
  const hasTtls = new Set([...change.gone, ...change.new].map(({ ttl }) => ttl)).size > 1;
  const lines = (as: "del" | "ins", word: TextKey, values: readonly AnswerValue[]): ReactNode =>
    values.map(({ data, ttl }, at) => (
      <SignedLine key={at} as={as} word={word}>
        {data === null ? <i>{say("editor.answers.hidden")}</i> : <Breakable text={data} />}
        {hasTtls && ttl !== null && <span className="muted"> {say("editor.answers.ttl", { ttl })}</span>}
      </SignedLine>
    ));
  return (
    <div>
      <dt>
        <Breakable text={change.name} /> <span className="muted">{type}</span>
      </dt>
      <dd>
        {lines("del", "editor.answers.gone", change.gone)}
        {lines("ins", "editor.answers.new", change.new)}
      </dd>
    </div>
  );
}
