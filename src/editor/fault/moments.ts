import type { Fault } from "#contract/wire/fault";
import { exactTime } from "../cell/relative-time.ts";

/** A moment as the API writes it (wire contract 1.3). */
const MOMENT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g;

type Told = Pick<Fault, "description" | "hint">;

/** The server knows the language of the reader, but not the time zone, so it writes moments in UTC. `tag` names a language for `Intl`. */
export function withMoments(fault: Told, tag: string): Told {
  const told = (text: string): string => text.replace(MOMENT, (one) => exactTime(new Date(one), tag));
  const { description, hint } = fault;
  return { description: told(description), hint: hint === null ? null : told(hint) };
}
