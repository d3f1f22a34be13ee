import { createHash } from "node:crypto";
import type { Json, Row } from "#contract/wire/json";
import type { ObjectType } from "../../server/catalogue/object-type.ts";
import { Refusal } from "../../server/faults.ts";
import { demoWorld } from "./demo-world.ts";
import type { SentStep } from "./small-world.ts";

/** Parameters without which a type has no list. */
export const NEEDED: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  "wapi.object": { gpk_list: ["bcd-1", "ou-1"] },
  "tmp.generic_object": { _dict_list: [{ name: "x" }] },
  "tmp.row_count": { object_fq_name: "nd.bcd" },
  "tmp.cidr_generator": { cidr: "0.0.0.0/0", prefix_length: 24, fetch_limit: 4 },
  "tmp.any_addr": { value: "198.51.100.1" },
};

/** Parameters without which this list is refused. */
export const needed = ({ name }: ObjectType): Readonly<Record<string, Json>> => NEEDED[name] ?? {};

/** Rows, or the name of the refusal. */
export type Found = readonly Row[] | string;

export interface CampusLists {
  readonly types: readonly ObjectType[];
  /** All rows of each type that an administrator reads. */
  readonly all: ReadonlyMap<string, readonly Row[]>;
  /** The list `rows` of these steps. */
  readonly answer: (reader: string, steps: readonly SentStep[]) => Promise<Found>;
  readonly listed: (
    type: ObjectType,
    old?: Readonly<Record<string, Json>>,
    reader?: string,
  ) => Promise<Found>;
  /** The lines of each type below its name. */
  readonly recorded: (lines: (type: ObjectType) => Promise<readonly string[]>) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** The demo campus, to record what its lists have. */
export async function campusLists(): Promise<CampusLists> {
  const world = await demoWorld();
  const types = [...world.catalogue.types.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const answer: CampusLists["answer"] = async (reader, steps) => {
    try {
      const { body } = await world.send(reader, "dict_mode=true", steps);
      // Dict mode: lists by key.
      return (JSON.parse(body) as Readonly<Record<string, readonly Row[]>>)["rows"] ?? [];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return `refused ${error.exception.error.name}`;
    }
  };
  const listed: CampusLists["listed"] = (type, old = {}, reader = "ada") =>
    answer(reader, [{ idx: "rows", name: `${type.name}.list`, old: { ...needed(type), ...old } }]);
  const all = new Map<string, readonly Row[]>();
  for (const type of types) {
    const rows = await listed(type);
    if (typeof rows === "string") throw new Error(`${type.name}: ${rows}`);
    all.set(type.name, rows);
  }
  const recorded: CampusLists["recorded"] = async (lines) => {
    const parts: string[] = [];
    for (const type of types) parts.push(type.name, ...(await lines(type)));
    return `${parts.join("\n")}\n`;
  };
  return { types, all, answer, listed, recorded, close: () => world.close() };
}

export const isMoment = (value: unknown) => typeof value === "string" && /^\d\d\.\d\d\.\d{4} /.test(value);

/** Moments differ with each filling of the campus; what is recorded is that there is one. */
export function steady(type: ObjectType, row: Row): Row {
  const entries = Object.entries(row).map(([name, value]) => {
    const isTime = /^(timestamp|date)/.test(type.attributes.get(name)?.dataType.name ?? "");
    return [name, value !== null && (isTime || isMoment(value)) ? "t" : value] as const;
  });
  return Object.fromEntries(entries);
}

export const sign = (value: unknown) =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 8);

export function told(type: ObjectType, found: Found): string {
  if (typeof found === "string") return found;
  const names = found.map((row) => row["gpk"] ?? steady(type, row));
  return found.length === 0 ? "0" : `${String(found.length)} ${sign(names)}`;
}
