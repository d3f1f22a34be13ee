import { useId, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { Planning } from "#core/screen/planning";
import type { Command } from "#core/search/commands";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import type { IconName } from "../../ui/icon/paths.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { controlsFor, planningsOf, type Control, type ControlPlace } from "./controls.ts";
import { isSetting } from "./may-plan.ts";
import { usePlanner, type Planner } from "./planner.ts";
import { useOffered } from "./use-offered.ts";

const ICONS: Readonly<Record<string, IconName>> = {
  create: "add",
  update: "edit",
  delete: "remove",
  connect: "network",
  disconnect: "close",
};

/** A function without a picture of its own has the picture of tools. */
export function iconOf(operation: string): IconName {
  return ICONS[operation] ?? "tool";
}

/** A control as a menu entry; a locked one can be planned too and names the missing permission. */
export function menuItemOf(control: Control, say: Say, planner: Planner): MenuItem {
  return {
    id: control.id,
    label: sayText(say, control.label),
    icon: control.missing.length > 0 ? "lock" : iconOf(control.operation),
    isDanger: control.operation === "delete",
    ...(control.missing.length > 0
      ? { note: say("editor.control.needs", { permission: control.missing.join(", ") }) }
      : {}),
    onChoose: () => planner.plan(control),
  };
}

export interface RowControlsProps {
  readonly place: ControlPlace;
  readonly plannings: readonly Planning[] | undefined;
  readonly row: Row | null;
  /** The controls stand in the head of the page, where `e` opens the edit form. */
  readonly isHead?: boolean;
}

/** Controls beside a title: allowed ones as buttons, locked ones in a menu. */
export function RowControls({ place, plannings, row, isHead = false }: RowControlsProps): ReactNode {
  const say = useText();
  const planner = usePlanner();
  const controls = controlsFor(place, planningsOf(place, plannings), row);
  const part = useId();
  useOffered(() => controls.map((control) => commandOf(control, say, planner, { part, isHead })));
  const open = controls.filter((control) => control.missing.length === 0);
  const locked = controls.filter((control) => control.missing.length > 0);
  const more = [
    ...locked.map((control) => menuItemOf(control, say, planner)),
    ...controls
      .filter((control) => isImported(place, control))
      .map((control) => importItemOf(control, say, planner)),
  ];
  return (
    <>
      {open.map((control) => (
        <Button
          key={control.id}
          icon={iconOf(control.operation)}
          look={control.operation === "delete" ? "danger" : "plain"}
          data-key={keyOf(control, isHead)?.mark}
          onClick={() => planner.plan(control)}
        >
          {sayText(say, control.label)}
        </Button>
      ))}
      {more.length > 0 && <MenuButton label={say("ui.common.more")} icon="more" items={more} />}
    </>
  );
}

/** True if a control opens a create form that plans, which the lines of a table can fill too. */
function isImported({ catalogue }: ControlPlace, { operation, isDirect, target }: Control): boolean {
  return operation === "create" && !isDirect && !isSetting(catalogue, target.object);
}

function importItemOf({ id, target, label }: Control, say: Say, planner: Planner): MenuItem {
  return {
    id: `import-${id}`,
    label: say("editor.import.open"),
    note: sayText(say, label),
    icon: "columns",
    onChoose: () => planner.openImport(target),
  };
}

/** Shortcut of a control, and the mark that finds its button. */
function keyOf({ operation, missing }: Control, isHead: boolean): { key: string; mark: string } | null {
  if (missing.length > 0) return null;
  if (operation === "create") return { key: "n", mark: "new" };
  return isHead && operation === "update" ? { key: "e", mark: "edit" } : null;
}

/** Parts of a page may offer the same control, so each line of the search has its own id. */
function commandOf(
  control: Control,
  say: Say,
  planner: Planner,
  { part, isHead }: { readonly part: string; readonly isHead: boolean },
): Command {
  const { id, label, missing, target } = control;
  return {
    id: `${part}-${id}`,
    label: sayText(say, label),
    words: [target.object],
    note: missing.length > 0 ? say("editor.control.needs", { permission: missing.join(", ") }) : null,
    key: keyOf(control, isHead)?.key ?? null,
    shown: "page",
    act: { run: () => planner.plan(control) },
  };
}
