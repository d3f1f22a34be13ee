import { useRef, useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { useText } from "../../ui/text.ts";

export interface LookupFormProps {
  readonly label: TextKey;
  readonly example: string;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** Called with the trimmed text, never empty. */
  readonly onSearch: (text: string) => void;
}

/** One line to look up, at the top of every lookup page. */
export function LookupForm({ label, example, isBusy, problem, onSearch }: LookupFormProps): ReactNode {
  const say = useText();
  const [text, setText] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      className="lookup-form"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(text.trim() === "");
        if (text.trim() === "") input.current?.focus();
        else onSearch(text.trim());
      }}
    >
      <LabelledInput
        inputRef={input}
        label={say(label)}
        example={example}
        isCode
        value={text}
        problem={isEmpty ? say("core.form.required") : problem}
        onChange={(next) => {
          setText(next);
          setEmpty(false);
        }}
      />
      <Button type="submit" look="primary" disabled={isBusy}>
        {say("views.lookup.search")}
      </Button>
    </form>
  );
}
