import type { Row } from "#contract/wire/json";
import { NOBODY } from "../../access/actor.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { createChangeLog } from "./log.ts";
import { readRows } from "./rows.ts";

/** Records the rows that a start has created: as one transaction without an account, and with the steps that would have created them. */
export async function recordCreated(
  tx: Tx,
  catalogue: Catalogue,
  name: string,
  ids: readonly string[],
): Promise<void> {
  const type = catalogue.type(name);
  const rows = await readRows({ tx, catalogue, actor: NOBODY }, type, ids);
  const log = createChangeLog();
  const steps = [...rows].map(([id, { row }], position) => {
    log.add(position, { type, id, fn: "create", old: null, new: row });
    return { name: `${name}.create`, new: writtenIn(type, row) };
  });
  await log.write(tx, { actor: NOBODY, stepCount: steps.length, steps }, "the end");
  await log.record();
}

function writtenIn({ attributes }: ObjectType, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => attributes.get(name)?.isWritable === true),
  );
}
