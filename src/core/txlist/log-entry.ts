import { objectIn, textIn, type Row } from "#contract/wire/json";
import { TRANSLATION } from "#contract/wire/api-types";
import { OWN_LANGUAGE } from "../catalogue/languages.ts";
import { differences, type ValueChange } from "./changes.ts";

/** An entry of the change log in words: what happened to which object. */
export interface LogEntry {
  readonly object: string;
  readonly gpk: string;
  readonly title: string;
  readonly function: string;
  readonly old: Row | null;
  readonly now: Row | null;
  readonly changes: readonly ValueChange[];
  /** For a translation the title is its text, not the name of the object. */
  readonly isText: boolean;
}

/** A translation is a value of its object, whether it was created, changed or deleted. */
export function readLogEntry(entry: Row): LogEntry {
  // States of an object are rows (wire contract 7.2).
  const [old, now] = [objectIn(entry["old"]), objectIn(entry["new"])];
  const object = textIn(entry["object_fq_name"]);
  const title = textIn(entry["object_title"]);
  const text = object === TRANSLATION ? (now ?? old) : null;
  if (text === null) {
    const changes = differences(old, now);
    const gpk = textIn(entry["object_gfk"]);
    return { object, gpk, title, function: textIn(entry["function"]), old, now, changes, isText: false };
  }
  return {
    object: textIn(text["object_fq_name"]),
    gpk: textIn(text["object_gfk"]),
    title,
    function: "update",
    old: {},
    now: {},
    changes: [
      {
        attribute: textIn(text["lang_attr_key"]),
        path: [],
        before: old?.["value"] ?? null,
        after: now?.["value"] ?? null,
        language: textIn(text["language_tag"]),
      },
    ],
    isText: true,
  };
}

/** The object that an entry changes; for a translation the object of the text. */
export function changedObject(entry: Row): string {
  if (entry["object_fq_name"] !== TRANSLATION) return textIn(entry["object_gfk"]);
  return textIn((objectIn(entry["new"]) ?? objectIn(entry["old"]))?.["object_gfk"]);
}

/** Drops translations that repeat an attribute in its own language. */
export function withoutRepeated(entries: readonly Row[]): readonly Row[] {
  const told = new Set(
    entries.map((entry) => JSON.stringify([entry["transaction_gfk"], entry["object_gfk"]])),
  );
  return entries.filter((entry) => {
    if (entry["object_fq_name"] !== TRANSLATION) return true;
    const text = objectIn(entry["new"]) ?? objectIn(entry["old"]);
    const object = JSON.stringify([entry["transaction_gfk"], text?.["object_gfk"]]);
    return text?.["language_tag"] !== OWN_LANGUAGE || !told.has(object);
  });
}
