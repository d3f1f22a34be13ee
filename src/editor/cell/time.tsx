import { useEffect, useState, type ReactNode } from "react";
import { intlTag, useLocale } from "../../ui/text.ts";
import { exactTime, relativeTime } from "./relative-time.ts";

export interface TimeProps {
  /** The time in wire form. A text that is not a time is shown unchanged. */
  readonly text: string;
  readonly className?: string;
}

/** A relative time with the exact time in its tooltip. */
export function Time({ text, className }: TimeProps): ReactNode {
  const language = intlTag(useLocale());
  const now = useNow();
  const then = new Date(text);
  if (Number.isNaN(then.getTime())) return text;
  return (
    <time dateTime={text} title={exactTime(then, language)} className={className}>
      {relativeTime(then, now, language)}
    </time>
  );
}

const MINUTE = 60_000;

/** The present time, renewed every minute, so that relative times stay true while the page is open. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now;
}
