import type { RefParams } from "#contract/wire/step";
import { titleOf } from "../catalogue/title.ts";
import type { Loss } from "./losses.ts";
import type { Planned, PlannedStatement } from "./planned.ts";
import { elementOf, plainContent } from "./make-planned.ts";
import type { Draft, LinkedDraft, Taken } from "./reverse-refs.ts";
import { reverseRuleOf } from "./reverse-rules.ts";

/** Elements of the planned list: a recreated object and the changes that take its key form one bundle, which moves and disappears as a whole. */
export function toElements(drafts: readonly LinkedDraft[], newUuid: () => string): readonly Planned[] {
  const names = new Map<Draft, string>();
  return groupsOf(drafts).flatMap((group) => {
    const uuid = newUuid();
    for (const [at, { from }] of group.entries())
      names.set(from, at === 0 ? uuid : `${uuid}_${String(at - 1)}`);
    const [main, ...further] = group;
    if (main === undefined) return [];
    const losses = group.flatMap((draft) => [...draft.losses, ...renewedOf(draft)]);
    const base = { uuid, variant: null, ...(losses.length === 0 ? {} : { losses }) };
    const content = plainContent(statementOf(main, names), titleOf(main.type, main.row));
    const bundle = further.map((draft) => statementOf(draft, names));
    return [elementOf(base, content, "append", bundle)];
  });
}

function groupsOf(drafts: readonly LinkedDraft[]): readonly (readonly LinkedDraft[])[] {
  const groups: LinkedDraft[][] = [];
  let members = new Set<Draft>();
  for (const draft of drafts) {
    const taken = [...Object.values(draft.oldTaken), ...Object.values(draft.newTaken)];
    const last = groups.at(-1);
    if (last !== undefined && taken.some((one) => members.has(one))) last.push(draft);
    else {
      groups.push([draft]);
      members = new Set();
    }
    members.add(draft.from);
  }
  return groups;
}

function statementOf(draft: LinkedDraft, names: ReadonlyMap<Draft, string>): PlannedStatement {
  const old = refParams(draft.oldTaken, names);
  const now = refParams(draft.newTaken, names);
  return {
    object_fq_name: draft.on.name,
    object_function: draft.fn,
    parameters: { old: draft.old, new: draft.new },
    ...(old.length === 0 ? {} : { old_ref_params: old }),
    ...(now.length === 0 ? {} : { new_ref_params: now }),
  };
}

/** One entry for each step, because a repeated name would use the same row. */
function refParams(taken: Taken, names: ReadonlyMap<Draft, string>): readonly RefParams[] {
  const steps = Map.groupBy(Object.entries(taken), ([, draft]) => names.get(draft) ?? "");
  return [...steps].map(([idx, ones]) => ({
    idx,
    params: Object.fromEntries(ones.map(([name]) => [name, "gpk"])),
  }));
}

/** Values that a recreated object gets newly: its key, times, the text of a token. */
export function renewedOf({ fn, type, row }: Draft): readonly Loss[] {
  if (fn !== "create" && fn !== "connect") return [];
  const of = { object: type.name, title: titleOf(type, row) };
  const { is_renewed: isRenewed = false } = reverseRuleOf(type);
  const times = type.attributes.filter(
    ({ name, is_computed: isComputed, data_type: dataType }) =>
      isComputed && dataType === "timestamp" && (row[name] ?? null) !== null,
  );
  return [
    ...["gpk", ...times.map(({ name }) => name)].map((attribute): Loss => ({
      ...of,
      attribute,
      reason: "core.reverse.renewed",
    })),
    ...(isRenewed ? [{ ...of, attribute: null, reason: "core.reverse.anew" } as const] : []),
  ];
}
