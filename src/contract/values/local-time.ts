import { readDay } from "./timestamp.ts";

/** Minutes by which the local clock is ahead of UTC at a moment (ms since 1970). */
export type ZoneOffset = (moment: number) => number;

/** The time zone of the machine (VAL-16). */
export const localZone: ZoneOffset = (moment) => Math.round(-new Date(moment).getTimezoneOffset());

/**
 * The meaning of a date and a time of the local clock, as ISO texts with offset. When clocks are put forward, the times between do not exist.
 * `earlier` and `later` are then the readings of a clock before and after the change. When clocks are put back, a time exists twice.
 */
export type LocalMoment =
  | { readonly kind: "empty" | "none" }
  | { readonly kind: "one"; readonly moment: string }
  | { readonly kind: "gap"; readonly earlier: string; readonly later: string }
  | { readonly kind: "twice"; readonly first: string; readonly second: string };

const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/;
const MINUTE = 60_000;
/** No zone changed its offset by more than a day, and none twice within this time. */
const HOURS_AROUND = [-26, -13, 0, 13, 26];

/** An empty date stays empty, an empty time is 00:00, and an invalid date or time has no meaning (VAL-13 to VAL-16). */
export function readLocal(date: string, time: string, zone: ZoneOffset = localZone): LocalMoment {
  if (date.trim() === "") return { kind: "empty" };
  const [day, clock] = [readDay(date), clockOf(time)];
  if (day === null || clock === null) return { kind: "none" };
  const wall = Date.parse(`${day}T${clock}Z`);
  const around = HOURS_AROUND.map((hours) => zone(wall + hours * 60 * MINUTE));
  const offsets = [...new Set(around)];
  const moments = offsets
    .map((offset) => wall - offset * MINUTE)
    .filter((moment) => zone(moment) * MINUTE === wall - moment)
    .toSorted((one, other) => one - other)
    .map((moment) => isoOf(moment, zone));
  const [first, second] = moments;
  if (first !== undefined)
    return second === undefined ? { kind: "one", moment: first } : { kind: "twice", first, second };
  // After the gap the larger offset applies, so that the clock shows a time that is earlier by it.
  const [least, most] = [Math.min(...offsets), Math.max(...offsets)];
  return {
    kind: "gap",
    earlier: isoOf(wall - most * MINUTE, zone),
    later: isoOf(wall - least * MINUTE, zone),
  };
}

/** What a text of date and time means, such as `2026-11-21 14:00` or `21.11.2026`. */
export function readLocalText(text: string, zone: ZoneOffset = localZone): LocalMoment {
  const [, date = "", time = ""] = /^(\S+?)(?:(?:[ T]+)(\d\S*))?$/.exec(text.trim()) ?? [];
  const read = readLocal(date, time, zone);
  return read.kind === "empty" ? { kind: "none" } : read;
}

/** Why a well-formed date and time are not a moment. */
export type LocalProblem =
  | { readonly key: "noSuchTime"; readonly values: { readonly earlier: string; readonly later: string } }
  | { readonly key: "timeTwice"; readonly values: { readonly first: string; readonly second: string } };

/** The problem of a time that does not exist, or exists twice; null for any other. */
export function localProblem(read: LocalMoment): LocalProblem | null {
  if (read.kind === "gap") return { key: "noSuchTime", values: { earlier: read.earlier, later: read.later } };
  return read.kind === "twice"
    ? { key: "timeTwice", values: { first: read.first, second: read.second } }
    : null;
}

function clockOf(text: string): string | null {
  const [, hour = "", minute = "", second = "00"] =
    TIME.exec(text.trim() === "" ? "00:00" : text.trim()) ?? [];
  const isTime = hour !== "" && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
  return isTime ? `${hour.padStart(2, "0")}:${minute}:${second}` : null;
}

function isoOf(moment: number, zone: ZoneOffset): string {
  const offset = zone(moment);
  const local = new Date(moment + offset * MINUTE).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? "-" : "+"}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
