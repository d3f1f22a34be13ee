import { useId, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { COUNTED_ROWS } from "#contract/counted-rows";
import type { OwnChoice, OwnList } from "#core/screen/own";
import { intlTag } from "../../ui/text.ts";
import { controlsFor, planningsOf } from "../planning/controls.ts";
import { usePortal, useWords } from "../portal.ts";
import { useSectionScreen, useSectionStep, type SectionProps } from "../section/section-context.ts";
import "./own.css";

interface OwnSwitchProps extends SectionProps<"table"> {
  readonly own: OwnList;
}

/** Says that a list has own objects only; whoever reads all chooses between own ones and all. Both numbers are told. */
export function OwnSwitch({ section, own }: OwnSwitchProps): ReactNode {
  const { say } = useWords();
  const { steps } = useSectionScreen();
  const { visitor, loginName, settings } = usePortal();
  const { ownLists } = useSnapshot(settings.state);
  const number = useNumbers(own.counts(section.of));
  const step = steps.find(({ idx }) => idx === section.of);
  if (step === undefined) return null;
  const choice = own.choice(step, { visitor, loginName, ownLists });
  const count = number("own_count");
  if (!choice.readsAll)
    return <p className="own-scope muted">{count !== null && say("editor.own.only", { count })}</p>;
  return (
    <div className="own-scope">
      <Choice choice={choice} own={count} all={number("count")} />
      {choice.isOwn && <NewOnes section={section} />}
    </div>
  );
}

interface ChoiceProps {
  readonly choice: OwnChoice;
  /** Numbers as text; null until they are known. */
  readonly own: string | null;
  readonly all: string | null;
}

function Choice({ choice: { key, isOwn }, own, all }: ChoiceProps): ReactNode {
  const { say } = useWords();
  const { settings } = usePortal();
  const name = useId();
  const options = [
    { isOwnOnly: true, text: say("editor.own.own"), count: own },
    { isOwnOnly: false, text: say("editor.own.all"), count: all },
  ];
  return (
    <div className="own-options" role="radiogroup" aria-label={say("editor.own.label")}>
      {options.map(({ isOwnOnly, text, count }) => (
        <label key={text}>
          <input
            type="radio"
            name={name}
            checked={isOwnOnly === isOwn}
            onChange={() => settings.set("ownLists", { ...settings.state.ownLists, [key]: isOwnOnly })}
          />
          {text} {count !== null && <span className="own-count">{count}</span>}
        </label>
      ))}
    </div>
  );
}

/** Tells whoever can plan a new object here where it will stand, because it may belong to nobody. */
function NewOnes({ section }: SectionProps<"table">): ReactNode {
  const { say } = useWords();
  const found = useSectionStep(section.of);
  const controls = found === null ? [] : controlsFor(found, planningsOf(found, section.plan), null);
  const isCreated = controls.some(({ operation, missing }) => operation === "create" && missing.length === 0);
  return isCreated && <span className="muted">{say("editor.own.new")}</span>;
}

/** A number of a list as text, "10,000+" above the limit; null until it is known. */
function useNumbers(counts: string): (name: "count" | "own_count") => string | null {
  const { lists } = useSectionScreen();
  const { locale } = useWords();
  const told = lists?.[counts]?.[0];
  return (name) => {
    const count = told?.[name];
    if (typeof count !== "number") return null;
    const text = Math.min(count, COUNTED_ROWS).toLocaleString(intlTag(locale));
    return count > COUNTED_ROWS ? `${text}+` : text;
  };
}
