import type { Fault } from "./fault.ts";

/** A refusal as one line of text: what is wrong, the hint, and the codes. */
export function sentenceOf(fault: Fault): string {
  const { description, hint, type, code } = fault;
  const told = hint === null ? description : `${description} ${hint}`;
  return `${told} (${String(type.code)}/${String(code)})`;
}
