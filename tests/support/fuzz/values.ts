import fc from "fast-check";

/** The part of JSON Schema that the description of the calls uses (wire contract 5.6). */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

/** Texts that have broken servers before: quotes, comments, formats, controls, giants. */
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

/** A value as the schema says, out of the known texts where they fit. */
export function fitting(
  schema: Schema,
  known: readonly string[],
  resolve: (ref: string) => Schema,
): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(resolve(schema.$ref), known, resolve);
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined) return fc.oneof(...either.map((one) => fitting(one, known, resolve)));
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => ofType(type, schema, known, resolve)));
}

function ofType(
  type: string,
  schema: Schema,
  known: readonly string[],
  resolve: (ref: string) => Schema,
): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, 0),
        max: Math.min(schema.maximum ?? 5000, 5000),
      });
    case "number":
      return fc.double({ noNaN: true, min: -180, max: 180 });
    case "array":
      return fc.array(fitting(schema.items ?? {}, known, resolve), { maxLength: 4 });
    case "object":
      return objectOf(schema, known, resolve);
    default:
      return fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...known) },
        { weight: 1, arbitrary: fc.string({ maxLength: Math.min(schema.maxLength ?? 20, 20) }) },
      );
  }
}

/** A few of the members, since most requests name few. */
function objectOf(
  schema: Schema,
  known: readonly string[],
  resolve: (ref: string) => Schema,
): fc.Arbitrary<unknown> {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0)
    return fc.dictionary(fc.constantFrom(...known, "a"), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 });
  return fc
    .subarray(members, { maxLength: Math.min(members.length, 6) })
    .chain((taken) =>
      fc.record(Object.fromEntries(taken.map(([name, one]) => [name, fitting(one, known, resolve)]))),
    );
}

/** Anything that JSON can say, with what breaks servers in it. */
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

/** Lists in lists, as deep as asked. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

/** The value with one place of it replaced, taken out or doubled under another name. */
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
