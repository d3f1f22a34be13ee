// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startTexts } from "../../../src/app/i18n.ts";
import { CopyButton } from "../../../src/ui/action/copy.tsx";
import { CopyField } from "../../../src/ui/action/copy-field.tsx";
import { FileButton } from "../../../src/ui/action/file-button.tsx";
import { ErrorBlock } from "../../../src/ui/feedback/error-block.tsx";
import { Icon } from "../../../src/ui/icon/icon.tsx";

beforeEach(async () => {
  await startTexts("en");
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  cleanup();
});

it("[SHELL-23] the multiline copy field shows ten rows", () => {
  render(<CopyField label="Details" value="{}" isMultiline />);
  expect(screen.getByLabelText("Details").getAttribute("rows")).toBe("10");
});

it.each([
  ["has none", undefined],
  ["refuses", { writeText: () => Promise.reject(new DOMException("denied", "NotAllowedError")) }],
])(
  "[SHELL-22] a browser that %s to copy with shows a note beside the value, and no error",
  async (_, clipboard) => {
    vi.stubGlobal("navigator", Object.create(navigator, { clipboard: { value: clipboard } }));
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    render(
      <>
        <CopyField label="Details" value="{}" />
        <CopyButton value="{}" />
      </>,
    );
    for (const button of screen.getAllByRole("button", { name: "Copy" })) fireEvent.click(button);
    expect(await screen.findAllByRole("button", { name: "Not copied" })).toHaveLength(2);
    expect(screen.queryByText("Copied")).toBeNull();
    for (const output of screen.getAllByRole("status")) expect(output.textContent).toBe("Not copied");
  },
);

it("[ERR-26] an unknown icon warns and shows the question mark", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { container } = render(<Icon name="no_such_icon" />);
  expect(warn).toHaveBeenCalledExactlyOnceWith("unknown icon: no_such_icon");
  expect(container.querySelector("svg")?.getAttribute("data-icon")).toBe("unknown");
  render(<Icon name="home" />);
  expect(warn).toHaveBeenCalledOnce();
});

it("[ERR-30] a sentence of the server is shown unchanged", () => {
  const sentence = "Der Wert <b>x</b> ist {{nicht}} erlaubt.";
  render(<ErrorBlock title={sentence} />);
  expect(screen.getByRole("alert").textContent).toBe(sentence);
});

it("[I18N-01] a file is chosen in the language of the portal, and can be chosen again after it is corrected", async () => {
  await startTexts("de");
  const taken: File[] = [];
  render(<FileButton accept=".json" onFile={(file) => taken.push(file)} />);
  expect(screen.getByRole("button").textContent).toBe("Datei wählen");
  const input = screen.getByLabelText<HTMLInputElement>("Datei wählen");
  const file = new File(["{}"], "list.json");
  fireEvent.change(input, { target: { files: [file] } });
  expect(taken).toEqual([file]);
  expect(input.hidden).toBe(true);
});
