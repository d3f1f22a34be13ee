import { expect } from "vitest";
import { findRejected, type TestedSteps } from "#imports/shared/find-rejected";
import type { NetboxFile } from "#imports/netbox/read";
import { planNetbox } from "#imports/netbox/plan";
import { toWire, type ImportDraft } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import type { Json } from "#contract/wire/json";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import type { Client } from "../../server/client.ts";

/** The plan of an import of these files of NetBox. */
export function planOfNetbox(client: Client, texts: readonly Json[]): Promise<ImportDraft> {
  const files = texts.map((text, at) => ({
    name: `${String(at)}.json`,
    text: JSON.stringify(text, null, 1),
  }));
  return planOfFiles(client, files);
}

export function planOfFiles(client: Client, files: readonly NetboxFile[]): Promise<ImportDraft> {
  return planNetbox({ files, bcd: null, client, toAscii, say: speak("en"), valueSpec });
}

export async function makeZone(client: Client, value: string): Promise<void> {
  const zone = { value, type: "domain", is_zone_apex: true };
  expect((await client.run([{ name: "dns.fqdn.create", new: zone }], false)).ok).toBe(true);
}

/** Applies the accepted steps. */
export async function applyDraft(client: Client, draft: ImportDraft): Promise<TestedSteps> {
  const result = await findRejected(draft.steps, {
    test: (steps) => client.run(steps, true),
    onProgress: () => undefined,
    say: speak("en"),
  });
  const outcome = await client.run(toWire(result.steps), false);
  expect(outcome.ok && !outcome.rolledBack).toBe(true);
  return result;
}
