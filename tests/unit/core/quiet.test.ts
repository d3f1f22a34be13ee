import { describe, expect, it } from "vitest";
import {
  quietFor as quietOfAttribute,
  quietIn,
  quietOfType,
  strongPlace,
  type Quiet,
} from "../../../src/core/catalogue/quiet.ts";
import { sketchCatalogue } from "./metadata.ts";

function quietFor(type: string, texts: readonly string[] = []): Quiet {
  const quiet = quietOfType(type);
  if (quiet === null) throw new Error(`${type} has no quiet part`);
  return quietIn(quiet, texts);
}

/** The strong part between brackets. */
function drawn(quiet: Quiet, text: string): string {
  const [from, to] = strongPlace(quiet, text);
  return `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;
}

describe("what repeats in values of a column", () => {
  it("is the zone after the first label of a name", () => {
    const quiet = quietFor("fqdn");
    expect(["www.iag.example.", "example.", ".", "*.iag.example."].map((name) => drawn(quiet, name))).toEqual(
      ["[www].iag.example.", "[example.]", "[.]", "[*].iag.example."],
    );
  });

  it("is the common beginning of addresses, up to a separator, for each IP version", () => {
    const texts = ["10.0.20.13", "2001:db8:8::d", "10.0.20.27", "2001:db8:8::1b", ""];
    const quiet = quietFor("inet", texts);
    expect(quiet.shared).toEqual(["10.0.20.", "2001:db8:8::"]);
    expect(texts.map((text) => drawn(quiet, text))).toEqual([
      "10.0.20.[13]",
      "2001:db8:8::[d]",
      "10.0.20.[27]",
      "2001:db8:8::[1b]",
      "[]",
    ]);
  });

  it("does not end within a number, and is neither a whole value nor part of another network", () => {
    const quiet = quietFor("cidr", ["10.0.120.0/24", "10.0.12.0/24"]);
    expect(quiet.shared).toEqual(["10.0."]);
    expect(drawn(quiet, "10.1.0.0/16")).toBe("[10.1.0.0/16]");
    expect(drawn({ ...quiet, shared: ["10.0."] }, "10.0.")).toBe("[10.0.]");
  });

  it("is the zone of the name at the end of the data, and the network of addresses", () => {
    const catalogue = sketchCatalogue([
      {
        name: "a.record",
        title: ["type"],
        attributes: {
          type: { type: "text_id", key: true },
          data: { type: "text", also: { address_by: { attribute: "type", families: { A: 4 } } } },
        },
      },
    ]);
    const attribute = catalogue.objectType("a.record")?.attribute("data") ?? null;
    const { quiet } = quietOfAttribute(catalogue, attribute);
    if (quiet === undefined) throw new Error("data has no quiet part");
    const texts = [
      "10.0.20.13",
      "10.0.20.27",
      "www.iag.example.",
      "10 mx1.iag.example.",
      "0 5 5060 sip.iag.example.",
      "0 .",
      'Text: "a.b"',
    ];
    expect(texts.map((text) => drawn(quietIn(quiet, texts.slice(0, 5)), text))).toEqual([
      "10.0.20.[13]",
      "10.0.20.[27]",
      "[www].iag.example.",
      "[10 mx1].iag.example.",
      "[0 5 5060 sip].iag.example.",
      "[0 .]",
      '[Text: "a.b"]',
    ]);
  });

  it("is empty if values have nothing in common, or if there is only one value", () => {
    for (const texts of [["10.0.0.1", "192.0.2.1"], ["10.0.0.1", "10.0.0.1"], ["10.0.0.1"], []])
      expect(quietFor("inet", texts).shared).toEqual([]);
    expect(quietOfType("text_line")).toBeNull();
  });
});
