import { LIMITS } from "#contract/limits";
import type { FormPrefs } from "#core/form/target";
import type { Text } from "#core/text";
import type { Command } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import type { Portal } from "../portal.ts";
import type { Control } from "./controls.ts";
import { directChange } from "./direct-change.ts";
import type { OpenForm } from "./opened-form.tsx";
import { targetOfPlanned } from "./planned-target.ts";
import type { Planner } from "./planner.ts";

export interface PlannerGround {
  readonly portal: Portal;
  readonly prefs: FormPrefs;
  readonly show: (form: OpenForm) => void;
  readonly submit: (command: Command) => void;
}

/** What a planner does, loaded before the first use. */
export function createPlanner(ground: PlannerGround): Planner {
  const { portal, prefs, submit } = ground;
  const { catalogue, execute, txlist } = portal;
  const isRefused = (reason: Text | null): boolean => refuse(portal, reason);
  const open = (of: OpenForm["of"], edited: Planned | null): void => openForm(ground, { of, edited });
  const plan = ({ isDirect, target }: Control): void => {
    const item = isDirect ? directChange(catalogue, target, prefs) : null;
    if (item === null) open({ target }, null);
    else if (!isRefused(txlist.blockOf("add"))) submit({ kind: "add", item });
  };
  const planMany = (controls: readonly Control[]): void => {
    const targets = controls.map((control) => control.target);
    if (targets.length === 0) return void isRefused({ key: "editor.bulk.none" });
    const count = LIMITS.bulkRows;
    if (targets.length > count) return void isRefused({ key: "editor.bulk.tooMany", values: { count } });
    if (controls[0]?.isDirect !== true) return open({ many: targets }, null);
    const items = targets.flatMap((target) => directChange(catalogue, target, prefs) ?? []);
    if (!isRefused(txlist.blockOf("add"))) submit({ kind: "append", items });
  };
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

/** Tells why something cannot be planned, if there is a reason. */
function refuse({ notices }: Portal, text: Text | null): boolean {
  if (text !== null) notices.show({ tone: "warning", title: null, text });
  return text !== null;
}

function openForm({ portal, show }: PlannerGround, form: OpenForm): void {
  const { txlist, renewCatalogue } = portal;
  const { edited } = form;
  if (refuse(portal, txlist.blockOf(edited === null ? "add" : "edit", edited))) return;
  const opened = (): void => {
    txlist.setEditing(edited?.uuid ?? null);
    show(form);
  };
  if (renewCatalogue === null) opened();
  // Cached metadata serve if the server is unreachable.
  else void renewCatalogue().then(opened, opened);
}
