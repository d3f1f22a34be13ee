import { expect, it } from "vitest";
import { exactTime } from "../../../src/editor/cell/relative-time.ts";
import { withMoments } from "../../../src/editor/fault/moments.ts";

it.each(["de", "en-GB"])(
  "moments in the sentences of a refusal are written as a reader writes them whose language is %s",
  (tag) => {
    const [begin, end] = ["2026-03-05T08:15:00Z", "2026-03-05T23:30:00Z"];
    const [from, to] = [exactTime(new Date(begin), tag), exactTime(new Date(end), tag)];
    const description = `Begin ${begin} – ${end} overlaps 2026-03-05.`;
    expect(withMoments({ description, hint: `Choose another one than ${begin}.` }, tag)).toEqual({
      description: `Begin ${from} – ${to} overlaps 2026-03-05.`,
      hint: `Choose another one than ${from}.`,
    });
    expect(withMoments({ description, hint: null }, tag).hint).toBeNull();
    expect(from).not.toContain("T08");
  },
);
