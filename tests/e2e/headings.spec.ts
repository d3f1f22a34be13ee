import { expect, test, type Page } from "./support/test.ts";
import { enter, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

const WIDTHS = [1400, 390];
/** Lists of screens, whose columns differ from those of their types. */
const SCREENS = [
  "/home",
  "/cntl/groups/iwt",
  "/cntl/bcds/iap-tga",
  "/cntl/svc-accounts",
  "/dnsvs/bcds/iap-tga",
  "/dnsvs/fqdns/tannmuehl.example/records",
  "/macauth/bcds",
  "/netdoc/sites/Campus%20Nord/N001",
  "/netdoc/sites/Campus%20Nord/N001/room-1",
  "/netdoc/modules/mod-1",
  "/requests",
  "/tools/ap_list",
  "/user/tokens",
] as const;

/** Visible headings that are cut, or that are outside the visible area. */
async function cutHeadings(page: Page): Promise<readonly string[]> {
  return page.locator("main thead th").evaluateAll((all) =>
    all
      .filter((head) => head.checkVisibility() && head.closest(".visually-hidden") === null)
      .filter((head) => head.querySelector(":scope > .visually-hidden") === null)
      .filter((head) => {
        const range = document.createRange();
        range.selectNodeContents(head);
        const { left, right, width } = range.getBoundingClientRect();
        if (width < 2) return false;
        const parts = [head, ...head.querySelectorAll("*")].filter((part) => part.clientWidth > 0);
        if (parts.some((part) => part.scrollWidth > part.clientWidth + 1)) return true;
        for (let box = head.parentElement; box !== null; box = box.parentElement) {
          const edge = box.getBoundingClientRect();
          const isBox = getComputedStyle(box).overflowX !== "visible";
          if (isBox && (right > edge.right + 1 || left < edge.left - 1)) return true;
        }
        return right > innerWidth + 1 || left < -1;
      })
      .map((head) => head.textContent.trim()),
  );
}

/** The same after the page has become as wide as its window, because a list is drawn anew for a phone. */
async function settled(page: Page): Promise<readonly string[]> {
  let cut = await cutHeadings(page);
  for (let tries = 0; cut.length > 0 && tries < 20; tries++) {
    await page.waitForTimeout(100);
    cut = await cutHeadings(page);
  }
  return cut;
}

interface Looked {
  readonly cut: readonly string[];
  /** Pages with headings. */
  readonly pages: number;
}

async function look(page: Page, paths: readonly string[]): Promise<Looked> {
  const cut: string[] = [];
  let pages = 0;
  for (const path of paths) {
    await visit(page, path);
    await expect(page.locator("main .loading"), path).toHaveCount(0);
    await page.locator("main :is(th, .empty, p)").first().waitFor({ state: "attached" });
    pages += Number((await page.locator("main th").count()) > 0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      for (const text of await settled(page)) cut.push(`${path} at ${String(width)}: ${text}`);
    }
  }
  return { cut, pages };
}

test("[LIST-61] no heading of a list of a screen is cut, neither on a wide screen nor on a phone", async ({
  page,
}) => {
  test.slow();
  await enter(page, "ada");
  const { cut, pages } = await look(page, SCREENS);
  expect(cut).toEqual([]);
  expect(pages).toBe(SCREENS.length);
  // Whether a long word is divided depends on the dictionary of the browser.
  const hyphens = await page
    .locator("main thead th")
    .evaluateAll((all) => [...new Set(all.map((head) => getComputedStyle(head).hyphens))]);
  expect(hyphens).toEqual(["auto"]);
});

test.describe("in German, which has long words", () => {
  test.use({ locale: "de-DE" });

  test("[LIST-61] no heading of the list of any type is cut, neither on a wide screen nor on a phone", async ({
    page,
    request,
  }) => {
    test.slow();
    const { type } = await run(request, "ada", [{ idx: "type", name: "wapi.object_type.list" }]);
    const lists = textsOf(type, "fq_name").filter((name) => !name.startsWith("tmp."));
    await enter(page, "ada");
    const { cut, pages } = await look(
      page,
      lists.map((name) => `/object/${name}`),
    );
    expect(cut).toEqual([]);
    expect(pages).toBeGreaterThan(60);
  });
});
