import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { documentedMember } from "../support/documented-type.ts";
import { codeOf, detailsOf, failedStep, rowsOf, type SentStep } from "../support/small-world.ts";
import { siteWorld, type SiteWorld, type Started } from "../support/site-world.ts";

/** Bookings of a bench: one at a time. People see their own. */
const BOOKING = `attributes: {
  name: NAME,
  bench: { label: LABEL, ref: { to: "lab.bench" } },
  first_day: { type: "date", label: LABEL },
  last_day: { type: "date", label: LABEL },
  note: { type: "text", label: LABEL, nullable: true },
  login_name: { label: LABEL, ref: { to: "cntl.mgr" } },
}, own: { column: "login_name", in: "accounts" }, read: "own", title: ["name", "bench"],
write: { create: { isAccount: "login_name" }, update: { grant: { isAccount: "login_name" }, attributes: ["first_day", "last_day", "note"] } },
${documentedMember("storage")}`;
const BENCH = "attributes: { name: NAME }";

let world: SiteWorld;
let site: Started;
beforeAll(async () => {
  world = await siteWorld();
  site = await world.start({ booking: BOOKING, bench: BENCH });
  rowsOf(await site.execute("ada", [{ name: "lab.bench.create", new: { name: "lathe" } }]));
});
afterAll(() => world.close());

const book = (name: string, first_day: number, last_day: number, login_name = "otto"): SentStep => ({
  name: "lab.booking.create",
  new: { name, bench: "lathe", first_day: day(first_day), last_day: day(last_day), login_name },
});
const day = (n: number): string => `2999-01-${String(n).padStart(2, "0")}`;
const days = (first: number, last: number): string => `${day(first)} – ${day(last)}`;
const move = (name: string, to: Params): SentStep => ({
  name: "lab.booking.update",
  old: { name },
  new: to,
});

describe("a site's rule against overlapping ranges", () => {
  it("names the row in the way to readers of it, at the last step that moved a range", async () => {
    const [first] = rowsOf(await site.execute("otto", [book("first", 1, 5)]));
    const steps = [book("free", 20, 21), book("second", 5, 9), move("second", { note: "late" })];
    const said = await site.execute("otto", steps);
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20030/4",
      {
        object_fq_name: "lab.booking",
        attribute: "first_day",
        value: days(5, 9),
        other: days(1, 5),
        other_gpk: first?.["gpk"],
        other_title: "first lathe",
      },
    ]);
    expect(failedStep(said)?.position).toBe(1);
  });

  it("does not show the key of a row that the same call creates", async () => {
    const said = await site.execute("otto", [book("early", 27, 29), book("late", 29, 30)]);
    expect(detailsOf(said)).toMatchObject({
      other: days(27, 29),
      other_gpk: null,
      other_title: "early lathe",
    });
  });

  it("tells other accounts only that there is such a row", async () => {
    const said = await site.execute("greta", [book("third", 3, 4, "greta")]);
    expect(detailsOf(said)).toEqual({
      object_fq_name: "lab.booking",
      attribute: "first_day",
      value: days(3, 4),
      other: null,
      other_gpk: null,
      other_title: null,
    });
    expect(said.ok ? "" : said.exception.description).toBe(
      "2999-01-03 – 2999-01-04 überschneidet sich mit einem Objekt, das Sie nicht sehen dürfen.",
    );
  });

  it("allows overlaps within a call", async () => {
    const steps = [book("third", 5, 9), move("first", { last_day: day(4) })];
    expect(codeOf(await site.dry("otto", ...steps))).toBe("200");
  });
});

it("a rule of one row is refused with its name and its hint", async () => {
  const said = await site.dry("otto", book("back", 9, 5));
  expect([codeOf(said), detailsOf(said)]).toEqual([
    "-20030/3",
    {
      object_fq_name: "lab.booking",
      rule: "booking_ascends",
      attribute_list: ["first_day", "last_day"],
    },
  ]);
  expect(said.ok ? "" : said.exception.hint).toBe("Der letzte Tag liegt nicht vor dem ersten.");
});

it("a rule that is checked at each row is refused at the start", async () => {
  const booking = BOOKING.replace(" deferrable initially deferred", "");
  await expect(world.start({ booking, bench: BENCH })).rejects.toThrow(
    "Write deferrable initially deferred at its end.",
  );
});
