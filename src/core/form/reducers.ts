import type { Json, Params } from "#contract/wire/json";

/** Known functions that convert the parameters of an element before sending; elements name them as `input_reducer`. */
const REDUCERS = {
  /** Every text of several lines becomes a list of its lines. */
  splitLines: (value: Json): Json =>
    typeof value === "string" && value.includes("\n")
      ? value
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "")
      : value,
  /** A final dot is removed. */
  trimDot: (value: Json): Json => (typeof value === "string" ? value.replace(/\.$/, "") : value),
} as const satisfies Record<string, (value: Json) => Json>;

export type ReducerName = keyof typeof REDUCERS;

export function isReducerName(name: string): name is ReducerName {
  return Object.hasOwn(REDUCERS, name);
}

/** Parameters after the named function; unchanged if there is none. */
export function reduceParams(name: ReducerName | null, params: Params): Params {
  if (name === null) return params;
  const reduce: (value: Json) => Json = REDUCERS[name];
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, reduce(value)]));
}
