/** Seconds of each unit, the longest first. */
export const UNITS = [
  ["year", 365 * 24 * 3600],
  ["month", 30 * 24 * 3600],
  ["day", 24 * 3600],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Creating a format takes far longer than using it, so the portal keeps one for each language. */
function kept<Format>(make: (language: string) => Format): (language: string) => Format {
  const formats = new Map<string, Format>();
  return (language) => {
    const format = formats.get(language) ?? make(language);
    formats.set(language, format);
    return format;
  };
}

const relativeFormat = kept((language) => new Intl.RelativeTimeFormat(language, { numeric: "auto" }));

const exactFormat = kept(
  (language) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }),
);

/** "3 hours ago", "in 2 days": the largest unit that fits; below a minute "now". */
export function relativeTime(then: Date, now: Date, language: string): string {
  const seconds = (then.getTime() - now.getTime()) / 1000;
  const format = relativeFormat(language);
  for (const [unit, length] of UNITS) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** Full date and time in the time zone of the reader. */
export function exactTime(then: Date, language: string): string {
  return exactFormat(language).format(then);
}

/** A span of time: the begin belongs to it, the end does not. */
export type Span = readonly [from: Date, to: Date];

const MONTH = /^(?:(\d{4})-(\d{1,2})|(\d{1,2})\.(\d{4}))$/;

/** The day or month in a text, in the time zone of the reader: 2026-11-21, 21.11.2026, 2026-11, 11.2026; null for any other text. */
export function spanNamed(text: string, parseDate: (text: string) => string | null): Span | null {
  const day = parseDate(text);
  if (day !== null) {
    const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
    return [new Date(year, month - 1, date), new Date(year, month - 1, date + 1)];
  }
  const found = MONTH.exec(text.trim());
  if (found === null) return null;
  const year = Number(found[1] ?? found[4]);
  const month = Number(found[2] ?? found[3]);
  return month < 1 || month > 12 ? null : [new Date(year, month - 1, 1), new Date(year, month, 1)];
}
