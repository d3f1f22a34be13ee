import { useMemo, type ReactNode } from "react";
import type { AnswerGroup } from "#core/txlist/answers";
import { plannedTitle } from "#core/txlist/planned";
import { reachesFar, reachOf, type ListReach, type Reach } from "#core/txlist/reach";
import type { Run } from "#core/txlist/run";
import { intlTag } from "../../ui/text.ts";
import { type Words, useWords } from "../portal/words.ts";

export interface PlannedReachProps {
  readonly run: Run;
  readonly answers: readonly AnswerGroup[];
}

/** The number of changes of a tested list, always visible: objects, answers of servers, and each element that changes many more objects than it names. */
export function PlannedReach({ run, answers }: PlannedReachProps): ReactNode {
  const words = useWords();
  const { catalogue } = words;
  const reach = useMemo(() => reachOf(run, catalogue), [run, catalogue]);
  const answered = useMemo(() => answersText(words, answers), [words, answers]);
  if (reach === null) return null;
  const far = reach.elements.filter(reachesFar);
  return (
    <output className={`run-reach${far.length > 0 ? " is-far" : ""}`}>
      <span>{reachText(words, reach)}</span>
      {answered !== null && <span>{answered}</span>}
      <FarElements far={far} />
    </output>
  );
}

/** The most elements that are shown one by one, because more of them say nothing new. */
const SHOWN = 10;

/** Each element that reaches far, with both numbers. */
export function FarElements({ far }: { readonly far: readonly Reach[] }): ReactNode {
  const words = useWords();
  if (far.length === 0) return null;
  return (
    <ul className="run-far">
      {far.slice(0, SHOWN).map((one) => (
        <li key={one.item.uuid}>{farText(words, one)}</li>
      ))}
      {far.length > SHOWN && <li>{words.say("editor.planned.more", { count: far.length - SHOWN })}</li>}
    </ul>
  );
}

function farText({ say, locale }: Words, { item, named, changed }: Reach): string {
  const title = plannedTitle(item, locale);
  return named === 0
    ? say("editor.run.farUnnamed", { title, count: changed })
    : say("editor.run.far", { title, named, count: changed });
}

/** "2 elements change 2,406 objects". */
function reachText({ say, locale }: Words, { elements, changed, isExact }: ListReach): string {
  const number = new Intl.NumberFormat(intlTag(locale)).format(changed);
  const objects = isExact ? number : say("editor.run.about", { number });
  return elements.length === 1
    ? say("editor.run.reachOfOne", { count: changed, objects })
    : say("editor.run.reach", { count: changed, elements: elements.length, objects });
}

/** "437 answers of servers go, 0 come"; null if none changes. */
function answersText({ say }: Words, groups: readonly AnswerGroup[]): string | null {
  const changes = groups.flatMap((group) => group.changes);
  if (changes.length === 0) return null;
  const [gone, come] = [
    changes.reduce((sum, change) => sum + change.gone.length, 0),
    changes.reduce((sum, change) => sum + change.new.length, 0),
  ];
  return `${say("editor.answers.go", { count: gone })}, ${say("editor.answers.come", { count: come })}`;
}
