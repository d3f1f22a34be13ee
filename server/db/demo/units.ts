import type { DemoCounts } from "./size.ts";
import type { Random } from "./random.ts";
import { RowList } from "./rows.ts";
import type { Table } from "./rows.ts";
import { DEPARTMENTS, DIVISIONS, FIELDS } from "./words.ts";

/** A unit of the tree, with what the other rows are named after. */
export interface Unit {
  readonly id: number;
  readonly parent: Unit | null;
  readonly level: 1 | 2 | 3 | 4;
  readonly shortName: string;
  readonly title: string;
  readonly titleEn: string;
  /** Label of its names in the DNS. */
  readonly label: string;
}

const TYPES = [
  ["UNI", "Universität", "University"],
  ["BER", "Bereich", "Division"],
  ["INST", "Institut", "Institute"],
  ["ABT", "Abteilung", "Department"],
] as const;

/** The tree of units, four levels deep, parents before children. */
export function makeUnits(counts: DemoCounts): readonly Unit[] {
  const root: Unit = {
    id: 1,
    parent: null,
    level: 1,
    shortName: "UTM",
    title: "Universität Tannmühl",
    titleEn: "University of Tannmuehl",
    label: "",
  };
  const units = [root];
  const add = (unit: Omit<Unit, "id">): Unit => {
    const added = { id: units.length + 1, ...unit };
    units.push(added);
    return added;
  };
  const [divisionCount, instituteCount, departmentCount] = counts.units;
  const divisions = DIVISIONS.slice(0, divisionCount).map(([shortName, title, titleEn]) =>
    add({ parent: root, level: 2, shortName, title, titleEn, label: shortName.toLowerCase() }),
  );
  const institutes = Array.from({ length: instituteCount }, (_, index) =>
    add(instituteOf(at(divisions, index), index)),
  );
  for (let index = 0; index < departmentCount; index++) {
    const parent = at(institutes, index);
    const [shortName, title, titleEn] = at(
      DEPARTMENTS,
      Math.floor(index / institutes.length) + ((index % institutes.length) % 3),
    );
    add({ parent, level: 4, shortName, title, titleEn, label: `${shortName.toLowerCase()}.${parent.label}` });
  }
  return units;
}

function instituteOf(parent: Unit, index: number): Omit<Unit, "id"> {
  const [field, fieldEn, letters] = at(FIELDS, index);
  const round = Math.floor(index / FIELDS.length);
  const number = round === 0 ? "" : String(round + 1);
  const suffix = round === 0 ? "" : ` ${["", "II", "III", "IV"][round] ?? String(round + 1)}`;
  const shortName = `I${letters}${number}`;
  return {
    parent,
    level: 3,
    shortName,
    title: `Institut für ${field}${suffix}`,
    titleEn: `Institute of ${fieldEn}${suffix}`,
    label: shortName.toLowerCase(),
  };
}

/** Member of a list that is gone round. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error("an empty list has no members");
  return found;
}

/** The OE that those above it administer alone. */
export function withoutAdministrators(units: readonly Unit[]): Unit | undefined {
  return units.at(-1);
}

export function unitTables(units: readonly Unit[], random: Random): readonly Table[] {
  const types = new RowList();
  for (const [index, [name, title]] of TYPES.entries()) {
    types.add({ short_name: name, title, position: index + 1 });
  }
  const rows = new RowList();
  for (const unit of units) {
    rows.add({
      short_name: unit.shortName,
      title: unit.title,
      parent: unit.parent?.id ?? null,
      unit_type: unit.level,
      sub_position: unit.level === 1 ? 0 : random.below(20),
      can_have_mgr: unit !== withoutAdministrators(units),
    });
  }
  return [
    { type: "org.unit_type", rows: types.rows },
    { type: "org.unit", rows: rows.rows },
  ];
}
