import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "playwright/test";

/** What a task costs a person: presses of the mouse, single keys, and fields that are filled. */
interface Cost {
  readonly clicks: number;
  readonly keys: number;
  readonly fields: number;
}

/** Does what a person does and counts it. */
export interface Effort {
  click(what: Locator): Promise<void>;
  press(key: string): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** Fills a field that offers what it knows, and takes the first that holds the text, or the one that is it. */
  choose(field: Locator, text: string, exact?: boolean): Promise<void>;
  cost(): Cost;
}

export function effortOn(page: Page): Effort {
  let [clicks, keys, fields] = [0, 0, 0];
  const click = async (what: Locator): Promise<void> => {
    clicks += 1;
    await what.click();
  };
  const fill = async (field: Locator, text: string): Promise<void> => {
    fields += 1;
    await field.fill(text);
  };
  return {
    click,
    fill,
    async press(key) {
      keys += 1;
      await page.keyboard.press(key);
    },
    async choose(field, text, exact = false) {
      await fill(field, text);
      await click(page.getByRole("listbox").getByRole("option", { name: text, exact }).first());
    },
    cost: () => ({ clicks, keys, fields }),
  };
}

/** What docs/usability.md says of a task: `| 3 | Task | 2 | 0 | 1 |`. */
export function documentedCost(task: number): Cost {
  const text = readFileSync(join(import.meta.dirname, "../../../docs/usability.md"), "utf8");
  const row = new RegExp(
    `^\\|\\s*${String(task)}\\s*\\|[^|]+\\|\\s*(\\d+)\\s*\\|\\s*(\\d+)\\s*\\|\\s*(\\d+)\\s*\\|`,
    "m",
  ).exec(text);
  expect(row, `task ${String(task)} in docs/usability.md`).not.toBeNull();
  const [, clicks, keys, fields] = row ?? [];
  return { clicks: Number(clicks), keys: Number(keys), fields: Number(fields) };
}
