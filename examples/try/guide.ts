import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOCS = join(import.meta.dirname, "..", "..", "docs");

/** The code block of a guide that contains this text, so that a try and the tests run what the guide says. */
export function blockWith(text: string, guide = "services.md"): string {
  const blocks = [...readFileSync(join(DOCS, guide), "utf8").matchAll(/```[a-z]*\n([^`]*?)```/g)].map(
    ([, code = ""]) => code,
  );
  const [found, ...more] = blocks.filter((code) => code.includes(text));
  if (found === undefined || more.length > 0)
    throw new Error(`docs/${guide}: ${text} is in no or several blocks`);
  return found;
}

/** Replaces values that must not be used as printed. Each replaced text must exist. */
export function adapted(text: string, changes: Readonly<Record<string, string>>): string {
  let changed = text;
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`${from} is not in the configuration`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}

/** Login of the control agent of Kea in the guide. */
export function agentLogin(): { readonly user: string; readonly password: string } {
  const block = blockWith('"Control-agent"');
  const [, user = ""] = /"user": "([^"]+)"/.exec(block) ?? [];
  const [, password = ""] = /"password": "([^"]+)"/.exec(block) ?? [];
  return { user, password };
}
