import axe from "axe-core";
import { expect, type Locator, type Page } from "playwright/test";

/** The API browser has a `main` of its own, which we cannot change. */
const SWAGGER = {
  parts: ".swagger-ui",
  rules: ["landmark-no-duplicate-main", "landmark-main-is-top-level", "landmark-unique"],
} as const;

/** Expects no violation of axe on the visible page and lists violations by rule and place. `only`: check these rules alone. */
export async function expectAccessible(page: Page, only?: readonly string[]): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectStill(page);
  const options: axe.RunOptions = { resultTypes: ["violations"] };
  if (only !== undefined) options.runOnly = { type: "rule", values: [...only] };
  const hasSwagger = (await page.locator(SWAGGER.parts).count()) > 0;
  if (hasSwagger && only === undefined)
    options.rules = Object.fromEntries(SWAGGER.rules.map((rule) => [rule, { enabled: false }]));
  expect(await violations(page, options), page.url()).toEqual([]);
}

/** The page keeps axe until the next page is loaded, because reading and compiling axe takes as long as half an examination. */
async function violations(page: Page, options: axe.RunOptions) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (chosen) => {
    // The script above has set it.
    const { axe: tool } = window as unknown as { readonly axe: typeof axe };
    const found = await tool.run(chosen);
    return found.violations.map(({ id, nodes }) => ({
      id,
      at: nodes.map(({ html }) => html.slice(0, 160)),
    }));
  }, options);
}

/** Waits for animations to end, because colours and positions are not final before. */
export async function expectStill(page: Page): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && effect?.getTiming().iterations !== Infinity,
      ).length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}

/** Only code listings may scroll sideways, and tables in a wide window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0], page.url()).toBeLessThanOrEqual(widths[1] ?? 0);
  const boxes = page.locator(".dialog-content, .planned-body, .grid-box");
  const wide = await boxes.evaluateAll((all) =>
    all
      .filter((box) => window.innerWidth < 720 || !box.classList.contains("grid-box"))
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => `${box.className}: ${String(box.scrollWidth)} of ${String(box.clientWidth)}`),
  );
  expect(wide, page.url()).toEqual([]);
}

/** Expects that no text of the page is cut off and that no line of a fact breaks within a word. */
export async function expectWholeWords(page: Page): Promise<void> {
  const broken = await page.locator("#content").evaluate((main) => {
    const edge = main.getBoundingClientRect().left;
    const found = new Set<string>();
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? "";
      const holder = node.parentElement;
      if (holder === null || text.trim() === "" || holder.closest(".visually-hidden") !== null) continue;
      const range = document.createRange();
      const boxOf = (from: number, to: number): DOMRect | undefined => {
        range.setStart(node, from);
        range.setEnd(node, to);
        return [...range.getClientRects()].at(-1);
      };
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const scrolls = holder.closest(".tabs, .grid-box, pre, .swagger-ui") !== null;
      if (!scrolls && boxes.some(({ left }) => left < edge)) found.add(`cut: ${text}`);
      if (boxes.length < 2 || holder.closest(".detail dd, .beside dd") === null) continue;
      for (const { index } of text.matchAll(/\p{L}(?=\p{L})/gu)) {
        const [one, next] = [boxOf(index, index + 1), boxOf(index + 1, index + 2)];
        if (one !== undefined && next !== undefined && next.top > one.bottom - 4)
          found.add(`broken: ${text}`);
      }
    }
    return [...found];
  });
  expect(broken, page.url()).toEqual([]);
}

/** Expects links to be at least 24 px high and wide, including links within running text. */
export async function expectLinksTouchable(scope: Locator): Promise<void> {
  const small = await scope.locator("a").evaluateAll((all) =>
    all
      .map((link) => ({ text: link.textContent, box: link.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && (box.height < 24 || box.width < 24))
      .map(({ text, box }) => `${text}: ${String(box.width)} x ${String(box.height)}`),
  );
  expect(small, "links too small for a finger").toEqual([]);
}

/** Expects every control to be large enough for a finger: 19 px from its middle (or that of its label) in all four directions a press still hits it. */
export async function expectTouchable(scope: Locator): Promise<void> {
  const controls = scope.locator(
    "button, select, summary, textarea, input:not([hidden], [aria-hidden=true])",
  );
  const missed = await controls.evaluateAll((all) => {
    const isMissed = (control: Element): boolean => {
      const target = control.closest("label") ?? control;
      target.scrollIntoView({ block: "center" });
      const { x, y, width, height } = target.getBoundingClientRect();
      const [middle, centre] = [x + width / 2, y + height / 2];
      const around = [
        [middle - 19, centre],
        [middle + 19, centre],
        [middle, centre - 19],
        [middle, centre + 19],
      ] as const;
      return around.some((point) => !target.contains(document.elementFromPoint(...point)));
    };
    return all.filter(isMissed).map((control) => control.outerHTML.slice(0, 160));
  });
  expect(missed, "too small for a finger").toEqual([]);
}
