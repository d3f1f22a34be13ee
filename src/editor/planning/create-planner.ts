import { LIMITS } from "#contract/limits";
import type { FormPrefs, FormTarget } from "#core/form/target";
import { rowOfTexts, translatedChanges } from "#core/form/translated";
import type { Text } from "#core/text";
import { items, type Command } from "#core/txlist/history";
import { mergedInto, plainValues, plannedTarget, type Merged } from "#core/txlist/overlay/merge";
import { plannedUuids } from "#core/txlist/overlay/lookup";
import { planOf } from "#core/txlist/overlay/plan-of-run";
import { contentOf, type Planned } from "#core/txlist/planned";
import type { Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import { presentStep } from "#core/txlist/overtaken";
import type { NoticeStore } from "../../state/notices.ts";
import type { TransactionList } from "../../state/txlist.ts";
import type { Metadata } from "../portal/metadata.ts";
import type { Control } from "./controls.ts";
import { directChange } from "./direct-change.ts";
import type { OpenForm } from "./open-form.ts";
import type { Planner } from "./planner.ts";

export interface PlannerGround extends Planning, Pick<Metadata, "renewCatalogue"> {
  readonly execute: Execute;
  readonly notices: NoticeStore;
  readonly prefs: FormPrefs;
  readonly show: (form: OpenForm) => void;
  readonly submit: (command: Command) => void;
}

/** The planned list, and the types of its objects. */
interface Planning {
  readonly catalogue: Catalogue;
  readonly txlist: TransactionList;
}

/** The work of a planner, which is loaded before the first use. */
export function createPlanner(ground: PlannerGround): Planner {
  const { catalogue, execute, txlist, notices, renewCatalogue, show } = ground;
  /** Says why something cannot be planned, if there is a reason. */
  const isRefused = (text: Text | null): boolean => {
    if (text !== null) notices.show({ tone: "warning", title: null, text });
    return text !== null;
  };
  const open = (of: OpenForm["of"], edited: Planned | null): void => {
    if (isRefused(txlist.blockOf(edited === null ? "add" : "edit", edited))) return;
    const opened = (): void => {
      txlist.setEditing(edited?.uuid ?? null);
      show({ of, edited });
    };
    if (renewCatalogue === null) opened();
    // Cached metadata serve if the server is unreachable.
    else void renewCatalogue().then(opened, opened);
  };
  const { plan, planMany } = plannings(ground, { open, isRefused });
  const edit = (item: Planned): void => {
    if (item.ta_type === "json_template")
      return open({ template: item.template, given: item.variables }, item);
    void targetOfPlanned(item, catalogue, execute).then((target) => {
      if (target !== null) open({ target }, item);
    });
  };
  return {
    plan,
    planMany,
    edit,
    openForm: (target, onSaved) => open({ target, onSaved }, null),
    openPairs: (controls, pairs, count) => {
      const targets = controls.map((control) => control.target);
      if (targets.length === 0) return void isRefused({ key: "editor.pairs.none" });
      open({ pairs, targets, leftOut: count - targets.length }, null);
    },
    openImport: (target) => open({ imported: target }, null),
    openTemplate: (template, given) => open({ template, given }, null),
  };
}

/** Context that planning needs from its planner. */
interface Dialogue {
  readonly open: (of: OpenForm["of"], edited: Planned | null) => void;
  /** Says why something cannot be planned, if there is a reason. */
  readonly isRefused: (text: Text | null) => boolean;
}

/** Plans for one object, and for several in one step. */
function plannings(
  { catalogue, txlist, prefs, submit }: PlannerGround,
  { open, isRefused }: Dialogue,
): Pick<Planner, "plan" | "planMany"> {
  const planning = { catalogue, txlist };
  const plan = ({ isDirect, target: given }: Control): void => {
    const merged = mergedTarget(planning, given);
    if (merged.kind === "going") return void isRefused({ key: "editor.overlay.isGoing" });
    if (merged.kind === "unmade") return submitted({ kind: "remove", uuid: merged.uuid });
    const { target } = merged;
    const edited = elementOf(txlist, target.element);
    const item = isDirect ? directChange(catalogue, target, prefs) : null;
    if (item !== null) return submitted({ kind: "append", items: [item] });
    // The action cancels everything that is planned for the object.
    if (isDirect && edited !== null) return submitted({ kind: "remove", uuid: edited.uuid });
    open({ target }, edited);
  };
  const submitted = (command: Command): void => {
    if (!isRefused(txlist.blockOf("replace"))) submit(command);
  };
  const planMany = (controls: readonly Control[]): void => {
    const merged = controls.map((control) => mergedTarget(planning, control.target));
    const targets = merged.flatMap((one) => (one.kind === "planned" ? [one.target] : []));
    const without = merged.flatMap((one) => (one.kind === "unmade" ? [one.uuid] : []));
    if (targets.length + without.length === 0) return void isRefused({ key: "editor.bulk.none" });
    const count = LIMITS.bulkRows;
    if (targets.length > count) return void isRefused({ key: "editor.bulk.tooMany", values: { count } });
    if (controls[0]?.isDirect !== true) return open({ many: targets }, null);
    const made = targets.flatMap((target) => directChange(catalogue, target, prefs) ?? []);
    submitted({ kind: "append", items: made, ...(without.length === 0 ? {} : { without }) });
  };
  return { plan, planMany };
}

/** The action combined with the planned changes of its object. */
function mergedTarget({ catalogue, txlist }: Planning, target: FormTarget): Merged {
  const type = catalogue.objectType(target.object);
  if (type === null || target.row === null) return { kind: "planned", target };
  const list = items(txlist.state.history);
  const plan = planOf(list, txlist.state.run, catalogue);
  return mergedInto(list, plannedUuids(plan, type, target.row), target);
}

function elementOf(txlist: TransactionList, uuid: string | undefined): Planned | null {
  return items(txlist.state.history).find((item) => item.uuid === uuid) ?? null;
}

/**
 * The form of a planned element. An update offers all fields, with the present values of its object and the planned ones filled in. If the object is
 * unreadable, it offers only the planned fields.
 */
async function targetOfPlanned(
  item: Planned,
  catalogue: Catalogue,
  execute: Execute,
): Promise<FormTarget | null> {
  const content = contentOf(item);
  if (content === null) return null;
  const { object_fq_name: object, object_function: operation } = content;
  if (!isObjectName(object)) return null;
  const shared = { object, ...plannedTarget(item) };
  if (operation === "create") return { ...shared, operation, row: null };
  const row = await presentRow(item, catalogue, execute);
  if (row !== null) return { ...shared, operation, row };
  return {
    ...shared,
    operation,
    row: { ...plainValues(content.parameters.old), ...rowOfTexts(item) },
    ask: [
      ...new Set([
        ...Object.keys(content.parameters.new),
        ...translatedChanges(item).map(({ attribute }) => attribute),
      ]),
    ],
  };
}

async function presentRow(item: Planned, catalogue: Catalogue, execute: Execute): Promise<Row | null> {
  const step = presentStep(item, catalogue);
  if (step === null) return null;
  const outcome = await execute([step], { dryRun: false });
  return outcome.ok ? (outcome.lists[item.uuid]?.[0] ?? null) : null;
}

function isObjectName(name: string): name is FormTarget["object"] {
  return name.includes(".");
}
