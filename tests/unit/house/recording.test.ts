import { describe, expect, it } from "vitest";
import { differences } from "../../support/recording.ts";

describe("the failure of a recording", () => {
  it("shows the lines that only one side has", () => {
    expect(differences("a\nb\nc\n", "a\nd\ne\nc\n")).toBe(
      "Lines only in the recording (-): 1, only in this run (+): 2\n- b\n+ d\n+ e",
    );
  });

  it("shows of long lines what is around the first difference", () => {
    const [before, after] = ["x".repeat(5_000), "y".repeat(5_000)];
    const said = differences(`${before}1${after}`, `${before}2${after}`);
    expect(said.split("\n").slice(1)).toEqual(
      ["- …", "+ …"].map((start, at) => `${start}${"x".repeat(60)}${String(at + 1)}${"y".repeat(139)}…`),
    );
  });

  it("shows a few lines of many", () => {
    const said = differences("", Array.from({ length: 90 }, (_, at) => `line ${String(at)}`).join("\n"));
    expect(said.split("\n").slice(-1)).toEqual(["+ line 4"]);
  });

  it("tells lines in another order", () => {
    expect(differences("a\nb", "b\na")).toBe("The lines are in another order, or repeated.");
  });
});
