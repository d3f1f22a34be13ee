const MOMENT = /^([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9:]{5,8})(?:\.[0-9]+)?([Zz]|[+-][0-9]{2}:?[0-9]{2})$/;
const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$/;
const OFFSET = /^[Zz]|([+-])([01][0-9]|2[0-3]):?([0-5][0-9])$/;
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
/** Years of more than four digits carry a sign in ISO texts; PostgreSQL has no year 0. */
const SHORT_YEAR = /^(?!0000)[0-9]{4}-/;
const MINUTE = 60_000;

/** A time with offset as `2026-11-20T08:15:00Z`, without parts of a second (wire contract 1.3). Null for any other text. */
export function parseTimestamp(text: string): string | null {
  const match = MOMENT.exec(text);
  if (match === null) return null;
  const [day = "", time = "", zone = ""] = match.slice(1);
  const offset = offsetOf(zone);
  if (parseDate(day) === null || !TIME.test(time) || offset === null) return null;
  const local = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  const written = new Date(local - offset * MINUTE).toISOString();
  return SHORT_YEAR.test(written) ? timestampOf(Date.parse(written)) : null;
}

/** A time (ms since 1970) as `2026-11-20T08:15:00Z`, without parts of a second. */
export function timestampOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Minutes ahead of UTC. */
function offsetOf(zone: string): number | null {
  const match = OFFSET.exec(zone);
  if (match === null) return null;
  const [, sign, hours = "0", minutes = "0"] = match;
  return (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -1 : 1);
}

/** A date as `YYYY-MM-DD`; null for any other text. */
export function parseDate(text: string): string | null {
  if (!DAY.test(text) || text.startsWith("0000")) return null;
  const moment = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text ? null : text;
}

const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const GERMAN_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** `YYYY-MM-DD` of a typed date, also of `DD.MM.YYYY`; null for a date that does not exist. */
export function readDay(text: string): string | null {
  const typed = text.trim();
  const parts = ISO_DAY.exec(typed)?.slice(1) ?? GERMAN_DAY.exec(typed)?.slice(1).toReversed();
  return parts === undefined ? null : parseDate(parts.map((part) => part.padStart(2, "0")).join("-"));
}
