import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "playwright/test";

/** Effort of a task: presses of the mouse, single keys, and filled fields. */
interface Cost {
  readonly clicks: number;
  readonly keys: number;
  readonly fields: number;
}

/** Performs actions of a person and counts them. */
export interface Effort {
  click(what: Locator): Promise<void>;
  press(key: string): Promise<void>;
  fill(field: Locator, text: string): Promise<void>;
  /** Fills a field with suggestions and takes the first one that contains or equals the text. */
  choose(field: Locator, text: string, exact?: boolean): Promise<void>;
  /** Takes an option of a closed list: a filled field. */
  select(field: Locator, option: string): Promise<void>;
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
    async select(field, option) {
      fields += 1;
      await field.selectOption(option);
    },
    cost: () => ({ clicks, keys, fields }),
  };
}

/** The row of a task in docs/usability.md: `| 3 | Task | 2 | 0 | 1 |`. */
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
