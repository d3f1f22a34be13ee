import type { Definition, ObjectTypeSpec, Specs, SystemSpec } from "./define.ts";
import { having, NUMBER, TEXT, WORDS, type Form } from "./member-forms.ts";
import type { Found } from "./mistakes.ts";

/** Members of `system` in a definition. */
export const OF_SYSTEM = {
  label: WORDS,
  module: having({ name: TEXT, rank: NUMBER }, '{ name: "…", rank: 50 }'),
} as const satisfies Readonly<Record<keyof SystemSpec, Form>>;

/** The member `system` of a definition that has one. */
export function systemsIn({ system }: Definition): readonly SystemSpec[] {
  return system === undefined ? [] : [system];
}

/** One type of a system says what it is called. */
export function* checkSystem({ name, system }: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  if (system === undefined) return;
  const [own = ""] = name.split(".");
  const [first] = [...specs.values()].filter(
    (one) => one.system !== undefined && one.name.startsWith(`${own}.`),
  );
  if (first !== undefined && first.name !== name)
    yield { at: "system", text: `${first.name} says what ${own} is called. Take it away.` };
}
