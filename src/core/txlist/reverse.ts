import type { Json, Params, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { titleOf } from "../catalogue/title.ts";
import { keyOf } from "../catalogue/key.ts";
import { sameJson } from "../form/values.ts";
import { linked, linkTypeOf, unlinked, type LinkType } from "./links.ts";
import type { Loss, LossReason } from "./losses.ts";
import { toNullText, type Planned, type PlannedFunction } from "./planned.ts";
import { companyOf, isAlone, keyText, type Company } from "./reverse-company.ts";
import { foldLinks, type ChangeEntry, type FoldedEntry } from "./reverse-links.ts";
import { giversFirst } from "./reverse-order.ts";
import { linkDrafts, type Draft } from "./reverse-refs.ts";
import { renewedOf, toElements } from "./reverse-elements.ts";
import { reverseRuleOf } from "./reverse-rules.ts";
import { parametersOf, valuesFor, valuesOfUpdate } from "./reverse-values.ts";

export type { ChangeEntry, Loss };

export interface Reverse {
  /** Actions that take the changes back, in the order in which they have to be done. */
  readonly items: readonly Planned[];
  /** What does not come back, or cannot be planned. */
  readonly losses: readonly Loss[];
  /** What every object made anew has of its own: key, times, token. */
  readonly renewed: readonly Loss[];
}

/** An entry with its type. */
interface Change extends FoldedEntry {
  readonly type: ObjectTypeMeta;
  /** What the others of its transaction tell about it. */
  readonly company: Company;
}

/**
 * Takes changes back that stand in the order in which they were done: what was made is deleted, what was deleted is made with its old
 * values, what was changed is changed back, the last one first. An object made anew has another key: what names it takes the key from the
 * step that makes it. Values that cannot come back are told; `missing` are the keys of objects that are not there any more.
 */
export function reverseOf(
  catalogue: Catalogue,
  entries: readonly ChangeEntry[],
  newUuid: () => string,
  missing: ReadonlySet<string> = new Set(),
): Reverse {
  const gone = new Set(entries.filter((entry) => entry.new === null).map((entry) => entry.gpk));
  const drafts: Draft[] = [];
  const losses: Loss[] = [];
  const company = companyOf(catalogue, entries);
  for (const entry of foldLinks(entries).toReversed()) {
    const type = catalogue.objectType(entry.object);
    if (type === null) {
      losses.push(lossOf(entry, null, entry.object, "core.reverse.unknownType"));
      continue;
    }
    const change: Change = { ...entry, type, company };
    const back = reverseOne(catalogue, change);
    if (back.actions.length === 0) losses.push(...back.losses);
    drafts.push(...back.actions.map((action, at) => draftOf(change, action, at === 0 ? back.losses : [])));
  }
  const isGone = (gpk: string): boolean => gone.has(gpk) || missing.has(gpk);
  const planned = linkDrafts(catalogue, giversFirst(drafts), isGone);
  return {
    items: toElements(planned.drafts, newUuid),
    losses: [...losses, ...planned.losses, ...planned.drafts.flatMap((draft) => draft.losses)],
    renewed: planned.drafts.flatMap(renewedOf),
  };
}

interface Action {
  /** The type that has the function, where it is not that of the changed object. */
  readonly on?: ObjectTypeMeta;
  readonly fn: PlannedFunction;
  readonly old: Params;
  readonly new: Params;
  readonly row: Row;
}

interface ReversedOne {
  readonly actions: readonly Action[];
  readonly losses: readonly Loss[];
}

function draftOf({ type, gpk }: Change, action: Action, losses: readonly Loss[]): Draft {
  const { on = type, fn, old, new: now, row } = action;
  return { on, type, fn, old, new: now, row, makes: fn === "create" ? gpk : null, losses };
}

function reverseOne(catalogue: Catalogue, change: Change): ReversedOne {
  const { old: before, new: after } = change;
  if (before === null && after === null) return { actions: [], losses: [] };
  const link = linkTypeOf(catalogue, change.type);
  if (link !== null) return reverseLink(link, change);
  if (before === null) return deleted(catalogue, change, after ?? {});
  return after === null
    ? madeAgain(catalogue, change, before)
    : changedBack(catalogue, change, before, after);
}

/** A link is ended by an end, or made again between the same two; it has no values that could change. */
function reverseLink(link: LinkType, change: Change): ReversedOne {
  const { old: before, new: after } = change;
  if (before !== null && after !== null) return lost(change, after, "core.reverse.unseen");
  const row = before ?? after ?? {};
  const action = before === null ? unlinked(link, row) : linked(link, row);
  return { actions: [{ ...action, on: link.object, row }], losses: [] };
}

function deleted(catalogue: Catalogue, change: Change, row: Row): ReversedOne {
  const { type } = change;
  if (catalogue.fn(type.name, "delete") === null)
    return goesWithOther(change, row)
      ? { actions: [], losses: [] }
      : lost(change, row, "core.reverse.noDelete");
  const { deletableWith } = reverseRuleOf(type.name);
  if (deletableWith?.every((name) => (row[name] ?? null) === null) === true)
    return lost(change, row, "core.reverse.noDelete");
  return { actions: [{ fn: "delete", old: keyOf(type, row), new: {}, row }], losses: [] };
}

/** Whether the object came with another one that is deleted again. */
function goesWithOther({ type, company }: Change, row: Row): boolean {
  return type.attributes.some(
    ({ name, refersTo }) =>
      refersTo !== null && company.made.has(keyText(refersTo.object, refersTo.attribute, row[name])),
  );
}

/** The object with its old values; one that is made together with another gets them by a change, as do values that create does not take. */
function madeAgain(catalogue: Catalogue, change: Change, row: Row): ReversedOne {
  const { type, gpk } = change;
  const { ofServer } = reverseRuleOf(type.name);
  if (ofServer !== undefined && row[ofServer.flag] === true) return lost(change, row, ofServer.reason);
  const fn = (["create", "update"] as const).find((name) => catalogue.fn(type.name, name) !== null);
  if (fn === undefined) return lost(change, row, "core.reverse.noCreate");
  const {
    values,
    lost: names,
    isWhole,
  } = valuesFor(catalogue, { type, row, linkedTo: change.linkedTo ?? {} }, fn);
  const losses = names.map(({ name, reason }) => lossOf(change, row, name, reason));
  if (!isWhole) return lost(change, row, "core.reverse.notLogged");
  if (fn === "update") return { actions: [{ fn, old: keyOf(type, row), new: values, row }], losses };
  const later = valuesOfUpdate(catalogue, type, row);
  const create = { fn, old: {}, new: values, row };
  return Object.keys(later).length === 0
    ? { actions: [create], losses }
    : { actions: [create, { fn: "update", old: { gpk }, new: later, row }], losses };
}

function changedBack(catalogue: Catalogue, change: Change, before: Row, after: Row): ReversedOne {
  const { type } = change;
  const writable = new Map(parametersOf(catalogue, type, "update"));
  const old: Record<string, Json> = {};
  const values: Record<string, Json> = {};
  const losses: Loss[] = [];
  const differing = type.attributes.filter(
    ({ name }) => !sameJson(before[name] ?? null, after[name] ?? null),
  );
  for (const attribute of differing) {
    const { name, is_computed: isComputed } = attribute;
    if (writable.has(name)) {
      values[name] = toNullText(before[name] ?? null);
      if (isAlone(change.company, change, attribute)) old[name] = toNullText(after[name] ?? null);
    } else if (!isComputed) losses.push(lossOf(change, after, name, "core.reverse.notWritable"));
  }
  if (Object.keys(values).length > 0)
    return {
      actions: [{ fn: "update", old: { ...old, ...keyOf(type, after) }, new: values, row: after }],
      losses,
    };
  return losses.length > 0 ? { actions: [], losses } : lost(change, after, "core.reverse.unseen");
}

function lost(change: Change, row: Row, reason: LossReason): ReversedOne {
  return { actions: [], losses: [lossOf(change, row, null, reason)] };
}

function lossOf(
  entry: ChangeEntry & { readonly type?: ObjectTypeMeta },
  row: Row | null,
  attribute: string | null,
  reason: LossReason,
): Loss {
  const title = row === null ? entry.gpk : titleOf(entry.type ?? null, row);
  return { object: entry.object, title, attribute, reason };
}
