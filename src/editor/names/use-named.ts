import { useQuery } from "@tanstack/react-query";
import type { Params, Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import { readableName } from "#core/catalogue/readable-name";
import { readLists } from "../../api/execute.ts";
import { ROW_KEYS } from "../../api/queries.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useWords } from "../portal/words.ts";
import { rowWith } from "./named.ts";
import { shownTitle } from "../cell/value-text.ts";

/** Rows of one type in one request. */
const MOST = 1000;

interface Asked {
  readonly object: string;
  /** Gpk or natural key of the object. */
  readonly key: Params;
  readonly resolve: (row: Row | null) => void;
  readonly reject: (error: unknown) => void;
}

const WAITING = new WeakMap<Execute, Asked[]>();

/** The row with a key; all simultaneous requests share one call. */
function askRow(execute: Execute, object: string, key: Params): Promise<Row | null> {
  return new Promise((resolve, reject) => {
    const asked: Asked = { object, key, resolve, reject };
    const waiting = WAITING.get(execute);
    if (waiting !== undefined) {
      waiting.push(asked);
      return;
    }
    const all = [asked];
    WAITING.set(execute, all);
    setTimeout(() => {
      WAITING.delete(execute);
      answer(execute, all).catch((error: unknown) => all.forEach((one) => one.reject(error)));
    });
  });
}

/** All types in one call; if a type refuses its keys, the others are asked without it. */
async function answer(execute: Execute, all: readonly Asked[]): Promise<void> {
  const kinds = Map.groupBy(all, ({ object, key }) => [object, ...Object.keys(key)].join(" "));
  try {
    const lists = await readLists(execute, [...kinds].flatMap(stepsOf));
    for (const [kind, asked] of kinds)
      for (const { key, resolve } of asked)
        resolve(rowWith(lists, kind, (idx) => idx.startsWith(`${kind}:`), key));
  } catch (error) {
    if (kinds.size < 2) throw error;
    for (const asked of kinds.values())
      answer(execute, asked).catch((reason: unknown) => asked.forEach((one) => one.reject(reason)));
  }
}

/** Steps for keys of one type with the same attributes. */
function stepsOf([kind, asked]: readonly [string, readonly Asked[]]): readonly Step[] {
  const keys = [...new Map(asked.map(({ key }) => [JSON.stringify(key), key])).values()];
  return Array.from({ length: Math.ceil(keys.length / MOST) }, (_, at) => ({
    idx: `${kind}:${String(at)}`,
    name: `${asked[0]?.object ?? ""}.list`,
    old: filterOf(keys.slice(at * MOST, (at + 1) * MOST)),
  }));
}

function filterOf(keys: readonly Params[]): Params {
  const names = Object.keys(keys[0] ?? {});
  const [only = "", ...others] = names;
  if (only === "gpk") return { gpk_list: keys.map((key) => key[only] ?? null) };
  const filter: Params =
    others.length === 0
      ? { [only]: { in: keys.map((key) => key[only] ?? null) } }
      : {
          _or: keys.map((key) => Object.fromEntries(names.map((name) => [name, { eq: key[name] ?? null }]))),
        };
  return { filter_params_dict: filter };
}

/** The row of a key; undefined while loading, null if there is no key, no such row, or it is unreadable. */
export function useNamedRow(object: string, key: Params | null): Row | null | undefined {
  const catalogue = useCatalogue();
  const { execute, viewer } = useCalls();
  const isAsked = key !== null && key["gpk"] !== "" && catalogue.fn(object, "list") !== null;
  const { data, isError } = useQuery({
    queryKey: [...ROW_KEYS, viewer, "named", object, key],
    queryFn: () => askRow(execute, object, key ?? {}),
    enabled: isAsked,
    staleTime: 60_000,
    retry: false,
  });
  return isError || !isAsked ? null : data;
}

/**
 * The title of a logged object in the reader's language. The log has the old title in the language of the attributes, and no title for a change of a
 * text alone. In that case the object is read if it still exists.
 */
export function useLoggedTitle(object: string, gpk: string, logged: string): string {
  const { locale, catalogue } = useWords();
  const type = catalogue.objectType(object);
  const isAsked = logged === "" || (languageOf(locale) !== OWN_LANGUAGE && hasTranslatedTitle(type));
  const row = useNamedRow(object, isAsked && gpk !== "" ? { gpk } : null) ?? null;
  if (row === null) return readableName(logged) || gpk;
  // The former title of the object, if it differs from the present one.
  const then = readableName(logged);
  const isNow = then === "" || then === shownTitle(catalogue, type, row, OWN_LANGUAGE);
  return isNow ? shownTitle(catalogue, type, row, locale) : then;
}

function hasTranslatedTitle(type: ObjectTypeMeta | null): boolean {
  return type?.title.some((name) => type.definition.lang_attr_list.includes(name)) ?? false;
}
