// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { linkCommand, pageCommands, runCommands } from "../../../src/app/shell/palette-commands.ts";
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

describe("[TA-115] commands of the planned list", () => {
  const list = (reason: "empty" | null, mayApply: boolean) => {
    const want = vi.fn();
    const commands = runCommands(
      { say: (key) => key, locale: "en" },
      { want, isBlocked: reason !== null, mayApply },
    );
    return { want, commands };
  };

  it("test and apply where the list can be tested, by keys that stand beside them", () => {
    const { want, commands } = list(null, true);
    expect(commands.map(({ id, key }) => [id, key])).toEqual([
      ["list-test", "t"],
      ["list-apply", "A"],
    ]);
    for (const { act } of commands) if ("run" in act) act.run();
    expect(want.mock.calls).toEqual([["test"], ["apply"]]);
  });

  it("are absent while the list cannot be tested, and apply for accounts that are not in the database", () => {
    expect(list("empty", true).commands).toEqual([]);
    expect(list(null, false).commands.map(({ id }) => id)).toEqual(["list-test"]);
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
