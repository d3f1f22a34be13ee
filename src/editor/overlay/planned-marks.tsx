import type { ComponentType, ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Row } from "#contract/wire/json";
import { sameJson } from "#core/form/values";
import type { Mark } from "#core/txlist/overlay/list-of";
import type { Overlaid } from "#core/txlist/overlay/overlay";
import { Button } from "../../ui/action/button.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import type { CellProps } from "../cell/cell-props.ts";
import { cellText } from "../cell/cell-text.ts";
import { useMarks } from "./marks.ts";
import { useShell } from "../portal/stores.ts";
import "./overlay.css";

export interface ChangedValueProps extends CellProps {
  readonly before: Row;
  /** Draws the value of a row. */
  readonly Value: ComponentType<CellProps>;
}

/** A value in its present and its planned state. */
export function ChangedValue({ before, Value, ...cell }: ChangedValueProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { column, row } = cell;
  if (sameJson(column.value(before), column.value(row))) return <Value {...cell} />;
  const drawn = (of: Row): ReactNode =>
    cellText(column.cell, column.value(of), locale) === "" ? (
      <span className="muted">{say("editor.overlay.nothing")}</span>
    ) : (
      <Value {...cell} row={of} />
    );
  return (
    <span className="changed-value">
      <del>
        <span className="visually-hidden">{say("editor.overlay.before")} </span>
        {drawn(before)}
      </del>
      <span aria-hidden="true"> → </span>
      <ins>
        <span className="visually-hidden"> {say("editor.overlay.after")} </span>
        {drawn(row)}
      </ins>
    </span>
  );
}

/** Says that a row is planned to be created, changed or deleted. */
export function PlannedMark({ kind }: Pick<Mark, "kind">): ReactNode {
  const say = useText();
  const { text, help } = WORDS[kind];
  return (
    <span className={`planned-mark is-${kind}`} title={say(help)}>
      {say(text)}
    </span>
  );
}

const WORDS = {
  new: { text: "editor.overlay.new", help: "editor.overlay.newHelp" },
  changed: { text: "editor.overlay.changed", help: "editor.overlay.changedHelp" },
  going: { text: "editor.overlay.going", help: "editor.overlay.goingHelp" },
  come: { text: "editor.overlay.come", help: "editor.overlay.comeHelp" },
  left: { text: "editor.overlay.left", help: "editor.overlay.leftHelp" },
} as const satisfies Readonly<Record<Mark["kind"], object>>;

type PlanSwitchProps = Partial<Pick<Overlaid, "untold" | "isTested">>;

function countOf(untold: PlanSwitchProps["untold"]): number {
  return new Set(Array.from(untold?.values() ?? [], (uuids) => [...uuids]).flat()).size;
}

/** Says which state a page with planned changes shows, and switches between the planned state and the present one. */
export function PlanSwitch({ untold, isTested }: PlanSwitchProps): ReactNode {
  const say = useText();
  const shell = useShell();
  const { isAsPlanned } = useSnapshot(shell.state);
  const count = new Set([...useMarks().keys()].map(({ gpk }) => gpk)).size;
  const unknown = countOf(untold);
  const told = isAsPlanned
    ? [
        ...(count > 0 ? [say("editor.overlay.asPlanned", { count })] : []),
        ...(unknown > 0
          ? [say(isTested === true ? "editor.overlay.unknown" : "editor.overlay.untold", { count: unknown })]
          : []),
      ]
    : [say("editor.overlay.asIs")];
  if (told.length === 0) return null;
  const isSwitch = count > 0 || !isAsPlanned;
  return (
    <p className="plan-switch">
      <span>{told.join(" ")}</span>
      {isSwitch && (
        <Button look="quiet" onClick={() => shell.setAsPlanned(!isAsPlanned)}>
          {say(isAsPlanned ? "editor.overlay.showAsIs" : "editor.overlay.showAsPlanned")}
        </Button>
      )}
    </p>
  );
}
