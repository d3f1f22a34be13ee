import { objectIn, textIn, type Row } from "#contract/wire/json";
import type { ImportJob } from "./job.ts";
import type { Rejected, SourceRow } from "./steps.ts";
import type { TextKey } from "./texts.ts";

/** A value of a row that does not fit its data type. */
export interface BadValue {
  readonly row: SourceRow;
  readonly name: string;
  readonly value: string;
  readonly problem: { readonly key: TextKey; readonly values?: Readonly<Record<string, string>> };
  readonly dataType: string;
}

/** Separates the good values from the bad ones. The reason of a bad value says what its data type expects, from the metadata. */
export async function withoutBad<T extends object>(
  read: readonly (T | BadValue)[],
  job: ImportJob,
): Promise<{ readonly good: readonly T[]; readonly rejected: readonly Rejected[] }> {
  const good: T[] = [];
  const bad: BadValue[] = [];
  for (const one of read) {
    if ("problem" in one) bad.push(one);
    else good.push(one);
  }
  return { good, rejected: await rejectedOf(bad, job) };
}

async function rejectedOf(
  bad: readonly BadValue[],
  { client, say }: ImportJob,
): Promise<readonly Rejected[]> {
  if (bad.length === 0) return [];
  const types = await client.list("wapi.data_type", {
    name_list: [...new Set(bad.map(({ dataType }) => dataType))],
  });
  const expected = new Map(types.map((row) => [textIn(row["name"]), descriptionOf(row, say("language"))]));
  return bad.map(({ row, name, value, problem, dataType }) => {
    if (value === "") return { ...row, reason: say("emptyValue", { name }) };
    const reason = say("badValue", { name, value, problem: say(problem.key, problem.values) });
    const form = expected.get(dataType) ?? "";
    return { ...row, reason: form === "" ? reason : `${reason} ${say("expected", { form })}` };
  });
}

function descriptionOf(row: Row, language: string): string {
  const texts = objectIn(row["language_dict"])?.["description"];
  return textIn(objectIn(texts)?.[language]);
}
