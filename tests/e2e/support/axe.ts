import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Locator, type Page } from "playwright/test";

/** The API browser's own parts are not ours to mend; it also brings a `main` of its own. */
const SWAGGER = { parts: ".swagger-ui", rule: "landmark-no-duplicate-main" } as const;

/** No violation of axe on what is shown now; what is found is told by rule and place. `only`: the rules to look at, instead of all. */
export async function expectAccessible(page: Page, only?: readonly string[]): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectStill(page);
  // There are no frames: what is found is put together in the page, not in a second one opened for that.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (only !== undefined) axe.withRules([...only]);
  if ((await page.locator(SWAGGER.parts).count()) > 0) {
    axe.exclude(SWAGGER.parts);
    if (only === undefined) axe.disableRules(SWAGGER.rule);
  }
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 160)) }));
  expect(found, page.url()).toEqual([]);
}

/** Whatever moves or fades in has come to its end: in between, colours and places are not those of the design. */
export async function expectStill(page: Page): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && effect?.getTiming().iterations !== Infinity,
      ).length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}

/** Nothing but lists of code may scroll sideways; a table may where the window is wide. */
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

/** No text of the page is cut at its edge, and no line of a fact about an object ends within a word. */
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

/** Links are at least 24 px high and wide, those within running lines too. */
export async function expectLinksTouchable(scope: Locator): Promise<void> {
  const small = await scope.locator("a").evaluateAll((all) =>
    all
      .map((link) => ({ text: link.textContent, box: link.getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0 && (box.height < 24 || box.width < 24))
      .map(({ text, box }) => `${text}: ${String(box.width)} x ${String(box.height)}`),
  );
  expect(small, "links too small for a finger").toEqual([]);
}

/** A finger meets every control: 19 px from the middle of it or of its label, to all four sides, it is still that which is pressed. */
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
