import type { Page } from "playwright";
import { LIMITS } from "#contract/limits";
import { figureOf, type Figure } from "../figure.ts";
import type { PortalBench } from "./browser.ts";

const OPENINGS = 20;
const TERMS = [
  "iap",
  "mgmt",
  "10.0.16",
  "web",
  "ap-0",
  "labor",
  "811",
  "otto",
  "2001:db8",
  "server",
  "pool",
  "druck",
];

/** S1: from the key to the field of the search. S2: from the end of the pause to the first results of all kinds. */
export async function search({ open }: PortalBench): Promise<readonly Figure[]> {
  const { context, page } = await open("otto");
  await page.goto("/home");
  // The search is loaded in idle time.
  await page.waitForTimeout(3_000);
  const opened: number[] = [];
  for (let at = 0; at <= OPENINGS; at++) {
    opened.push(await openTime(page));
    await page.keyboard.press("Escape");
    await page.locator(".palette").waitFor({ state: "detached" });
  }
  await openTime(page);
  const found: number[] = [];
  for (const term of ["warm", ...TERMS]) found.push(await foundTime(page, term));
  await context.close();
  const row = (id: string, what: string, times: readonly number[]): Figure =>
    // The first search is only a warm-up.
    figureOf({ id, size: "portal", what, unit: "ms", times: times.slice(1) });
  return [
    row("S1", "global search, from the key to the focus in its field, laid out", opened),
    row(
      "S2",
      `… results of all kinds for ${String(TERMS.length)} terms, from the end of the pause until they are laid out`,
      found,
    ),
  ];
}

/** The page itself presses and observes, so that the protocol of the browser takes no time. */
async function openTime(page: Page): Promise<number> {
  return page.evaluate(
    async () =>
      new Promise<number>((done) => {
        const start = performance.now();
        const look = (): void => {
          const dialog = document.activeElement?.closest(".palette") ?? null;
          if ((dialog?.getBoundingClientRect().height ?? 0) > 0 || performance.now() - start > 5_000)
            done(performance.now() - start);
          else setTimeout(look, 1);
        };
        document.body.dispatchEvent(
          new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true }),
        );
        look();
      }),
  );
}

async function foundTime(page: Page, term: string): Promise<number> {
  const whole = await page.evaluate(
    async (typed) =>
      new Promise<number>((done) => {
        const field = document.querySelector<HTMLInputElement>(".palette input[role=combobox]");
        const said = document.querySelector(".palette output.visually-hidden");
        if (field === null || said === null) return done(Number.NaN);
        field.select();
        const start = performance.now();
        document.execCommand("insertText", false, typed);
        const look = (): void => {
          // The number of hits appears with the results; while a term is typed nothing is shown.
          const isThere = performance.now() - start > 400 && said.textContent !== "";
          if (isThere || performance.now() - start > 5_000) {
            document.querySelector(".palette")?.getBoundingClientRect();
            done(performance.now() - start);
          } else setTimeout(look, 1);
        };
        look();
        return undefined;
      }),
    term,
  );
  return whole - LIMITS.searchDebounce;
}
