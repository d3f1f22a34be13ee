import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { textOfParts, type DocNode } from "#core/docs/document";
import { DOCUMENTS } from "#core/docs/documents";
import { findRoute } from "#core/route/route";
import { searchDocuments } from "#core/docs/search";
import { readDocument } from "../../../scripts/documents.ts";
import { ALL_ROUTES } from "../../../src/app/all-routes.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILES = globSync("docs/**/*.md", { cwd: ROOT });
const ALL = DOCUMENTS.map(({ name }) => {
  const file = FILES.find((one) => basename(one, ".md") === name) ?? `${name}.md`;
  return { name, text: readDocument(readFileSync(join(ROOT, file), "utf8"), file) };
});

function hrefs(parts: readonly DocNode[]): readonly string[] {
  return parts.flatMap((part) =>
    typeof part === "string" ? [] : [...(part.href === undefined ? [] : [part.href]), ...hrefs(part.parts)],
  );
}

describe("documents of the instance", () => {
  it("every link into the portal leads to an existing page and section", () => {
    const sections = new Set(
      ALL.flatMap(({ name, text }) => text.sections.map(({ id }) => `/docs/${name}#${id}`)),
    );
    const own = ALL.flatMap(({ text }) => text.sections.flatMap(({ parts }) => hrefs(parts))).filter((href) =>
      href.startsWith("/"),
    );
    expect(own.length).toBeGreaterThan(5);
    const lost = own.filter(
      (href) =>
        findRoute(ALL_ROUTES, href.split(/[?#]/)[0] ?? "") === null ||
        (href.includes("#") && !sections.has(href)),
    );
    expect(lost).toEqual([]);
  });

  it("text becomes parts that need no HTML, and links to files of a checkout become plain text", () => {
    const { sections } = readDocument(
      "# T\n\nA `<b>` & *c* [s](security.md#x) [a](architecture.md)\n\n## H\n\n## H\n\n| k |\n| --- |\n| `v` |\n",
      "operating.md",
    );
    expect(sections.map(({ id }) => id)).toEqual(["t", "h", "h-1"]);
    expect(textOfParts(sections[0]?.parts ?? []).trim()).toBe("A <b> & c s a");
    expect(hrefs(sections[0]?.parts ?? [])).toEqual(["/docs/security#x"]);
    expect(JSON.stringify(sections[2]?.parts)).toContain('"label":"k"');
  });

  it.each(["# T\n\n<script>x</script>\n", "# T\n\n![a](b.png)\n", "no title\n"])(
    "%j is refused by the name of its file",
    (source) => {
      expect(() => readDocument(source, "x.md")).toThrow("x.md");
    },
  );

  it("a section matches all typed words; matches in titles come first", () => {
    expect(searchDocuments(ALL, " ")).toEqual([]);
    expect(searchDocuments(ALL, "xyzzy")).toEqual([]);
    const [first] = searchDocuments(ALL, "API Tokens");
    expect(first).toMatchObject({ name: "user-guide", href: "/docs/user-guide#api-tokens" });
    const hits = searchDocuments(ALL, "proxy_pass");
    expect(hits.map(({ href }) => href)).toEqual(["/docs/operating#proxy-and-tls"]);
    expect(hits[0]?.excerpt).toContain("proxy_pass");
  });
});
