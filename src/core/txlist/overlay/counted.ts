import type { Json, Row } from "#contract/wire/json";
import type { AttributeMeta, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import type { Plan, PlannedObject } from "./draft.ts";
import { plannedRow, type Mark } from "./list-of.ts";
import { keepPresent } from "./present.ts";

/** How many objects more name each value, less those that no longer do. */
type Naming = ReadonlyMap<Json, number>;

interface PlannedLists {
  /** Lists with all rows, and without those that go, by the names of their steps. */
  readonly shown: Record<string, readonly Row[]>;
  readonly staying: Record<string, readonly Row[]>;
  readonly types: ReadonlyMap<string, ObjectTypeMeta | null>;
  readonly plan: Plan;
  readonly marks: Map<Row, Mark>;
}

/** Puts the planned numbers of dependents into the rows. Comes last, because no list depends on such a number. */
export function countDependents({ shown, staying, types, plan, marks }: PlannedLists): void {
  for (const [idx, type] of types) {
    const [all, some] = [shown[idx], staying[idx]];
    const counted = type === null ? null : countedFor(type, plan, marks);
    if (counted === null || all === undefined || some === undefined) continue;
    const made = new Map(all.map((row) => [row, counted(row)] as const).filter(([row, now]) => now !== row));
    if (made.size === 0) continue;
    for (const [row, now] of made) {
      const mark = marks.get(row);
      if (mark === undefined) keepPresent(now, row);
      else marks.set(now, mark);
    }
    const renewed = (rows: readonly Row[]): readonly Row[] => rows.map((row) => made.get(row) ?? row);
    [shown[idx], staying[idx]] = [renewed(all), renewed(some)];
  }
}

interface Counted {
  readonly name: string;
  /** The attribute whose value the dependents have. */
  readonly by: string;
  readonly naming: Naming;
}

/** Answers a row with its planned numbers, or the row itself; null if the plan changes none of the type. */
function countedFor(
  type: ObjectTypeMeta,
  plan: Plan,
  marks: ReadonlyMap<Row, Mark>,
): ((row: Row) => Row) | null {
  const numbers = type.attributes.flatMap((attribute): readonly Counted[] => {
    const naming = namingOf(plan, attribute);
    const by = naming === null ? null : countedBy(plan, attribute);
    return naming === null || by === null ? [] : [{ name: attribute.name, by, naming }];
  });
  if (numbers.length === 0) return null;
  return (row) => {
    const before = presentIn(marks, row);
    const values = numbers.flatMap((one) => {
      const now = numberOf(one, row, before);
      return now === null || now === row[one.name] ? [] : [[one.name, now] as const];
    });
    return values.length === 0 ? row : { ...row, ...Object.fromEntries(values) };
  };
}

/** The row as it is; null for a new object. */
function presentIn(marks: ReadonlyMap<Row, Mark>, row: Row): Row | null {
  const mark = marks.get(row);
  return mark === undefined ? row : mark.before;
}

/** The planned number; null if the row does not have the present one. */
function numberOf({ name, by, naming }: Counted, row: Row, before: Row | null): number | null {
  const base = before === null ? 0 : before[name];
  if (typeof base !== "number") return null;
  const [now = null, once = now] = [row[by], before?.[by]];
  // An object with a new name is named by both.
  return base + (naming.get(now) ?? 0) + (once === now ? 0 : (naming.get(once) ?? 0));
}

/** The attribute of the counted row whose value its dependents have. */
function countedBy({ catalogue }: Plan, { counts }: AttributeMeta): string | null {
  if (counts === undefined) return null;
  return (
    catalogue.objectType(counts.object_fq_name)?.attribute(counts.attribute)?.refersTo?.attribute ?? null
  );
}

/** What the plan changes about who names whom; null if it changes nothing. */
function namingOf(plan: Plan, { counts }: AttributeMeta): Naming | null {
  const planned = counts === undefined ? undefined : plan.objects.get(counts.object_fq_name);
  if (counts === undefined || planned === undefined) return null;
  const naming = new Map<Json, number>();
  const count = (value: Json | undefined, more: number): void => {
    if (value !== undefined && value !== null) naming.set(value, (naming.get(value) ?? 0) + more);
  };
  for (const one of planned) {
    const [before, after] = namesIn(plan, one, counts.attribute);
    if (before === after) continue;
    count(before, -1);
    count(after, 1);
  }
  return naming.size === 0 ? null : naming;
}

/** The value before and after the plan; undefined for an object that is not there, and if the plan does not know it. */
function namesIn(plan: Plan, one: PlannedObject, name: string): readonly (Json | undefined)[] {
  const { kind, was, key } = one;
  const before = kind === "new" ? undefined : (was?.[name] ?? key?.[name]);
  if (kind === "going") return [before, undefined];
  const after = plannedRow(plan, one)[name];
  // Without the present value nobody knows which number becomes smaller.
  return kind === "changed" && before === undefined ? [undefined, undefined] : [before, after];
}
