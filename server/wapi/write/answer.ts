import type { Json, Row } from "#contract/wire/json";
import type { Work, WriteRun } from "./work.ts";

/** Keeps the row a step answers, with the members that only this answer has; secrets of somebody else are null. */
export function answer({ actor }: Pick<WriteRun, "actor">, work: Work, text: string): void {
  const row = actor.hidesSecrets ? withoutSecrets(work, text) : text;
  const more = Object.entries(work.answerOnly).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  work.rows = [more.length === 0 ? row : `${row.slice(0, row.lastIndexOf("}"))}${more.join("")}}`];
}

function withoutSecrets({ plan: { type } }: Work, text: string): string {
  const names = [...type.attributes.values()].filter(({ secret }) => secret === true).map(({ name }) => name);
  if (names.length === 0) return text;
  // The text is made from the definition of the type: an object of its attributes.
  const row = JSON.parse(text) as Row;
  return JSON.stringify({ ...row, ...Object.fromEntries(names.map((name): [string, Json] => [name, null])) });
}
