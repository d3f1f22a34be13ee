import { describe, expect, it } from "vitest";
import { countedBy } from "../../../server/import/client.ts";
import { speak } from "#contract/import/texts";

describe("progress of a call of the import", () => {
  it("has at most twenty lines, each with something new", () => {
    const told: string[] = [];
    const tell = countedBy((done, of) => told.push(speak("en")("testingOf", { done, of })));
    for (const done of [0, 0, 34, 35, 36, 39, 40, 40, 120]) tell(done, 120);
    expect(told).toEqual(["Testing 34 of 120", "Testing 40 of 120", "Testing 120 of 120"]);
    told.length = 0;
    const many = countedBy((done, of) => told.push(speak("de")("applyingOf", { done, of })));
    for (let done = 0; done <= 100_000; done += 500) many(done, 100_000);
    expect([told.length, told[0]]).toEqual([20, "Führe 5000 von 100000 aus"]);
  });
});
