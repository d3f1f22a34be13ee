// @vitest-environment jsdom
import { describe, expect, it, vi } from "vitest";
import { linkCommand } from "../../../src/app/shell/palette-commands.ts";
import { createNotices } from "../../../src/state/notices.ts";

describe("the command that copies a link", () => {
  it("says so where the page has no clipboard, as without TLS", async () => {
    expect("clipboard" in navigator).toBe(false);
    const notices = createNotices({ now: () => 0, later: () => () => undefined });
    const { act } = linkCommand({ say: (key) => key, locale: "en" }, { path: "/home", title: null }, notices);
    if (!("run" in act)) throw new Error("it does something");
    act.run();
    await vi.waitFor(() => expect(notices.state.list).toMatchObject([{ text: { key: "ui.copy.failed" } }]));
  });
});
