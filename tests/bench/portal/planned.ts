import type { Page } from "playwright";
import { figureOf, type Figure } from "../figure.ts";
import type { PortalBench } from "./browser.ts";
import { profiledPage } from "./profile.ts";

const ELEMENTS = 10_000;
const TIMES = 20;

/** P14: add, undo and move in a list of 10,000 planned changes, from the key or click to the end of the layout. */
export async function plannedList({ open, isProfiled }: PortalBench): Promise<readonly Figure[]> {
  const { context, page } = await open();
  await page.goto("/netdoc/sites/bench");
  await fillList(page);
  const added = await times(page, "main .screen-head, main", /^Delete$/);
  const undone = await times(page, ".planned-head", /^Undo$/);
  if (isProfiled) {
    const redo = async (): Promise<number> => (await times(page, ".planned-head", /^Redo$/, 1))[0] ?? 0;
    console.log(await profiledPage(page, "P14, the next of 10,000 planned changes is added", redo));
    await times(page, ".planned-head", /^Undo$/, 1);
  }
  const moved = await moveTimes(page);
  await context.close();
  const row = (what: string, list: readonly number[]): Figure =>
    figureOf({ id: "P14", size: "portal", what, unit: "ms", times: list });
  return [
    row("planned list of 10,000 elements: add", added),
    row("… undo", undone),
    row("… move by one place", moved),
  ];
}

async function fillList(page: Page): Promise<void> {
  const transaction = Array.from({ length: ELEMENTS }, (_, at) => ({
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    ta_type: "db_editor_simple",
    variant: null,
    content: {
      object_fq_name: "nd.site",
      object_function: "create",
      parameters: { old: {}, new: { name: `s-${String(at)}`, title: `Site ${String(at)}` } },
      preview_fields: ["name", "title"],
      object_title: `s-${String(at)}`,
      show_result: false,
      non_optionals: [],
      input_reducer: null,
    },
  }));
  const file = {
    creation_time: new Date().toISOString(),
    serialization_version: 2,
    author: "ada",
    transaction,
  };
  const button = page.getByRole("button", { name: /^Planned changes/ });
  await button.waitFor();
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  await page.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: /^Import/ }).click();
  await page
    .getByRole("dialog")
    .getByLabel("Choose a file")
    .setInputFiles({
      name: "list.json",
      mimeType: "application/json",
      buffer: Buffer.from(JSON.stringify(file)),
    });
  await page
    .getByText(`· ${String(ELEMENTS)}`)
    .or(page.getByText("· 10,000"))
    .first()
    .waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1_000);
}

/** Presses a button several times. */
async function times(
  page: Page,
  inside: string,
  name: RegExp,
  count: number = TIMES,
): Promise<readonly number[]> {
  const button = page.locator(inside).first().getByRole("button", { name }).first();
  await button.waitFor();
  const found: number[] = [];
  for (let at = 0; at < count; at++) {
    found.push(
      await button.evaluate(async (element) => {
        const start = performance.now();
        if (element instanceof HTMLElement) element.click();
        await new Promise((done) => setTimeout(done));
        void document.body.offsetHeight;
        return performance.now() - start;
      }),
    );
    // A profile ends with the press.
    if (count > 1) await page.waitForTimeout(50);
  }
  return found;
}

async function moveTimes(page: Page): Promise<readonly number[]> {
  const found: number[] = [];
  await page.locator(".planned ol > li button").first().focus();
  for (let at = 0; at < TIMES; at++) {
    found.push(
      await page.evaluate(async (key) => {
        const start = performance.now();
        const press = new KeyboardEvent("keydown", { key, altKey: true, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(press);
        await new Promise((done) => setTimeout(done));
        void document.body.offsetHeight;
        return performance.now() - start;
      }, "ArrowDown"),
    );
    await page.waitForTimeout(50);
  }
  return found;
}
