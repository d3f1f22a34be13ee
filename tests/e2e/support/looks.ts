import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Locator, type Page } from "./test.ts";
import german from "../../../locales/de.json" with { type: "json" };
import english from "../../../locales/en.json" with { type: "json" };
import swabian from "../../../locales/swg.json" with { type: "json" };
import {
  expectAccessible,
  expectLinksTouchable,
  expectNoSidewaysScroll,
  expectTouchable,
  expectWholeWords,
} from "./axe.ts";
import { takeSession } from "./portal.ts";

type Key = keyof typeof english;

type Spoken = "en" | "de" | "swg";

/** A window size and a language. Each state is examined in both themes. */
interface Look {
  readonly locale: Spoken;
  readonly width: 1400 | 390;
}

const EVERY_LOOK: readonly Look[] = [
  { width: 1400, locale: "en" },
  { width: 390, locale: "de" },
  { width: 1400, locale: "de" },
  { width: 390, locale: "en" },
  { width: 1400, locale: "swg" },
  { width: 390, locale: "swg" },
];
/** Two looks cover every width, shown language and theme; `all` runs all six, `pictures` too, but examines nothing (npm run looks). */
const WANTED = process.env["NETPORTAL_LOOKS"];
const TAKES_ONLY = WANTED === "pictures";
const LOOKS = WANTED === "all" || TAKES_ONLY ? EVERY_LOOK : EVERY_LOOK.slice(0, 2);
/** States whose name matches are selected. */
const STATES = new RegExp(process.env["NETPORTAL_STATES"] ?? "");
/** Folder for screenshots of all states; none are taken without it. */
const SHOTS = process.env["NETPORTAL_SHOTS"];
/** The language with the longest words, in the narrowest window. */
const SWABIAN_LOOK: Look = { width: 390, locale: "swg" };
const TEXTS = { en: english, de: german, swg: swabian } as const;
/** A walk has many pages and examines each twice. */
const LONG = 360_000;
/** Rules whose result depends on the theme. */
const COLOURS = ["color-contrast", "link-in-text-block"];

export interface Walk {
  readonly page: Page;
  readonly isPhone: boolean;
  readonly locale: Spoken;
  /** A new tag for each look, used in names of created objects. */
  readonly tag: string;
  /** The text of the portal in the language of the walk. */
  readonly text: (key: Key) => string;
  /** The text with any values in its placeholders. */
  readonly like: (key: Key) => RegExp;
  readonly button: (scope: Page | Locator, key: Key) => Locator;
  /** The dialog on top. */
  readonly dialog: Locator;
  /** Expects the page to be accessible in both themes and no wider than the window, and dialogs to be large enough for a finger. */
  readonly see: (state: string) => Promise<void>;
  /** Closes the dialog on top. */
  readonly escape: () => Promise<void>;
}

/** One test for each look: ada walks through states of the portal and examines each. */
export function walkInEveryLook(title: string, walk: (walk: Walk) => Promise<void>): void {
  walkInLooks(LOOKS, title, walk);
}

/** The same in the hidden language alone. */
export function walkInSwabian(title: string, walk: (walk: Walk) => Promise<void>): void {
  walkInLooks([SWABIAN_LOOK], title, walk);
}

function walkInLooks(looks: readonly Look[], title: string, walk: (walk: Walk) => Promise<void>): void {
  for (const look of looks) {
    const isPhone = look.width === 390;
    const name = `${String(look.width)} px, ${look.locale}`;
    test.describe(name, () => {
      // The looks of one walk may go to different halves of the suite.
      test.describe.configure({ mode: "parallel" });
      test.use({
        viewport: { width: look.width, height: isPhone ? 844 : 900 },
        hasTouch: isPhone,
        isMobile: isPhone,
      });

      test(`${title}: ${name}`, async ({ page }) => {
        test.setTimeout(LONG);
        await takeSession(page, "ada");
        await speak(page, look.locale);
        await page.goto("/home");
        await walk(walkOf(page, look, title));
      });
    });
  }
}

/** Sets the language of all pages that are opened afterwards. */
export async function speak(page: Page, locale: Spoken): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem("locale", JSON.stringify(chosen)), locale);
}

/** The same in every run, so that pictures can be compared. */
function tagOf(title: string): string {
  return createHash("sha256").update(title).digest("hex").slice(0, 8);
}

function walkOf(page: Page, look: Look, title: string): Walk {
  const texts = TEXTS[look.locale];
  const isPhone = look.width === 390;
  const dialog = page.locator(".dialog").last();
  const like = (key: Key) =>
    new RegExp(
      `^${texts[key]
        .split(/{{[^}]*}}/)
        .map(escaped)
        .join(".*")}$`,
    );
  return {
    page,
    isPhone,
    locale: look.locale,
    tag: `e2e-${String(look.width)}${look.locale}-${TAKES_ONLY ? tagOf(title) : Date.now().toString(36)}`,
    text: (key) => texts[key],
    like,
    button: (scope, key) => scope.getByRole("button", { name: like(key) }),
    dialog,
    see: async (state) => {
      if (TAKES_ONLY) return takePictures(page, look, state);
      for (const theme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme: theme });
        await expectAccessible(page, theme === "dark" ? COLOURS : undefined);
        await shoot(page, `${state}.${String(look.width)}.${look.locale}.${theme}`);
      }
      await expectNoSidewaysScroll(page);
      await expectWholeWords(page);
      if (isPhone) await expectLinksTouchable(page.locator(".planned-body, .beside"));
      // The suggestions of a field may cover the next field.
      if (isPhone && (await dialog.count()) > 0 && (await dialog.getByRole("listbox").count()) === 0)
        await expectTouchable(dialog);
    },
    escape: async () => {
      const open = page.locator(".dialog");
      const count = await open.count();
      await page.keyboard.press("Escape");
      await expect(open).toHaveCount(count - 1);
    },
  };
}

/** In a picture of a whole page the footer would stick where the window ended. */
async function unstick(page: Page): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".footer { position: static !important; }");
    document.adoptedStyleSheets = [sheet];
  });
}

/** False for states that were not requested. */
export function isWanted(state: string): boolean {
  return STATES.test(state);
}

async function takePictures(page: Page, { width, locale }: Look, state: string): Promise<void> {
  if (!isWanted(state) || SHOTS === undefined) return;
  await unstick(page);
  // Parts of a page may come after its title. A call that the walk holds back does not end.
  await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => undefined);
  // Limits the next run with a pattern to walks with its states.
  appendFileSync(join(SHOTS, "walks.txt"), `${state}\t${test.info().file}\n`);
  for (const theme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await shoot(page, `${state}.${String(width)}.${locale}.${theme}`);
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS === undefined) return;
  // What covers the window is the picture; the page below it is not. A menu would close as the window grows to the page.
  const isCovered = await page.locator(".dialog-mask, .sheet, [role=menu]").first().isVisible();
  await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: !isCovered, timeout: 60_000 });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
