import type { Target } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import { MANY_BODIES } from "./bodies.ts";

/** Runs one attack in a process of its own, until it is told to stop. Tells the codes of the answers. */
export interface Order {
  readonly name: string;
  readonly target: Target;
}

const stop = new AbortController();

process.once("message", ({ name, target }: Order) => {
  process.once("message", () => {
    stop.abort();
  });
  const attack = [...ATTACKS, ...MANY_BODIES].find((one) => one.name === name);
  if (attack === undefined) throw new Error(`there is no attack ${name}`);
  process.send?.("begins");
  attack.send(target, stop.signal).then(
    (codes) => {
      process.send?.(codes);
      process.disconnect();
    },
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
