import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { codeOf, detailsOf, failedStep, rowsOf, type SentStep } from "../support/small-world.ts";
import { siteWorld, type SiteWorld, type Started } from "../support/site-world.ts";

/** Bookings of a bench: one at a time. People see their own. */
const BOOKING = `attributes: {
  name: NAME,
  bench: { type: "text_id", label: LABEL },
  first_day: { type: "integer", label: LABEL },
  last_day: { type: "integer", label: LABEL },
  note: { type: "text", label: LABEL, nullable: true },
  login_name: { label: LABEL, ref: { to: "cntl.mgr" } },
}, own: { column: "login_name", in: "accounts" }, read: "own", title: ["name", "bench"],
write: { create: { isAccount: "login_name" }, update: { grant: { isAccount: "login_name" }, attributes: ["first_day", "last_day", "note"] } },
storage: { constraints: { one_at_a_time: {
  sql: "exclude using gist (bench with =, int8range(first_day, last_day, '[]') with &&) deferrable initially deferred",
  fault: { kind: "overlap", attribute: "first_day", meets: "a.bench = b.bench and a.first_day <= b.last_day and b.first_day <= a.last_day",
    shown: "t.first_day || '-' || t.last_day" } } } }`;

let world: SiteWorld;
let site: Started;
beforeAll(async () => {
  world = await siteWorld();
  site = await world.start({ booking: BOOKING });
});
afterAll(() => world.close());

const book = (name: string, first_day: number, last_day: number, login_name = "otto"): SentStep => ({
  name: "lab.booking.create",
  new: { name, bench: "lathe", first_day, last_day, login_name },
});
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
        value: "5-9",
        other: "1-5",
        other_gpk: first?.["gpk"],
        other_title: "first lathe",
      },
    ]);
    expect(failedStep(said)?.position).toBe(1);
  });

  it("does not show the key of a row that the same call creates", async () => {
    const said = await site.execute("otto", [book("early", 30, 32), book("late", 32, 33)]);
    expect(detailsOf(said)).toMatchObject({ other: "30-32", other_gpk: null, other_title: "early lathe" });
  });

  it("tells other accounts only that there is such a row", async () => {
    const said = await site.execute("greta", [book("third", 3, 4, "greta")]);
    expect(detailsOf(said)).toEqual({
      object_fq_name: "lab.booking",
      attribute: "first_day",
      value: "3-4",
      other: null,
      other_gpk: null,
      other_title: null,
    });
    expect(said.ok ? "" : said.exception.description).toBe(
      "3-4 überschneidet sich mit einem Objekt, das Sie nicht sehen dürfen.",
    );
  });

  it("allows overlaps within a call", async () => {
    const steps = [book("third", 5, 9), move("first", { last_day: 4 })];
    expect(codeOf(await site.dry("otto", ...steps))).toBe("200");
  });
});

it("a rule that is checked at each row is refused at the start", async () => {
  const start = world.start({ booking: BOOKING.replace(" deferrable initially deferred", "") });
  await expect(start).rejects.toThrow("Write deferrable initially deferred at its end.");
});
