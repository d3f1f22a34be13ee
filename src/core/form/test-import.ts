import { faultsIn, findRefused, type RefusedUnit } from "#contract/table/find-refused";
import type { Unit } from "#contract/table/units";
import type { Fault } from "#contract/wire/fault";
import type { Execute } from "#contract/wire/outcome";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { contentOf, type Planned } from "../txlist/planned.ts";
import { toSteps } from "../txlist/to-steps.ts";
import type { Import, ImportedLine } from "./import.ts";

interface LineUnit extends Unit {
  readonly item: Planned;
}

export interface ImportTest {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  /** The elements that are planned already; the new lines may depend on them. */
  readonly before: readonly Planned[];
}

/**
 * The faults of lines that the server refuses, by the uuid of their elements. The test changes nothing. Throws a refusal that is about no line,
 * for example one about the list before them.
 */
export async function testImport(
  lines: readonly ImportedLine[],
  { catalogue, execute, before }: ImportTest,
): Promise<ReadonlyMap<string, Fault>> {
  const prefix = toSteps(before);
  const test = async (units: readonly LineUnit[]): Promise<readonly RefusedUnit[]> => {
    const steps = [...prefix, ...toSteps(units.map(({ item }) => item))];
    const outcome = await execute(steps, { dryRun: true, allFaults: true });
    if (outcome.ok) return [];
    return faultsIn(outcome.fault).map((fault) => ({ fault, idx: fault.stepIdx?.split("_", 1)[0] ?? null }));
  };
  const { refused } = await findRefused(unitsOf(lines, catalogue), { test, onProgress: () => undefined });
  return new Map(refused.map(({ unit, fault }) => [unit.idx, fault]));
}

/** Lines as units that depend on earlier lines whose objects they name. */
function unitsOf(lines: readonly ImportedLine[], catalogue: Catalogue): readonly LineUnit[] {
  const made = new Map<string, string[]>();
  return lines.flatMap(({ item, line }): readonly LineUnit[] => {
    const content = item === null ? null : contentOf(item);
    if (item === null || content === null) return [];
    const type = catalogue.objectType(content.object_fq_name);
    const given = Object.entries(content.parameters.new);
    const needs = given.flatMap(([name, value]) => {
      const to = type?.attribute(name)?.refersTo;
      return to == null ? [] : (made.get(JSON.stringify([to.object, to.attribute, value])) ?? []);
    });
    for (const [name, value] of given) {
      const key = JSON.stringify([content.object_fq_name, name, value]);
      made.set(key, [...(made.get(key) ?? []), item.uuid]);
    }
    return [{ idx: item.uuid, needs, row: { file: null, line, value: content.object_title }, item }];
  });
}

/** The table with the server's message at each line that it refuses. */
export function withRefused(read: Import, refused: ReadonlyMap<string, Fault>): Import {
  if (refused.size === 0) return read;
  const lines = read.lines.map((line): ImportedLine => {
    const fault = line.item === null ? undefined : refused.get(line.item.uuid);
    if (fault === undefined) return line;
    const { description, hint } = fault;
    const values = { sentence: hint === null ? description : `${description} ${hint}` };
    return { ...line, item: null, problems: [{ field: null, text: { key: "core.import.refused", values } }] };
  });
  return { ...read, lines };
}
