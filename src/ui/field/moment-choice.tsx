import type { ReactNode } from "react";
import type { LocalMoment } from "#contract/values/local-time";
import { shownDay, splitDateTime } from "#core/form/shown-time";
import { Button } from "../action/button.tsx";
import { useLocale, useText } from "../text.ts";

interface MomentChoiceProps {
  readonly id: string;
  /** Name of the field. */
  readonly name: string;
  readonly read: LocalMoment;
  /** The moment that the field holds. */
  readonly value: string;
  readonly isDisabled: boolean;
  readonly onChoose: (moment: string) => void;
}

/** Asks for the meaning of a time at a change of clocks: one that does not exist, or one that exists twice. */
export function MomentChoice(props: MomentChoiceProps): ReactNode {
  const { read } = props;
  return (
    <div aria-live="polite">
      {read.kind === "gap" && <Gap {...props} moments={[read.earlier, read.later]} />}
      {read.kind === "twice" && <Twice {...props} moments={[read.first, read.second]} />}
    </div>
  );
}

interface ChoiceProps extends MomentChoiceProps {
  readonly moments: readonly [string, string];
}

function Gap({ name, moments, isDisabled, onChoose }: ChoiceProps): ReactNode {
  const say = useText();
  const tell = useMomentText();
  return (
    <fieldset className="moment-choice">
      <legend>{say("ui.field.timeGap", { name })}</legend>
      {moments.map((moment) => (
        <Button key={moment} disabled={isDisabled} onClick={() => onChoose(moment)}>
          {tell(moment)}
        </Button>
      ))}
    </fieldset>
  );
}

function Twice({ id, name, moments, value, isDisabled, onChoose }: ChoiceProps): ReactNode {
  const say = useText();
  const tell = useMomentText();
  const chosen = Date.parse(value.includes("T") ? value : "");
  return (
    <fieldset className="moment-choice" disabled={isDisabled}>
      <legend>{say("ui.field.timeTwice", { name })}</legend>
      {moments.map((moment, at) => (
        <label key={moment} className="check">
          <input
            type="radio"
            name={`${id}-moment`}
            checked={Date.parse(moment) === chosen}
            onChange={() => onChoose(moment)}
          />
          <span>
            {say(at === 0 ? "ui.field.timeFirst" : "ui.field.timeSecond", { moment: tell(moment) })}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Day and time of the local clock, with its offset. */
function useMomentText(): (moment: string) => string {
  const locale = useLocale();
  return (moment) => {
    const { date, time } = splitDateTime(moment);
    return `${shownDay(date, locale)} ${time} (UTC${moment.slice(-6)})`;
  };
}
