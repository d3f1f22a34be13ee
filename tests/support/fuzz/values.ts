import fc from "fast-check";

/** The part of JSON Schema that the OpenAPI document uses (wire contract 5.6). */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly maxProperties?: number;
}

/** Texts that often break servers: quotes, comments, format strings, control characters, huge texts. */
const HOSTILE = [
  "",
  " ",
  "'",
  "''; drop table dns.record; --",
  '"',
  "\\",
  "$1",
  "{account}",
  "%00",
  "\u0000",
  "\ud800",
  "\u202e",
  "İ",
  "ß",
  "ﬁ",
  "a".repeat(256),
  "ä".repeat(4001),
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "valueOf",
  "__NULL",
  "null",
  "NaN",
  "-1",
  "1e400",
  "9223372036854775808",
  "bcd-0",
  "bcd-99999999999999999999",
  "rec--1",
  "\\1",
  "(?=a)",
  "((a*)*)*b",
  "[[:alpha:]]",
  "a{255}{255}",
  "(",
  "[",
  "*",
  ".",
  "..",
  "xn--a.",
  "0.0.0.0/0",
  "::/0",
  "::ffff:1.2.3.4",
  "fe80::1%eth0",
  "1.2.3",
  "1.2.3.4/33",
  "00:00:00:00:00:00:00:00",
  "0000-00-00",
  "2026-02-30T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "2026-11-21T24:00:00+14:01",
  "infinity",
  "now",
] as const;

const NUMBERS = [0, -0, -1, 1, 0.5, 1e308, -1e308, 2 ** 53, 2 ** 63, 65536, 4095, 1000000] as const;

/** Created once, because creating it takes longer than most requests. */
const WORD = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/);

/** Texts that exist in the database, by name of their attribute. */
export interface KnownTexts {
  readonly all: readonly string[];
  readonly of: ReadonlyMap<string, readonly string[]>;
}

export type Resolve = (ref: string) => Schema;

/** A value that fits the schema. Most texts come from the attribute of this name. */
export function fitting(
  schema: Schema,
  known: KnownTexts,
  resolve: Resolve,
  name = "",
): fc.Arbitrary<unknown> {
  const inside = (one: Schema): fc.Arbitrary<unknown> => fitting(one, known, resolve, name);
  if (schema.$ref !== undefined) return inside(resolve(schema.$ref));
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined && schema.type === undefined) return fc.oneof(...either.map(inside));
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  const [first = "null", ...others] = types;
  return fc.oneof(
    { weight: 9, arbitrary: ofType(first, schema, known, resolve, name) },
    ...others.map((type) => ({ weight: 1, arbitrary: ofType(type, schema, known, resolve, name) })),
  );
}

function ofType(
  type: string,
  schema: Schema,
  known: KnownTexts,
  resolve: Resolve,
  name: string,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: Math.max(schema.minimum ?? 0, 0), max: Math.min(schema.maximum ?? 90, 90) });
    case "number":
      return fc.double({ noNaN: true, min: -180, max: 180 });
    case "array":
      return fc.array(fitting(schema.items ?? {}, known, resolve, name), { maxLength: 4 });
    case "object":
      return objectOf(schema, known, resolve);
    default:
      return textFor(name, schema, known);
  }
}

/** A filter uses the texts of its attribute. */
function textFor(name: string, schema: Schema, { all, of }: KnownTexts): fc.Arbitrary<string> {
  const own = of.get(name) ?? of.get(name.replace(/_(list|regexp|regexp_ic|gfk)$/, ""));
  const short = fc.string({ maxLength: Math.min(schema.maxLength ?? 12, 12) });
  return fc.oneof(
    ...(own === undefined ? [] : [{ weight: 16, arbitrary: fc.constantFrom(...own) }]),
    { weight: 2, arbitrary: fc.constantFrom(...all) },
    { weight: 2, arbitrary: short },
    { weight: 1, arbitrary: WORD },
  );
}

/** All required members and a few others, because real requests name few. */
function objectOf(schema: Schema, known: KnownTexts, resolve: Resolve): fc.Arbitrary<unknown> {
  if (schema.maxProperties === 0) return fc.constant({});
  const members = Object.entries(schema.properties ?? {});
  const keys = fc.constantFrom(...known.of.keys());
  if (members.length === 0) return fc.dictionary(keys, filterOf(known), { maxKeys: 2 });
  const needed = new Set([...(schema.required ?? []), ...(schema.anyOf?.[0]?.required ?? [])]);
  const isNeeded = ([name]: (typeof members)[number]): boolean => needed.has(name);
  const others = members.filter((one) => !isNeeded(one));
  return fc.subarray(others, { maxLength: Math.min(others.length, 4) }).chain((taken) => {
    const chosen = [...members.filter(isNeeded), ...taken];
    return fc.record(
      Object.fromEntries(chosen.map(([name, one]) => [name, fitting(one, known, resolve, name)])),
    );
  });
}

const OPERATORS = [
  "eq",
  "ne",
  "in",
  "not_in",
  "lt",
  "ge",
  "regexp",
  "contains",
  "overlaps",
  "is_contained_by",
];

/** The right side of a condition of `filter_params_dict`. */
function filterOf(known: KnownTexts): fc.Arbitrary<unknown> {
  const text = fc.constantFrom(...known.all);
  return fc.oneof(
    fc.dictionary(
      fc.constantFrom(...OPERATORS),
      fc.oneof<fc.Arbitrary<unknown>[]>(text, fc.array(text, { maxLength: 3 }), fc.nat(5000)),
      {
        maxKeys: 2,
      },
    ),
    fc.record({ is_null: fc.boolean() }),
    text,
  );
}

/** Any JSON value, including texts that often break servers. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom<unknown>(...HOSTILE) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}, [[]], { eq: null }),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 600 }).map(nested) },
);

/** Nested lists of the given depth. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

/** The value with one part replaced, removed or duplicated under another name. */
export function damaged(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null) return hostile;
  const keys = Object.keys(value);
  if (keys.length === 0) return hostile;
  return fc.tuple(fc.constantFrom(...keys), fc.nat(9), hostile).chain(([key, way, bad]) => {
    const inside: unknown = Reflect.get(value, key);
    if (way < 4 && typeof inside === "object" && inside !== null) {
      return damaged(inside).map((worse) => withMember(value, key, worse));
    }
    if (way === 9) return fc.constant(withMember(value, `${key}_`, bad));
    if (way === 8) return hostile;
    return fc.constant(withMember(value, key, bad));
  });
}

function withMember(value: object, key: string, member: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown, at) => (String(at) === key ? member : one));
  return { ...value, [key]: member };
}
