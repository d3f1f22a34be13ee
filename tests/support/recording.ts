import { dirname, join, relative } from "node:path";
import { expect, type ExpectStatic } from "vitest";

/**
 * Compares a text with the recording in a file, whose path begins at the test. A failure names the file and the command that renews it. Tests that
 * run at the same time pass their own `expect`.
 */
export async function expectRecorded(text: string, file: string, own: ExpectStatic = expect): Promise<void> {
  const test = relative(process.cwd(), own.getState().testPath ?? "");
  const [, project = ""] = test.split("/");
  const renew = `npx vitest run --project ${project} ${test} --update`;
  const message = `${join(dirname(test), file)} differs. If the change is wanted, renew it: ${renew}`;
  await own(text, message).toMatchFileSnapshot(file);
}
