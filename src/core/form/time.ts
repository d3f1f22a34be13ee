import { readDay } from "#contract/values/timestamp";

/** Minutes that local time is ahead of UTC at a local wall-clock moment. */
export type ZoneOffset = (year: number, month: number, day: number, hour: number, minute: number) => number;

/** The time zone of the browser (VAL-16). */
export const localZone: ZoneOffset = (year, month, day, hour, minute) =>
  -new Date(year, month - 1, day, hour, minute).getTimezoneOffset();

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;

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
  const day = readDay(date);
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

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
