import type { Work } from "./work.ts";

/** Keeps the row a step answers, with the members that only this answer has. */
export function answer(work: Work, text: string): void {
  const more = Object.entries(work.answerOnly).map(
    ([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`,
  );
  work.rows = [more.length === 0 ? text : `${text.slice(0, text.lastIndexOf("}"))}${more.join("")}}`];
}
