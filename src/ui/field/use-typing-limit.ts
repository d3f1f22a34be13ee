import { useState, type FormEvent } from "react";
import { acceptsTyping } from "#core/form/grammar";

interface TypingLimit {
  /** The last thing typed or pasted did not fit. */
  readonly isFull: boolean;
  readonly onBeforeInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  readonly onTyped: () => void;
}

/** The browser refuses what is longer than the data type takes; this tells and logs it (TAFORM-14, TAFORM-17). */
export function useTypingLimit(label: string, maxLength: number | undefined): TypingLimit {
  const [isFull, setFull] = useState(false);
  return {
    isFull,
    onTyped: () => setFull(false),
    onBeforeInput: (event) => {
      const { value, selectionStart, selectionEnd } = event.currentTarget;
      const typed = "data" in event && typeof event.data === "string" ? event.data : "";
      const next =
        value.slice(0, selectionStart ?? value.length) + typed + value.slice(selectionEnd ?? value.length);
      const fits = acceptsTyping({ name: label, text_length: maxLength ?? null }, next, (text) =>
        console.warn(text),
      );
      if (!fits) setFull(true);
    },
  };
}
