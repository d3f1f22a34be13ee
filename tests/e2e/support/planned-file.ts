import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright/test";

type Values = Readonly<Record<string, string | number | boolean | null>>;

export interface Statement {
  readonly object_fq_name: string;
  readonly object_function: string;
  readonly parameters: { readonly old?: Values; readonly new?: Values };
}

export function statement(name: string, old: Values, now: Values): Statement {
  const at = name.lastIndexOf(".");
  return {
    object_fq_name: name.slice(0, at),
    object_function: name.slice(at + 1),
    parameters: { old, new: now },
  };
}

/** An element of an exported list. */
export function element(title: string, main: Statement, more: object = {}): object {
  return {
    ta_type: "db_editor_simple",
    content: { ...main, object_title: title, show_result: true },
    ...more,
  };
}

/** Replaces the planned list by the elements of a pasted file, in any language of the portal. */
export async function importElements(page: Page, elements: readonly object[]): Promise<void> {
  await page.getByRole("button", { name: inAnyLanguage("editor.list.menu") }).click();
  await page.getByRole("menuitem", { name: /^Import/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Import/ });
  const file = { creation_time: "", author: "", serialization_version: 2, transaction: elements };
  await dialog.getByRole("textbox").fill(JSON.stringify(file));
  await dialog.getByRole("button", { name: inAnyLanguage("editor.list.importNow") }).click();
}

function inAnyLanguage(key: string): RegExp {
  const texts = ["en", "de", "swg"].map((language) => {
    const file = join(import.meta.dirname, "../../../locales", `${language}.json`);
    // Parse boundary: texts by key.
    return (JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>)[key] ?? key;
  });
  return new RegExp(`^(${texts.join("|")})$`);
}
