import { useEffect, useId, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { COUNTED_ROWS } from "#contract/counted-rows";
import type { OwnChoice, OwnList } from "#core/screen/own";
import type { TextKey } from "#core/text";
import { Note } from "../../ui/feedback/note.tsx";
import { intlTag } from "../../ui/text.ts";
import { isOpen } from "../open-address.ts";
import { controlsFor, planningsOf } from "../planning/controls.ts";
import { useAccount } from "../portal/account.ts";
import { useSettings } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import { OWN_ENTRY, ownAsked } from "../screen/complete-steps.ts";
import { useSectionScreen, useSectionStep, type SectionProps } from "../section/section-context.ts";
import "./own.css";

interface OwnSwitchProps extends SectionProps<"table"> {
  readonly own: OwnList;
}

/** Says that a list has only own objects. An account that reads more chooses between own ones and all. Both numbers are shown (LIST-40, LIST-58). */
export function OwnSwitch({ section, own }: OwnSwitchProps): ReactNode {
  const { say } = useWords();
  const { steps } = useSectionScreen();
  const { visitor, loginName } = useAccount();
  const settings = useSettings();
  const { ownLists } = useSnapshot(settings.state);
  const asked = ownAsked(useLocation().search);
  const number = useNumbers(own.counts(section.of));
  const step = steps.find(({ idx }) => idx === section.of);
  const choice = step === undefined ? null : own.choice(step, { visitor, loginName, ownLists, asked });
  useChoiceInAddress(choice, asked);
  if (choice === null) return null;
  const [count, all] = [number("own_count"), number("count")];
  const isOnlyOwn = !choice.isOffered || (!choice.readsAll && !choice.isOwn && isSameNumber(count, all));
  return (
    <>
      <WrongChoice asked={asked} choice={choice} />
      {isOnlyOwn ? (
        <p className="own-scope muted">
          {count !== null && say("editor.own.only", { number: count })}
          {!choice.isOffered && <NewOnes section={section} text="editor.own.unlisted" />}
        </p>
      ) : (
        <div className="own-scope">
          <Choice choice={choice} own={count} all={all} />
          {choice.isOwn && <NewOnes section={section} text="editor.own.new" />}
        </div>
      )}
    </>
  );
}

/** An account that reads only own objects has no choice. Counting stops at a limit. */
function isSameNumber(own: string | null, all: string | null): boolean {
  return own !== null && own === all && !own.endsWith("+");
}

/** Writes a choice that the browser has kept into the address, so that other readers of the link see the same (LIST-59). */
function useChoiceInAddress(choice: OwnChoice | null, asked: string | null): void {
  const write = useWriteChoice();
  const chosen = choice?.isOffered === true ? choice.chosen : null;
  useEffect(() => {
    if (asked === null && chosen !== null) write(chosen);
    // The address is written once for each choice.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [asked, chosen]);
}

/** Puts a choice into the address. */
function useWriteChoice(): (isOwn: boolean) => void {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  return (isOwn) => {
    if (!isOpen(pathname)) return;
    // The filter in the address may be newer than the drawn one. Another choice begins on its first page.
    const query = new URLSearchParams(window.location.search);
    if (query.has(OWN_ENTRY)) query.delete("page");
    query.set(OWN_ENTRY, String(isOwn));
    void navigate({ search: query.toString(), hash }, { replace: true });
  };
}

interface WrongChoiceProps {
  readonly asked: string | null;
  readonly choice: OwnChoice;
}

/** An address may contain a choice that the switch does not know, or objects that the account may not read. */
function WrongChoice({ asked, choice: { isOffered } }: WrongChoiceProps): ReactNode {
  const { say } = useWords();
  if (asked === null || asked === "true") return null;
  if (asked !== "false") return <Note tone="warning">{say("editor.own.unknown", { text: asked })}</Note>;
  return !isOffered && <Note tone="warning">{say("editor.own.notAll")}</Note>;
}

interface ChoiceProps {
  readonly choice: OwnChoice;
  /** Numbers as text; null until they are known. */
  readonly own: string | null;
  readonly all: string | null;
}

function Choice({ choice: { key, isOwn }, own, all }: ChoiceProps): ReactNode {
  const { say } = useWords();
  const settings = useSettings();
  const write = useWriteChoice();
  const name = useId();
  // The address changes a moment after the press.
  const [pressed, press] = useState<boolean | null>(null);
  if (pressed === isOwn) press(null);
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
            checked={isOwnOnly === (pressed ?? isOwn)}
            onChange={() => {
              press(isOwnOnly);
              settings.set("ownLists", { ...settings.state.ownLists, [key]: isOwnOnly });
              write(isOwnOnly);
            }}
          />
          {text} {count !== null && <span className="own-count">{count}</span>}
        </label>
      ))}
    </div>
  );
}

interface NewOnesProps extends SectionProps<"table"> {
  readonly text: TextKey;
}

/** Tells an account that can plan a new object which list will contain it, because the object may belong to nobody. */
function NewOnes({ section, text }: NewOnesProps): ReactNode {
  const { say } = useWords();
  const found = useSectionStep(section.of);
  const controls = found === null ? [] : controlsFor(found, planningsOf(found, section.plan), null);
  const isCreated = controls.some(({ operation, missing }) => operation === "create" && missing.length === 0);
  return isCreated && <span className="muted"> {say(text)}</span>;
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
