import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser } from "playwright";
import { chromiumPath } from "../../tests/support/chromium.ts";
import type { Shot } from "./shots.ts";

export interface SheetParts {
  /** Folder with the pictures. */
  readonly shots: string;
  /** Folder for the sheets. */
  readonly sheets: string;
  /** The difference from the last run, by the name of the picture. */
  readonly notes: ReadonlyMap<string, string>;
}

/** Widths of the pictures on a sheet, and the height at which longer pictures are cut. */
const SHOWN = { wide: 560, narrow: 234, height: 900 } as const;
/** How long a sheet may take, in milliseconds. */
const PATIENCE = 300_000;

const STYLE = `
  body { margin: 16px; width: max-content; background: #d7dae0; font: 14px/20px system-ui, sans-serif; }
  h1 { margin: 0 0 8px; font-size: 20px; }
  .row { display: flex; gap: 12px; align-items: start; margin-bottom: 12px; }
  figure { margin: 0; }
  figcaption b { color: #b8232c; }
  .cut { max-height: ${String(SHOWN.height)}px; overflow: hidden; }
  img { display: block; }
`;

/** Draws one sheet for each state: a row for each theme, with the pictures of all widths and languages. */
export async function drawSheets(
  states: ReadonlyMap<string, readonly Shot[]>,
  parts: SheetParts,
): Promise<void> {
  mkdirSync(parts.sheets, { recursive: true });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
  try {
    for (const [state, shots] of states) await drawSheet(browser, state, shots, parts);
  } finally {
    await browser.close();
  }
}

async function drawSheet(
  browser: Browser,
  state: string,
  shots: readonly Shot[],
  parts: SheetParts,
): Promise<void> {
  const html = join(parts.sheets, `${state}.html`);
  writeFileSync(html, sheetOf(state, shots, parts));
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
  await page.goto(pathToFileURL(html).href);
  const size = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    height: document.documentElement.scrollHeight,
  }));
  await page.setViewportSize({ width: size.width + 16, height: size.height });
  // Twelve pictures of the longest documents take a minute to decode.
  await page.screenshot({ path: join(parts.sheets, `${state}.png`), timeout: PATIENCE });
  await page.close();
}

function sheetOf(state: string, shots: readonly Shot[], { shots: folder, notes }: SheetParts): string {
  const rows = [...Map.groupBy(shots, ({ theme }) => theme).values()].map((row) =>
    row.map((shot) => figureOf(shot, folder, notes.get(shot.file))).join(""),
  );
  return `<!doctype html><meta charset="utf-8"><title>${state}</title><style>${STYLE}</style><h1>${state}</h1>${rows
    .map((row) => `<div class="row">${row}</div>`)
    .join("")}`;
}

function figureOf(shot: Shot, folder: string, note: string | undefined): string {
  const width = shot.width > 719 ? SHOWN.wide : SHOWN.narrow;
  const told = `${String(shot.width)} px, ${shot.locale}, ${shot.theme}`;
  const source = pathToFileURL(join(folder, shot.file)).href;
  return `<figure><figcaption>${told}${note === undefined ? "" : ` <b>${note}</b>`}</figcaption><div class="cut"><img width="${String(width)}" src="${source}" alt=""></div></figure>`;
}
