import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { strFromU8, unzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { textIn } from "#contract/wire/json";
import { importList } from "#core/txlist/file";
import { items } from "#core/txlist/history";
import { chooseInRow, elements, fill, openForm, plan, press, rowOf } from "../support/by-hand.ts";
import { campus, type Campus } from "../support/portal-world.tsx";

const PAGE = "/macauth/bcds/iwt-arbeit";
const MASK = "••••••••";
const TYPED = "aaaabbbbcccc1234";

let demo: Campus;
let greta: Awaited<ReturnType<Campus["as"]>>;
let keys: readonly string[];
let address: string;

beforeAll(async () => {
  demo = await campus();
  greta = await demo.as("greta");
  const { client = [] } = await greta.apply([
    { idx: "client", name: "macauth.client.list", old: { bcd_name: "iwt-arbeit" } },
  ]);
  keys = client.map((row) => textIn(row["wpa2_key"])).filter((key) => key !== "");
  address = textIn(client.find((row) => row["wpa2_key"] !== null)?.["mac_addr"]);
  expect(keys.length).toBeGreaterThan(1);
}, 120_000);
afterAll(() => demo.close());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  greta.portal.txlist.submit({ kind: "clear" });
});

/** Texts of every name that a reader sees or hears on the page: contents, titles and labels. */
function shownTexts(): string {
  const named = [...document.querySelectorAll("*")].flatMap((one) =>
    [...one.attributes].map(({ value }) => value),
  );
  return [document.body.textContent, ...named].join("\n");
}

function catchFiles(): Blob[] {
  const files: Blob[] = [];
  const links = {
    createObjectURL: (file: Blob) => `blob:${String(files.push(file))}`,
    revokeObjectURL: () => 0,
  };
  vi.stubGlobal("URL", Object.assign(class extends URL {}, links));
  return files;
}

describe("a list with secrets", () => {
  it("[LIST-11] [LIST-47] [MAC-04] is saved for readers with masked secrets, and for programs with the values that an import reads", async () => {
    const files = catchFiles();
    const saved = async (entry: string): Promise<Uint8Array> => {
      const { length } = files;
      await press(/^Save as file|^Filter, CSV and columns/);
      await userEvent.click(await screen.findByRole("menuitem", { name: entry }));
      await waitFor(() => expect(files).toHaveLength(length + 1));
      return new Uint8Array((await files.at(-1)?.arrayBuffer()) ?? new ArrayBuffer(0));
    };
    await greta.show(PAGE);
    const row = await rowOf("MAC clients", address);
    const sheet = unzipSync(await saved("Excel file (XLSX)"))["xl/sharedStrings.xml"];
    const forReaders = [strFromU8(sheet ?? new Uint8Array()), strFromU8(await saved("CSV for spreadsheets"))];
    for (const text of forReaders) {
      expect(text).toContain(address);
      expect(text).toContain(MASK);
      expect(keys.filter((key) => text.includes(key))).toEqual([]);
    }
    const forPrograms = strFromU8(await saved("CSV for programs and import"));
    expect(keys.filter((key) => !forPrograms.includes(key))).toEqual([]);
    // The QR code is a picture of the key, and has no column of its own.
    const names = greta.catalogue
      .objectType("macauth.client")
      ?.attributes.map(({ name }) => greta.catalogue.attributeName("macauth.client", name, "en"));
    const heads = (forPrograms.split("\r\n")[0] ?? "").replaceAll(/["\uFEFF]/g, "").split(",");
    expect(heads.length).toBeGreaterThan(3);
    expect(heads.filter((head) => names?.includes(head) !== true)).toEqual([]);
    expect(keys.filter((key) => document.body.textContent.includes(key))).toEqual([]);
    await press("Show", row);
    await waitFor(() => expect(keys.some((key) => document.body.textContent.includes(key))).toBe(true));
  });
});

describe("a secret that is planned", () => {
  async function planClient(): Promise<void> {
    const form = await openForm("New MAC client");
    await fill(within(form).getByRole("textbox", { name: "MAC address" }), "02:00:00:00:77:01");
    await fill(within(form).getByLabelText("WPA2 key", { selector: "input" }), TYPED);
    await plan(form);
  }

  it("[MAC-04] [TA-35] is masked in the planned list and everywhere on the page", async () => {
    await greta.show(PAGE);
    await rowOf("MAC clients", address);
    await planClient();
    await chooseInRow("MAC clients", address, "Edit");
    const edit = await screen.findByRole("dialog");
    await fill(within(edit).getByLabelText("WPA2 key", { selector: "input" }), `${TYPED}5`);
    await plan(edit);
    await waitFor(() => expect(elements()).toHaveLength(2));
    for (const one of elements()) expect(one.textContent).toContain(MASK);
    const hidden = [TYPED, ...keys];
    expect(hidden.filter((key) => shownTexts().includes(key))).toEqual([]);
    await press("Test");
    await waitFor(() => expect(greta.portal.txlist.state.run.phase).toBe("success"));
    await screen.findByText(/Test passed for 2 changes/);
    expect(hidden.filter((key) => shownTexts().includes(key))).toEqual([]);
  });

  it("[MAC-04] [TA-13] [TA-14] is not in a saved list, whose element says so after the import", async () => {
    const files = catchFiles();
    await greta.show(PAGE);
    await rowOf("MAC clients", address);
    await planClient();
    await press("Whole list");
    await userEvent.click(await screen.findByRole("menuitem", { name: /file/i }));
    await waitFor(() => expect(files).toHaveLength(1));
    const text = (await files[0]?.text()) ?? "";
    expect(text).toContain("02:00:00:00:77:01");
    expect(text).not.toContain(TYPED);
    const read = importList(text, () => crypto.randomUUID());
    if (!read.ok) throw new Error("the saved list is not read");
    greta.portal.txlist.submit({ kind: "import", items: read.items });
    await waitFor(() =>
      expect(elements()[0]?.textContent).toContain("WPA2 key: secret values are not in the saved list"),
    );
    expect(items(greta.portal.txlist.state.history)).toHaveLength(1);
  });
});
