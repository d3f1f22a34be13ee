import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { httpWorld, type Answered, type HttpWorld } from "../support/http-server.ts";
import { extent } from "../support/extent.ts";

let world: HttpWorld;
let otto: string;

beforeAll(async () => {
  world = await httpWorld();
  otto = await world.signIn("otto");
});
afterAll(() => world.close());

const RUNS = extent(400);

/** Expects the form of a refusal of a middleware call (wire contract 4.1). */
function expectAnswer({ status, text }: Answered): void {
  expect(status).toBeLessThan(500);
  if (status < 400) return;
  const body = JSON.parse(text) as { detail: string; exception: { description: string } };
  expect(Object.keys(body).sort()).toEqual(["detail", "exception"]);
  expect(body.detail).toBe(body.exception.description);
}

const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "job-1",
    "198.51.100.1",
    "::",
    "::ffff:1.2.3.4",
    "001b63",
    "%00",
    "../..",
    "a".repeat(5000),
    "\ud800",
  ),
);
const path = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Removes the limit for a person, so that it does not hide the effect of an input. */
async function forgetSent(): Promise<void> {
  await world.db.query("delete from netportal.attempt");
}

describe("any input", () => {
  it("is answered or refused by calls that read", async () => {
    const address = fc.tuple(
      fc.constantFrom(
        "oui_lookup/",
        "ip_contact/",
        "domainfinder?term=",
        "macfinder/jobs/",
        "hub/json_templates/",
        "hub/schemas/",
      ),
      word,
    );
    await fc.assert(
      fc.asyncProperty(address, async ([call, text]) => {
        await forgetSent();
        expectAnswer(await world.get(`/api/${call}${path(text)}`, otto));
      }),
      { numRuns: RUNS },
    );
  });

  it("is accepted or refused by request forms and searches", async () => {
    const value = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
    const forms = [...REQUEST_FORMS.values()].map(({ name, fields }) => {
      const some = Object.fromEntries(
        fields.map((field) => [
          field.name,
          fc.option(fc.oneof(value, fc.constantFrom("a-b", 1, true, ["cn"])), { nil: undefined }),
        ]),
      );
      const members = {
        subject: value,
        text: value,
        fields: fc.oneof(value, fc.record(some)),
        variant: value,
      };
      return fc.tuple(
        fc.constant(`/api/requests/${name}`),
        fc.oneof(
          value,
          fc.record(members, { requiredKeys: ["fields"] }),
          fc.record(some).map((fields) => ({ subject: "a", text: "a", fields })),
        ),
      );
    });
    const others = fc.tuple(
      fc.constantFrom("/api/bcd_request", "/api/macfinder/jobs"),
      fc.oneof(value, fc.record({ mac_addr: value })),
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(others, ...forms), async ([url, body]) => {
        await forgetSent();
        expectAnswer(await world.post(url, JSON.stringify(body), otto));
      }),
      { numRuns: RUNS * 2 },
    );
  });
});
