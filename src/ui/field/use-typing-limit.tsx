import { useState, type ChangeEvent } from "react";
import { acceptsTyping } from "#core/form/values";
import { useText } from "../text.ts";
import { FieldProblem } from "./choice-note.tsx";

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** Refuses text beyond the length of the data type, with a note and a log entry (TAFORM-14, TAFORM-17). */
export function useTypingLimit(
  label: string,
  maxLength: number | undefined,
  present: string,
  onText: (text: string) => void,
) {
  const say = useText();
  const [isFull, setFull] = useState(false);
  return {
    onChange: ({ target }: Typing): void => {
      const type = { name: label, text_length: maxLength ?? null };
      // A text that is already too long may get shorter.
      const fits =
        target.value.length < present.length ||
        acceptsTyping(type, target.value, (text) => console.warn(text));
      setFull(!fits);
      if (fits) onText(target.value);
      else keepCaret(target, present);
    },
    /** Says that the field is full. */
    note: isFull && <FieldProblem text={say("ui.field.atLimit", { count: maxLength ?? 0 })} />,
  };
}

/** Restores the text and the position of the caret. */
function keepCaret(input: Typing["target"], present: string): void {
  const at = Math.max(0, (input.selectionStart ?? 0) - (input.value.length - present.length));
  requestAnimationFrame(() => input.setSelectionRange(at, at));
}
