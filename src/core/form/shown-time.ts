import { localZone, type ZoneOffset } from "#contract/values/local-time";
import { languageAt, type Locale } from "../locales.ts";

/** A day `YYYY-MM-DD` in the format of the language; any other text unchanged. */
export function shownDay(day: string, locale: Locale): string {
  const { day: written } = languageAt(locale);
  return written === undefined ? day : day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, written);
}

/** Local date and time of a timestamp, as `readLocal` takes them; empty for null, the text itself if it is no timestamp. */
export function splitDateTime(
  value: string | null,
  zone: ZoneOffset = localZone,
): { readonly date: string; readonly time: string } {
  if (value === null || value === "") return { date: "", time: "" };
  const moment = Date.parse(value);
  if (Number.isNaN(moment) || !value.includes("T")) {
    const [date = "", time = ""] = value.split(" ");
    return { date, time };
  }
  const local = new Date(moment + zone(moment) * 60_000);
  const text = local.toISOString();
  return {
    date: text.slice(0, 10),
    time: local.getUTCSeconds() === 0 ? text.slice(11, 16) : text.slice(11, 19),
  };
}
