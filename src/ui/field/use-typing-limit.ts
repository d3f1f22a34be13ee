import { useState, type ChangeEvent } from "react";
import { acceptsTyping } from "#core/form/grammar";

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

interface TypingLimit {
  /** The last thing typed or pasted did not fit. */
  readonly isFull: boolean;
  readonly onChange: (event: Typing) => void;
}

/** What would be longer than the data type takes is refused while typing or pasting, told and logged (TAFORM-14, TAFORM-17). */
export function useTypingLimit(
  label: string,
  maxLength: number | undefined,
  present: string,
  onText: (text: string) => void,
): TypingLimit {
  const [isFull, setFull] = useState(false);
  return {
    isFull,
    onChange: ({ target }) => {
      const type = { name: label, text_length: maxLength ?? null };
      // What is already too long may be made shorter.
      const fits =
        target.value.length < present.length ||
        acceptsTyping(type, target.value, (text) => console.warn(text));
      setFull(!fits);
      if (fits) onText(target.value);
      else keepCaret(target, present);
    },
  };
}

/** The text stays as it was, and so does the place where one types. */
function keepCaret(input: Typing["target"], present: string): void {
  const at = Math.max(0, (input.selectionStart ?? 0) - (input.value.length - present.length));
  requestAnimationFrame(() => input.setSelectionRange(at, at));
}
