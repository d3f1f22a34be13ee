import type { StepResult } from "../list/one-statement.ts";

/** Body of an answer: result lists by key, with translations beside them, or in step order (wire contract 3.7, 3.10). */
export function present(results: readonly StepResult[], dictMode: boolean): string {
  const members = results.map((result) => presented(result, dictMode)).join(",");
  return dictMode ? `{${members}}` : `[${members}]`;
}

/** One result within the body. */
export function presented({ key, rows, translations }: StepResult, dictMode: boolean): string {
  const name = (of: string): string => (dictMode ? `${JSON.stringify(of)}:` : "");
  const list = `${name(key)}${rows}`;
  return translations === null || !dictMode ? list : `${list},${name(`__lang_${key}`)}${translations}`;
}

/** Number of characters of the rows and translations. */
export function sizeOf(results: readonly StepResult[]): number {
  return results.reduce((sum, { rows, translations }) => sum + rows.length + (translations?.length ?? 0), 0);
}
