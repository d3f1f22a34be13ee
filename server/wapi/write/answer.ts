import type { Json, Row } from "#contract/wire/json";
import type { Done, WriteRun } from "./stages.ts";

/** A step with its answered row and the members that only this answer has. Secrets of another person are null. */
export function answered(
  { actor }: Pick<WriteRun, "actor">,
  { plan, id, answerOnly }: Omit<Done, "rows">,
  text: string,
): Done {
  const row = actor.hidesSecrets ? withoutSecrets(plan, text) : text;
  const more = Object.entries(answerOnly).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  const rows = [more.length === 0 ? row : `${row.slice(0, row.lastIndexOf("}"))}${more.join("")}}`];
  return { plan, id, answerOnly, rows };
}

function withoutSecrets({ type }: Done["plan"], text: string): string {
  const names = [...type.attributes.values()].filter(({ secret }) => secret === true).map(({ name }) => name);
  if (names.length === 0) return text;
  // The text is made from the definition of the type: an object of its attributes.
  const row = JSON.parse(text) as Row;
  return JSON.stringify({ ...row, ...Object.fromEntries(names.map((name): [string, Json] => [name, null])) });
}
