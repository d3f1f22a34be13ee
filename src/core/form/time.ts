/** Minutes that local time is ahead of UTC at a local wall-clock moment. */
export type ZoneOffset = (year: number, month: number, day: number, hour: number, minute: number) => number;

/** The time zone of the browser (VAL-16). */
export const localZone: ZoneOffset = (year, month, day, hour, minute) =>
  -new Date(year, month - 1, day, hour, minute).getTimezoneOffset();

const ISO_DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const GERMAN_DATE = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/** `YYYY-MM-DD` of a typed date, also of `DD.MM.YYYY`; null for a day that does not exist. */
export function parseDate(text: string): string | null {
  const iso = ISO_DATE.exec(text.trim());
  const german = GERMAN_DATE.exec(text.trim());
  const parts = iso === null ? german?.slice(1).toReversed() : iso.slice(1);
  if (parts === undefined) return null;
  const [year = 0, month = 0, day = 0] = parts.map(Number);
  const made = new Date(Date.UTC(year, month - 1, day));
  if (made.getUTCFullYear() !== year || made.getUTCMonth() !== month - 1 || made.getUTCDate() !== day)
    return null;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
}

/**
 * ISO timestamp of a local date and time with the offset of the zone. An empty date gives null, an empty time is 00:00,
 * anything that is no date or time is undefined (VAL-13 to VAL-16).
 */
export function joinDateTime(
  date: string,
  time: string,
  zone: ZoneOffset = localZone,
): string | null | undefined {
  if (date.trim() === "") return null;
  const day = parseDate(date);
  const clock = parseTime(time);
  if (day === null || clock === null) return undefined;
  const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  const { hour, minute, second } = clock;
  const offset = zone(year, month, dayOfMonth, hour, minute);
  return `${day}T${pad(hour)}:${pad(minute)}:${pad(second)}${offsetText(offset)}`;
}

function parseTime(
  text: string,
): { readonly hour: number; readonly minute: number; readonly second: number } | null {
  const match = TIME.exec(text.trim() === "" ? "00:00" : text.trim());
  if (match === null) return null;
  const [hour = 0, minute = 0, second = 0] = match.slice(1).map((part) => Number(part || 0));
  return hour > 23 || minute > 59 || second > 59 ? null : { hour, minute, second };
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function pad(number: number, length = 2): string {
  return String(number).padStart(length, "0");
}
