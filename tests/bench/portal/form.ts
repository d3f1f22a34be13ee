import type { Page } from "playwright";
import { figureOf, quantile, type Figure } from "../figure.ts";
import { goWithin, type PortalBench } from "./browser.ts";

const EACH = 3;

/** P15: the form of every object type that can be created, from the click to the focus in its first field. */
export async function forms({ open, base, token, note }: PortalBench): Promise<readonly Figure[]> {
  const { context, page } = await open();
  await page.goto("/object/nd.site");
  // The form engine is loaded in idle time.
  await page.waitForTimeout(3_000);
  const names = await creatable(base, token);
  const times: number[] = [];
  let slowest = { name: "", time: 0 };
  for (const name of ["nd.site", ...names]) {
    await goWithin(page, `/object/${name}`);
    const button = page.getByRole("main").getByRole("button", { name: /^New / }).first();
    const isThere = await button.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      note(`no control for ${name}`);
      continue;
    }
    const own: number[] = [];
    for (let at = 0; at < EACH; at++) own.push(await openTime(page));
    const time = quantile(own, 0.5);
    times.push(time);
    if (time > slowest.time) slowest = { name, time };
  }
  await context.close();
  // The first form only warms up.
  const what = `form of each of ${String(times.length - 1)} object types, from click to focus (slowest ${slowest.name}, ${String(Math.round(slowest.time))} ms)`;
  return [figureOf({ id: "P15", size: "portal", what, unit: "ms", times: times.slice(1) })];
}

/** Object types with a create function, as the server describes them. */
async function creatable(base: string, token: string): Promise<readonly string[]> {
  const answer = await fetch(`${base}/api/4.2/wapi/object_type/metadata`, {
    headers: { authorization: `Bearer ${token}` },
  });
  // The contract, 5.1: one list of rows.
  const [rows = []] = (await answer.json()) as readonly (readonly {
    readonly object_fq_name: string;
    readonly functions: readonly { readonly name: string }[];
  }[])[];
  return rows
    .filter(({ functions }) => functions.some(({ name }) => name === "create"))
    .map((row) => row.object_fq_name)
    .toSorted();
}

async function openTime(page: Page): Promise<number> {
  const time = await page.evaluate(
    async () =>
      new Promise<number>((done) => {
        const buttons = [...document.querySelectorAll<HTMLElement>("main button")];
        const button = buttons.find((one) => one.textContent.trim().startsWith("New "));
        const start = performance.now();
        const look = (): void => {
          const dialog = document.activeElement?.closest("[role=dialog]") ?? null;
          const isField =
            document.activeElement?.matches("input, select, textarea, [role=combobox]") === true;
          if (dialog !== null && isField) done(performance.now() - start);
          else if (performance.now() - start > 5_000) done(performance.now() - start);
          else setTimeout(look, 1);
        };
        button?.click();
        look();
      }),
  );
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return time;
}
