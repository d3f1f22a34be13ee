import { LIMITS } from "#contract/limits";
import { addAll } from "#contract/table/units";
import type { Row } from "#contract/wire/json";
import type { Source } from "./job.ts";

/** Rows whose attribute is one of the values, as many at a time as one parameter holds (wire contract 1.8). */
export async function listIn(
  client: Source,
  name: string,
  parameter: string,
  values: ReadonlySet<string>,
): Promise<readonly Row[]> {
  const all = [...values];
  const rows: Row[] = [];
  for (let start = 0; start < all.length; start += LIMITS.listElements) {
    const part = all.slice(start, start + LIMITS.listElements);
    addAll(rows, await client.list(name, { [parameter]: part }));
  }
  return rows;
}
