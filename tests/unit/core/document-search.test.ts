import { describe, expect, it } from "vitest";
import type { DocNode, DocSection } from "#core/docs/document";
import { searchDocuments } from "#core/docs/search";

const section = (id: string, title: string, level: 1 | 2 | 3, ...parts: DocNode[]): DocSection => ({
  id,
  title,
  level,
  parts,
});
const p = (...parts: DocNode[]): DocNode => ({ tag: "p", parts });

const guide = {
  name: "user-guide",
  text: {
    sections: [
      section("guide", "User guide", 1, p("Everything about zones.")),
      section("zones", "Zones", 2, p("A ", { tag: "strong", parts: ["del"] }, "egated zone."), p("Second.")),
    ],
  },
} as const;
const operating = {
  name: "operating",
  text: { sections: [section("op", "Operating", 1, p("Zones and servers."))] },
} as const;

describe("the search in documents", () => {
  const hrefs = (typed: string) => searchDocuments([guide, operating], typed).map(({ href }) => href);

  it("finds sections with all words in any case; sections with a word in the title come first", () => {
    expect(hrefs("zone")).toEqual(["/docs/user-guide#zones", "/docs/user-guide", "/docs/operating"]);
    expect(hrefs("  SERVERS\n zones ")).toEqual(["/docs/operating"]);
    expect(hrefs("servers guide")).toEqual([]);
    expect(hrefs(" ")).toEqual([]);
  });

  it("finds words across marks inside a line, but not across blocks", () => {
    expect(hrefs("delegated")).toEqual(["/docs/user-guide#zones"]);
    expect(hrefs("zone.Second")).toEqual([]);
  });

  it("has at most 30 hits", () => {
    const sections = Array.from({ length: 40 }, (_, at) => section(`s${String(at)}`, "Many", 2, p("many")));
    expect(searchDocuments([{ name: "security", text: { sections } }], "many")).toHaveLength(30);
  });

  it("quotes whole words around the first match, and the beginning if only the title matches", () => {
    const quoted = (body: string, typed: string) =>
      searchDocuments([{ name: "security", text: { sections: [section("s", "Titled", 2, p(body))] } }], typed)
        .map(({ excerpt }) => excerpt)
        .join();
    expect(quoted("short text", "text")).toBe("short text");
    const long = `${"before ".repeat(20)}here ${"after ".repeat(30)}`;
    expect(quoted(long, "after here")).toBe(`… ${long.slice(77, 216)} …`);
    expect(quoted(long, "titled")).toBe(`${long.slice(0, 139)} …`);
    expect(quoted(long, "before")).toBe(`${long.slice(0, 139)} …`);
  });
});
