import { isList, isObject, type Json, type Row } from "#contract/wire/json";
import type { ExecuteOptions, Execute, Lists, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { FaultError } from "#core/fault/fault-error";
import type { Http } from "./http.ts";
import { executePath } from "./paths.ts";

/** The executor over HTTP. During impersonation every call is sent as that account. A test as another account is sent as that other account (API-33). */
export function createExecute(http: Http, impersonated: () => string | null): Execute {
  return async (steps: readonly Step[], options: ExecuteOptions): Promise<Outcome> => {
    const as = options.asLogin ?? impersonated();
    try {
      const { dryRun, tellsAnswers, allFaults, callId } = options;
      const answer = await http.post(executePath({ dryRun, tellsAnswers, allFaults, as, callId }), {
        body: steps,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
      });
      return {
        ok: true,
        lists: mergeTranslations(answer.as(isLists)),
        rolledBack: answer.headers.get("X-Transaction-State") === "rolled_back",
        accessMode: answer.headers.get("X-Access-Mode") === "ro" ? "ro" : "rw",
        ...recordNamed(answer.headers.get("X-Transaction")),
      };
    } catch (error) {
      if (error instanceof FaultError) return { ok: false, fault: error.fault, status: error.status };
      throw error;
    }
  };
}

function recordNamed(gpk: string | null): { readonly transaction?: string } {
  return gpk === null ? {} : { transaction: gpk };
}

/** With `dict_mode` the answer is an object of result lists (wire contract 3.7). */
function isLists(body: Json): body is Json & Lists {
  return isObject(body) && Object.values(body).every(isList);
}

const TRANSLATIONS = "__lang_";

/** Lists with their `__lang_` entries merged into the rows as `language_dict`, by gpk (wire contract 3.10). */
export function mergeTranslations(lists: Lists): Lists {
  const merged: Record<string, readonly Row[]> = {};
  for (const [key, rows] of Object.entries(lists)) {
    if (isTranslationOf(key, lists)) continue;
    const texts = lists[TRANSLATIONS + key];
    merged[key] = texts === undefined ? rows : withTexts(rows, texts);
  }
  return merged;
}

function isTranslationOf(key: string, lists: Lists): boolean {
  return key.startsWith(TRANSLATIONS) && lists[key.slice(TRANSLATIONS.length)] !== undefined;
}

function withTexts(rows: readonly Row[], texts: readonly Row[]): readonly Row[] {
  const byObject = new Map<string, Record<string, Record<string, string>>>();
  for (const { object_gfk, language_tag, lang_attr_key, value } of texts) {
    if (typeof object_gfk !== "string" || typeof language_tag !== "string") continue;
    if (typeof lang_attr_key !== "string" || typeof value !== "string") continue;
    const dict = byObject.get(object_gfk) ?? {};
    dict[lang_attr_key] = { ...dict[lang_attr_key], [language_tag]: value };
    byObject.set(object_gfk, dict);
  }
  return rows.map((row) => {
    const gpk = row["gpk"];
    return { ...row, language_dict: (typeof gpk === "string" ? byObject.get(gpk) : undefined) ?? {} };
  });
}

/** Lists of steps that only read. A refusal rejects, as TanStack Query expects. */
export async function readLists(
  execute: Execute,
  steps: readonly Step[],
  signal?: AbortSignal,
): Promise<Lists> {
  const outcome = await execute(steps, { dryRun: false, ...(signal === undefined ? {} : { signal }) });
  if (!outcome.ok) throw new FaultError(outcome.fault, outcome.status ?? 400);
  return outcome.lists;
}
