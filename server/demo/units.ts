import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList, type Table } from "./rows.ts";
import UNITS from "./data/units.json" with { type: "json" };

/** A unit of the tree, with the parts of names that other rows use. */
export interface Unit {
  readonly id: number;
  readonly parent: Unit | null;
  readonly level: 1 | 2 | 3 | 4;
  readonly name: string;
  readonly title: string;
  readonly titleEn: string;
  /** Label of its names in the DNS. */
  readonly label: string;
}

/** The tree of units, four levels deep, parents before children. */
export function makeUnits(counts: DemoCounts): readonly Unit[] {
  const root: Unit = { ...UNITS.root, id: 1, parent: null, level: 1, label: "" };
  const units = [root];
  const add = (unit: Omit<Unit, "id">): Unit => {
    const added = { id: units.length + 1, ...unit };
    units.push(added);
    return added;
  };
  const divisions = UNITS.divisions
    .slice(0, counts.divisions)
    .map((named) => add({ ...named, parent: root, level: 2, label: named.name.toLowerCase() }));
  const institutes = Array.from({ length: counts.institutes }, (_, index) =>
    add(instituteOf(at(divisions, index), index)),
  );
  for (let index = 0; index < counts.departments; index++) {
    const parent = at(institutes, index);
    const round = Math.floor(index / institutes.length);
    const named = at(UNITS.departments, round + ((index % institutes.length) % 3));
    add({ ...named, parent, level: 4, label: `${named.name.toLowerCase()}.${parent.label}` });
  }
  return units;
}

function instituteOf(parent: Unit, index: number): Omit<Unit, "id"> {
  const field = at(UNITS.fields, index);
  const round = Math.floor(index / UNITS.fields.length);
  const number = round === 0 ? "" : String(round + 1);
  const suffix = round === 0 ? "" : ` ${["", "II", "III", "IV"][round] ?? String(round + 1)}`;
  const name = `I${field.letters}${number}`;
  return {
    parent,
    level: 3,
    name,
    title: `Institut für ${field.title}${suffix}`,
    titleEn: `Institute of ${field.titleEn}${suffix}`,
    label: name.toLowerCase(),
  };
}

/** Member of a list; after the last member the first one follows. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("an empty list has no members");
  return found;
}

/** The OE without administrators. Only administrators of the OEs above administer it. */
export function withoutAdministrators(units: readonly Unit[]): Unit | undefined {
  return units.at(-1);
}

export function unitTables(units: readonly Unit[], random: Random): readonly Table[] {
  const types = UNITS.types.map(({ name, title }, at) => ({ short_name: name, title, position: at + 1 }));
  const rows = new RowList("org.unit");
  for (const unit of units) {
    rows.add({
      short_name: unit.name,
      title: unit.title,
      parent: unit.parent?.id ?? null,
      unit_type: unit.level,
      sub_position: unit.level === 1 ? 0 : random.below(20),
      can_have_mgr: unit !== withoutAdministrators(units),
    });
  }
  return [new RowList("org.unit_type", types), rows];
}
