import { afterEach, describe, expect, it } from "vitest";
import { localZone, readLocal, readLocalText, type ZoneOffset } from "#contract/values/local-time";
import { splitDateTime } from "#core/form/shown-time";

const TZ = process.env["TZ"];
afterEach(() => {
  if (TZ === undefined) delete process.env["TZ"];
  else process.env["TZ"] = TZ;
});

function inZone<T>(zone: string, work: () => T): T {
  process.env["TZ"] = zone;
  return work();
}

describe("a time of the local clock", () => {
  it.each([
    ["Europe/Berlin", "2026-03-29", "02:30", "2026-03-29T01:30:00+01:00", "2026-03-29T03:30:00+02:00"],
    ["Europe/Berlin", "2026-03-29", "02:00", "2026-03-29T01:00:00+01:00", "2026-03-29T03:00:00+02:00"],
    ["America/Sao_Paulo", "2018-11-04", "", "2018-11-03T23:00:00-03:00", "2018-11-04T01:00:00-02:00"],
    ["Africa/Cairo", "2026-04-24", "00:30", "2026-04-23T23:30:00+02:00", "2026-04-24T01:30:00+03:00"],
    ["Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-04T01:45:00+10:30", "2026-10-04T02:45:00+11:00"],
    ["Pacific/Apia", "2011-12-30", "12:00", "2011-12-29T12:00:00-10:00", "2011-12-31T12:00:00+14:00"],
  ])("that does not exist is reported with its neighbours: %s %s %s", (zone, date, time, earlier, later) => {
    expect(inZone(zone, () => readLocal(date, time))).toEqual({ kind: "gap", earlier, later });
  });

  it.each([
    ["Europe/Berlin", "2026-10-25", "02:30", "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"],
    ["America/Sao_Paulo", "2018-02-17", "23:30", "2018-02-17T23:30:00-02:00", "2018-02-17T23:30:00-03:00"],
    ["Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-05T01:45:00+11:00", "2026-04-05T01:45:00+10:30"],
  ])("that exists twice is reported with both moments: %s %s %s", (zone, date, time, first, second) => {
    expect(inZone(zone, () => readLocal(date, time))).toEqual({ kind: "twice", first, second });
  });

  it.each([
    ["Europe/Berlin", "2026-03-29", "01:59:59", "2026-03-29T01:59:59+01:00"],
    ["Europe/Berlin", "2026-03-29", "03:00", "2026-03-29T03:00:00+02:00"],
    ["Europe/Berlin", "2026-10-25", "01:59", "2026-10-25T01:59:00+02:00"],
    ["Europe/Berlin", "2026-10-25", "03:00", "2026-10-25T03:00:00+01:00"],
    ["Asia/Kathmandu", "2026-01-01", "", "2026-01-01T00:00:00+05:45"],
    ["America/St_Johns", "2026-01-01", "8:05", "2026-01-01T08:05:00-03:30"],
  ])("beside a change is one moment: %s %s %s", (zone, date, time, moment) => {
    expect(inZone(zone, () => readLocal(date, time))).toEqual({ kind: "one", moment });
  });

  it("is read from one text in both spellings of the day", () => {
    const berlin = (text: string) => inZone("Europe/Berlin", () => readLocalText(text));
    expect(berlin("29.03.2026 03:30")).toEqual({ kind: "one", moment: "2026-03-29T03:30:00+02:00" });
    expect(berlin("2026-03-29T02:30").kind).toBe("gap");
    expect(berlin("25.10.2026 2:30").kind).toBe("twice");
    for (const text of ["", "x", "2026-03-29 02:30 x", "2026-02-30", "2026-03-29T02:30Z"])
      expect(berlin(text)).toEqual({ kind: "none" });
  });
});

/** The offset of any zone, from Intl. */
function zoneOf(name: string): ZoneOffset {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const known = new Map<number, number>();
  return (moment) => {
    const found = known.get(moment);
    if (found !== undefined) return found;
    const parts = Object.fromEntries(
      format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    const offset = (Date.UTC(year, month - 1, day, hour, minute, second) - moment) / 60_000;
    known.set(moment, offset);
    return offset;
  };
}

/** Zones with different changes in a year; most zones share theirs with others. */
function zonesOnce(year: number): readonly string[] {
  const once = new Map<string, string>();
  for (const name of Intl.supportedValuesOf("timeZone")) {
    const zone = zoneOf(name);
    const halfMonths = Array.from({ length: 26 }, (_, at) => zone(Date.UTC(year, 0, 1 + at * 14)));
    if (!once.has(halfMonths.join())) once.set(halfMonths.join(), name);
  }
  return [...once.values()];
}

const STEP = 15 * 60_000;

/** Moments around each change of the offset in a year. */
function changesOf(zone: ZoneOffset, year: number): readonly number[] {
  const found: number[] = [];
  const day = 24 * 3_600_000;
  for (let at = Date.UTC(year, 0, 1); at < Date.UTC(year + 1, 0, 1); at += day) {
    if (zone(at) === zone(at + day)) continue;
    let [low, high] = [at, at + day];
    while (high - low > STEP) {
      const middle = low + Math.floor((high - low) / STEP / 2) * STEP;
      if (middle === low) break;
      if (zone(middle) === zone(low)) low = middle;
      else high = middle;
    }
    found.push(high);
  }
  return found;
}

describe("in every zone, around each change of its clocks", () => {
  it.each([2018, 2026])(
    "a wall clock stands for exactly the moments that show it: %d",
    { timeout: 120_000 },
    (year) => {
      let count = 0;
      for (const name of zonesOnce(year)) {
        const zone = zoneOf(name);
        for (const change of changesOf(zone, year)) {
          for (let wall = change - 8 * STEP; wall <= change + 8 * STEP; wall += STEP) {
            const local = wall + zone(change) * 60_000;
            const [date = "", time = ""] = new Date(local).toISOString().slice(0, 16).split("T");
            const read = readLocal(date, time, zone);
            const showing = [];
            for (let at = wall - 16 * STEP; at <= wall + 16 * STEP; at += STEP)
              if (at + zone(at) * 60_000 === local) showing.push(at);
            const told = Object.values(read)
              .slice(1)
              .map((moment) => Date.parse(moment));
            if (read.kind === "gap") expect([name, showing]).toEqual([name, []]);
            else expect([name, told]).toEqual([name, showing]);
            for (const moment of Object.values(read).slice(1)) {
              const shown = splitDateTime(moment, zone);
              expect([name, read.kind === "gap" || (shown.date === date && shown.time === time)]).toEqual([
                name,
                true,
              ]);
            }
            count += 1;
          }
        }
      }
      expect(count).toBeGreaterThan(200);
    },
  );
});

it("the zone of the machine is that of its clock", () => {
  for (const name of ["Europe/Berlin", "Asia/Kathmandu", "America/St_Johns"])
    expect(inZone(name, () => localZone(Date.UTC(2026, 6, 1)))).toBe(zoneOf(name)(Date.UTC(2026, 6, 1)));
});
