import type { StepResult } from "../list/one-statement.ts";

/** Body of an answer: result lists by key, with translations beside them, or in step order (wire contract 3.7, 3.10). */
export function present(results: readonly StepResult[], dictMode: boolean): string {
  if (!dictMode) return `[${results.map(({ rows }) => rows).join(",")}]`;
  const members = results.flatMap(({ key, rows, translations }) => [
    `${JSON.stringify(key)}:${rows}`,
    ...(translations === null ? [] : [`${JSON.stringify(`__lang_${key}`)}:${translations}`]),
  ]);
  return `{${members.join(",")}}`;
}
