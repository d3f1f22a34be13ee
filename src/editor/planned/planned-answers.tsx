import { useMemo, useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import type { AnswerChange, AnswerGroup, AnswerValue } from "#core/txlist/answers";
import { Breakable } from "../../ui/breakable.tsx";
import { useText } from "../../ui/text.ts";
import "../history/history.css";
import "./planned-answers.css";

/** Changes drawn at once; the others on demand. */
const SHOWN = 50;

/** What servers will answer after an apply, folded: each changed name with its values before and after, by zone and network. */
export function PlannedAnswers({ groups }: { readonly groups: readonly AnswerGroup[] }): ReactNode {
  const say = useText();
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
            <h3 className="run-result-title">{placeText(say, service, place)}</h3>
            <dl>
              {changes.map((change) => (
                <Change key={`${change.name} ${change.type}`} change={change} />
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

const SERVICES: Readonly<Record<string, TextKey>> = {
  dns: "editor.answers.dns",
  dhcp: "editor.answers.dhcp",
  radius: "editor.answers.radius",
};

/** Types that are no record types, which everybody knows by their own name. */
const TYPES: Readonly<Record<string, TextKey>> = {
  hostname: "editor.answers.hostname",
  key: "editor.answers.key",
  mac_addr: "editor.answers.mac_addr",
  vlan: "editor.answers.vlan",
};

function placeText(say: ReturnType<typeof useText>, service: string, place: string | null): string {
  const text = SERVICES[service];
  return text === undefined ? [service, place ?? ""].join(" ") : say(text, { place: place ?? "" });
}

function Change({ change }: { readonly change: AnswerChange }): ReactNode {
  const say = useText();
  const type = TYPES[change.type];
  const hasTtls = new Set([...change.gone, ...change.new].map(({ ttl }) => ttl)).size > 1;
  const drawn = (value: AnswerValue, at: number): ReactNode => (
    <span key={at}>
      {value.data === null ? <i>{say("editor.answers.hidden")}</i> : <Breakable text={value.data} />}
      {hasTtls && value.ttl !== null && (
        <span className="muted"> {say("editor.answers.ttl", { ttl: value.ttl })}</span>
      )}
    </span>
  );
  return (
    <div>
      <dt>
        <Breakable text={change.name} />{" "}
        <span className="muted">{type === undefined ? change.type : say(type)}</span>
      </dt>
      <dd>
        <Values as="del" values={change.gone.map(drawn)} />
        <Values as="ins" values={change.new.map(drawn)} />
      </dd>
    </div>
  );
}

const SIGNS = {
  del: { sign: "−", word: "editor.answers.gone" },
  ins: { sign: "+", word: "editor.answers.new" },
} as const;

function Values({
  as: Part,
  values,
}: {
  readonly as: "del" | "ins";
  readonly values: readonly ReactNode[];
}): ReactNode {
  const say = useText();
  const { sign, word } = SIGNS[Part];
  return values.map((value, at) => (
    <Part key={at} className="diff-line">
      <span className="diff-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="visually-hidden">{say(word)} </span>
      {value}
    </Part>
  ));
}
