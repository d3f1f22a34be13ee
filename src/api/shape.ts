import type { Json } from "#contract/wire/json";

/** The expected form of an answer: the kind of a value, `[shape]` for a list, `[shape, null]` if null is allowed, and the required members of an object. */
type ShapeOf<T> = null extends T ? readonly [PartOf<NonNullable<T>>, null] : PartOf<T>;
type PartOf<T> = T extends string
  ? "string"
  : T extends number
    ? "number"
    : T extends boolean
      ? "boolean"
      : T extends readonly (infer Element)[]
        ? readonly [ShapeOf<Element>]
        : { readonly [Member in keyof T]?: ShapeOf<T[Member]> };

export type Check<T> = (body: Json) => body is Json & T;

/** Whether an answer has the shape of its type. */
export function shaped<T>(shape: ShapeOf<T>): Check<T> {
  return (body): body is Json & T => fits(body, shape);
}

/** The same for the one result list of a single call (wire contract 2.4). */
export function rowsOf<T>(row: ShapeOf<T>): Check<readonly (readonly T[])[]> {
  return (body): body is Json & readonly (readonly T[])[] => fits(body, [[row]]);
}

function fits(value: unknown, shape: unknown): boolean {
  if (Array.isArray(shape)) {
    const parts: readonly unknown[] = shape;
    const [one] = parts;
    if (shape.length > 1) return value === null || fits(value, one);
    return Array.isArray(value) && value.every((each) => fits(each, one));
  }
  if (typeof shape !== "object" || shape === null) return typeof value === shape;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(shape).every(([member, one]) => fits(Reflect.get(value, member), one));
}
