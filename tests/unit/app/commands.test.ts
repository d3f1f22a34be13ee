// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { linkCommand, pageCommands } from "../../../src/app/shell/palette-commands.ts";
import { createNotices } from "../../../src/state/notices.ts";

describe("the command that copies a link", () => {
  it("says so if the page has no clipboard, as without TLS", async () => {
    expect("clipboard" in navigator).toBe(false);
    const notices = createNotices({ now: () => 0, later: () => () => undefined });
    const { act } = linkCommand({ say: (key) => key, locale: "en" }, { path: "/home", title: null }, notices);
    if (!("run" in act)) throw new Error("it does something");
    act.run();
    await vi.waitFor(() => expect(notices.state.list).toMatchObject([{ text: { key: "ui.copy.failed" } }]));
  });
});

describe("pages as commands", () => {
  const ids = (signedIn: boolean): readonly string[] =>
    pageCommands(
      { say: (key) => key, locale: "en" },
      {
        signedIn,
        inDatabase: signedIn,
        isOuAdmin: false,
        permissions: new Set(),
        modules: new Set(["netdoc"]),
      },
      null,
    ).map(({ id }) => id);

  it("pages in no menu are found too, by those who may open them, and each page once", () => {
    expect(ids(true)).toEqual(
      expect.arrayContaining(["page-/netdoc/bcds", "page-/netdoc/buildings", "page-/object"]),
    );
    expect(ids(true)).not.toContain("page-/dnsvs/fqdns");
    expect(ids(false)).not.toContain("page-/netdoc/buildings");
    expect(new Set(ids(true)).size).toBe(ids(true).length);
  });
});
