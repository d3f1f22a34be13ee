const MOMENT =
  /^([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?(?:[Zz]|([+-])([0-9]{2}):?([0-9]{2}))$/;
const DAY = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;
const MINUTE = 60_000;

/** A moment with offset as `2026-11-20T08:15:00Z`; parts of a second are cut off (wire contract 1.3). Null for anything else. */
export function parseTimestamp(text: string): string | null {
  const match = MOMENT.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = "00", sign, offsetHours = "0", offsetMinutes = "0"] =
    match;
  const local = parseDate(`${year ?? ""}-${month ?? ""}-${day ?? ""}`);
  const isTime = Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  const isOffset = Number(offsetHours) < 24 && Number(offsetMinutes) < 60;
  if (local === null || !isTime || !isOffset) return null;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === "-" ? -1 : 1);
  const moment = new Date(Date.parse(`${local}T${hour ?? ""}:${minute ?? ""}:${second}Z`) - offset * MINUTE);
  const written = moment.toISOString();
  // Beyond the years of four digits ISO texts carry a sign.
  return /^[0-9]{4}-/.test(written) && !written.startsWith("0000") ? `${written.slice(0, 19)}Z` : null;
}

/** A day of the calendar as `YYYY-MM-DD`; null for anything else. */
export function parseDate(text: string): string | null {
  if (!DAY.test(text) || text.startsWith("0000")) return null;
  const moment = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== text ? null : text;
}
