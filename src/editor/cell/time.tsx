import type { ReactNode } from "react";
import type { Locale } from "#core/text";
import { intlTag } from "../../ui/text.ts";
import { exactTime, relativeTime } from "./relative-time.ts";
import { useNow } from "./use-now.ts";

export interface TimeProps {
  /** As on the wire; a text that is no time is shown as it is. */
  readonly text: string;
  readonly locale: Locale;
  readonly className?: string;
}

/** A moment relative to now, exact in the tooltip. */
export function Time({ text, locale, className }: TimeProps): ReactNode {
  const now = useNow();
  const then = new Date(text);
  if (Number.isNaN(then.getTime())) return text;
  const language = intlTag(locale);
  return (
    <time dateTime={text} title={exactTime(then, language)} className={className}>
      {relativeTime(then, now, language)}
    </time>
  );
}
