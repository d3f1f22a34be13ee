import type { Lists } from "#contract/wire/outcome";
import { objectIn, textIn, type Row } from "#contract/wire/json";
import { TRANSLATION } from "#contract/wire/api-types";
import { sentKey, stepNamed } from "../template/expand.ts";
import { pickText, type Locale } from "../text.ts";
import { contentOf, plannedTitle, type PlannedTemplate } from "./planned.ts";
import type { Run } from "./run.ts";
import { tookEffect } from "./run-end.ts";
import { toSteps } from "./to-steps.ts";

export interface ShownResult {
  /** Key of the result in the answer. */
  readonly key: string;
  readonly title: string;
  readonly object: string;
  readonly rows: readonly Row[];
}

/** Results that elements ask to show after apply, in list order (TA-36, TA-61); for templates those of their returning list (TPL-25). */
export function shownResults(run: Run, locale: Locale): readonly ShownResult[] {
  if (run.phase !== "success" || run.mode !== "apply" || run.isLost === true) return [];
  const { sent, results } = run;
  return sent.flatMap((item): readonly ShownResult[] => {
    if (item.ta_type === "json_template") return returnedBy(item, results, locale);
    const content = contentOf(item);
    if (content?.show_result !== true) return [];
    return [
      {
        key: item.uuid,
        title: plannedTitle(item, locale),
        object: content.object_fq_name,
        rows: results[item.uuid] ?? [],
      },
    ];
  });
}

function returnedBy(item: PlannedTemplate, results: Lists, locale: Locale): readonly ShownResult[] {
  const { template, uuid } = item;
  const { transaction } = template;
  return template.returning.map(({ idx, list_display_name: name }) => {
    const key = sentKey(uuid, template, idx);
    const step = transaction[stepNamed(transaction, transaction.length, idx)]?.name ?? "";
    return {
      key,
      title: pickText(name, locale) ?? idx,
      object: step.slice(0, step.lastIndexOf(".")),
      rows: results[key] ?? [],
    };
  });
}

/** An object that a run has created. */
export interface Created {
  readonly object: string;
  readonly row: Row;
}

/** The objects that elements of the run have created, in working order. A lost answer shows none. */
export function createdBy(run: Run): readonly Created[] {
  if (!tookEffect(run) || run.phase !== "success") return [];
  return toSteps(run.sent).flatMap(({ idx, name }) =>
    name.endsWith(CREATE)
      ? (run.results[idx ?? ""] ?? []).map((row) => ({ object: name.slice(0, -CREATE.length), row }))
      : [],
  );
}

const CREATE = ".create";

/** Log entries of further creations of a run, such as the name of a new record. Translations are values of their objects. */
export function createdBesides(created: readonly Created[], entries: readonly Row[]): readonly Created[] {
  const known = new Set(created.map(({ row }) => row["gpk"]));
  return entries
    .filter((entry) => !known.has(entry["object_gfk"]) && entry["object_fq_name"] !== TRANSLATION)
    .map((entry) => ({
      object: textIn(entry["object_fq_name"]),
      row: { ...objectIn(entry["new"]), gpk: entry["object_gfk"] ?? null },
    }));
}

/** The last state of an object that a step of the run deleted, else null (LAUNCH-09). */
export function deletedRow(run: Run, object: { readonly type: string; readonly gpk: string }): Row | null {
  if (!tookEffect(run) || run.phase !== "success") return null;
  const name = `${object.type}.delete`;
  const rows = toSteps(run.sent).flatMap((step) =>
    step.name === name ? (run.results[step.idx ?? ""] ?? []) : [],
  );
  return rows.find((row) => row["gpk"] === object.gpk) ?? null;
}
