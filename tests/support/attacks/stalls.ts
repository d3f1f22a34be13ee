import { again, post, type Attack } from "./attack.ts";

/** Small calls that need much work at once. */
export const STALLS: readonly Attack[] = [
  calls("a filter of 7,000 expressions", 3, [
    {
      name: "nd.site.list",
      old: {
        filter_params_dict: {
          _or: Array.from({ length: 7_000 }, (_, at) => ({ name_regexp: `x${String(at)}` })),
        },
      },
    },
  ]),
  calls(
    "7,000 lists of one row",
    3,
    Array.from({ length: 7_000 }, () => ({ name: "nd.site.list" })),
  ),
  calls(
    "100,000 lists of one row",
    1,
    Array.from({ length: 100_000 }, () => ({ name: "nd.site.list" })),
  ),
  calls("parameters from 12,500 rows", 3, [
    { idx: "rooms", name: "nd.room.list" },
    { name: "nd.site.list", old_ref_params: [{ idx: "rooms", params: { name: "name" } }] },
  ]),
];

function calls(name: string, atOnce: number, steps: readonly object[]): Attack {
  return {
    name: `${String(atOnce)} × ${name}`,
    send: (target, signal) =>
      again(atOnce, signal, () => post(target, "greta", JSON.stringify(steps), signal)),
  };
}
