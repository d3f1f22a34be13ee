import { again, post, type Attack, type Attacker } from "./attack.ts";

/** Small calls with large answers. */
export const BYTES: readonly Attack[] = [
  lists("nora", "wapi.function.list", 40),
  lists("nora", "wapi.function.list", 400),
  lists("greta", "nd.room.list", 64),
];

function lists(by: Attacker, name: string, count: number): Attack {
  const body = JSON.stringify(Array.from({ length: count }, () => ({ name })));
  return {
    name: `6 × ${String(count)} lists of ${name.replace(/\.list$/, "")}`,
    send: (target, signal) => again(6, signal, () => post(target, by, body, signal)),
  };
}
