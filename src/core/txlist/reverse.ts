import { textIn, type Json, type Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { titleOf } from "../catalogue/title.ts";
import { keyOf } from "../catalogue/key.ts";
import { sameJson } from "../form/values.ts";
import { linked, linkTypeOf, unlinked, type LinkAction, type LinkType } from "./links.ts";
import type { Loss, LossReason } from "./losses.ts";
import { toNullText, type Planned } from "./planned.ts";
import { companyOf, isAlone, keyText, type Company } from "./reverse-company.ts";
import { foldLinks, type ChangeEntry, type FoldedEntry } from "./reverse-links.ts";
import { linkDrafts, type Draft } from "./reverse-refs.ts";
import { renewedOf, toElements } from "./reverse-elements.ts";
import { reverseRuleOf } from "./reverse-rules.ts";
import { parametersOf, valuesFor, valuesOfUpdate } from "./reverse-values.ts";

export type { ChangeEntry, Loss };

export interface Reverse {
  /** Actions that reverse the changes, in working order. */
  readonly items: readonly Planned[];
  /** What is not restored or cannot be planned. */
  readonly losses: readonly Loss[];
  /** Values that recreated objects get newly: key, times, token. */
  readonly renewed: readonly Loss[];
}

interface Change extends FoldedEntry {
  readonly catalogue: Catalogue;
  readonly type: ObjectTypeMeta;
  /** The other entries of its transaction. */
  readonly company: Company;
}

/**
 * Reverses changes in the order in which they were made, the last one first: created objects are deleted, deleted ones recreated with their old
 * values, changed ones changed back. A recreated object has a new key, which others take from its step. Losses are reported; `missing` are keys of
 * objects that do not exist any more.
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
  for (const entry of foldLinks(catalogue, entries).toReversed()) {
    const type = catalogue.objectType(entry.object);
    if (type === null) {
      losses.push(lossOf(entry, null, entry.object, "core.reverse.unknownType"));
      continue;
    }
    const change: Change = { ...entry, catalogue, type, company };
    const back = reverseOne(change);
    if (back.actions.length === 0) losses.push(...back.losses);
    const drafted = back.actions.map((action, at): Draft => {
      const makes = action.fn === "create" ? change.gpk : null;
      return { on: type, ...action, type, makes, losses: at === 0 ? back.losses : [] };
    });
    drafts.push(...drafted);
  }
  const isGone = (gpk: string): boolean => gone.has(gpk) || missing.has(gpk);
  const planned = linkDrafts(catalogue, giversFirst(drafts), isGone);
  return {
    items: toElements(planned.drafts, newUuid),
    losses: [...losses, ...planned.losses, ...planned.drafts.flatMap((draft) => draft.losses)],
    renewed: planned.drafts.flatMap(renewedOf),
  };
}

interface Action extends LinkAction {
  /** The type that has the function, if it is not the type of the object. */
  readonly on?: ObjectTypeMeta;
  readonly row: Row;
}

interface ReversedOne {
  readonly actions: readonly Action[];
  readonly losses: readonly Loss[];
}

function reverseOne(change: Change): ReversedOne {
  const { old: before, new: after } = change;
  if (before === null && after === null) return { actions: [], losses: [] };
  const link = linkTypeOf(change.catalogue, change.type);
  if (link !== null) return reverseLink(link, change);
  if (before === null) return deleted(change, after ?? {});
  return after === null ? madeAgain(change, before) : changedBack(change, before, after);
}

/** A link is ended at one of its ends or created again between the same two objects, and has no values that could change. */
function reverseLink(link: LinkType, change: Change): ReversedOne {
  const { old: before, new: after } = change;
  if (before !== null && after !== null) return lost(change, after, "core.reverse.unseen");
  const row = before ?? after ?? {};
  const action = before === null ? unlinked(link, row) : linked(link, row);
  return { actions: [{ ...action, on: link.object, row }], losses: [] };
}

function deleted(change: Change, row: Row): ReversedOne {
  const { catalogue, type } = change;
  const hasDelete = catalogue.fn(type.name, "delete") !== null;
  if (!hasDelete && goesWithOther(change, row)) return { actions: [], losses: [] };
  const { deletable_with: keys } = reverseRuleOf(type);
  const isKept = keys?.every((name) => (row[name] ?? null) === null) === true;
  if (!hasDelete || isKept) return lost(change, row, "core.reverse.noDelete");
  return { actions: [{ fn: "delete", old: keyOf(type, row), new: {}, row }], losses: [] };
}

/** True if the object was created with another one that is deleted. */
function goesWithOther({ type, company }: Change, row: Row): boolean {
  return type.attributes.some(
    ({ name, refersTo }) =>
      refersTo !== null && company.made.has(keyText(refersTo.object, refersTo.attribute, row[name])),
  );
}

/** Recreates the object. Values that create does not accept, or all values of an object that is created with another, are set by a change. */
function madeAgain(change: Change, row: Row): ReversedOne {
  const { catalogue, type, gpk, linkedTo = {} } = change;
  const { by_server: flag } = reverseRuleOf(type);
  if (flag !== undefined && row[flag] === true) return lost(change, row, "core.reverse.byServer");
  const fn = (["create", "update"] as const).find((name) => catalogue.fn(type.name, name) !== null);
  if (fn === undefined) return lost(change, row, "core.reverse.noCreate");
  const back = valuesFor(catalogue, { type, row, linkedTo }, fn);
  const losses = back.lost.map(({ name, reason }) => lossOf(change, row, name, reason));
  if (!back.isWhole) return lost(change, row, "core.reverse.notLogged");
  const first = { fn, old: fn === "update" ? keyOf(type, row) : {}, new: back.values, row };
  const later = fn === "update" ? {} : valuesOfUpdate(catalogue, type, row);
  const second: Action = { fn: "update", old: { gpk }, new: later, row };
  return { actions: Object.keys(later).length === 0 ? [first] : [first, second], losses };
}

function changedBack(change: Change, before: Row, after: Row): ReversedOne {
  const { catalogue, type } = change;
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
  const update: Action = { fn: "update", old: { ...old, ...keyOf(type, after) }, new: values, row: after };
  if (Object.keys(values).length > 0) return { actions: [update], losses };
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

/**
 * Orders drafts so that every account gets a right before it gives this right to others, because rights may have been removed in any order. If a
 * draft removes a right, all drafts keep their order.
 */
function giversFirst(drafts: readonly Draft[]): readonly Draft[] {
  if (drafts.some(({ fn }) => fn === "delete" || fn === "disconnect")) return drafts;
  const isGiven = ({ fn, type }: Draft): boolean =>
    fn === "create" && reverseRuleOf(type).given !== undefined;
  const given = drafts.filter(isGiven).toSorted((one, other) => turnOf(one) - turnOf(other));
  return [...drafts.filter((draft) => !isGiven(draft)), ...given];
}

/** Position in the order of giving. A subaccount comes after its main account, because its name begins with that of the main account. */
function turnOf({ type, row }: Draft): number {
  const { turn = 0, holder = "" } = reverseRuleOf(type).given ?? {};
  return turn * 10_000 + textIn(row[holder]).length;
}
