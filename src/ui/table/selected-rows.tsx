import { useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { Button } from "../action/button.tsx";
import { MenuButton } from "../action/menu-button.tsx";
import { Icon } from "../icon/icon.tsx";
import { useText } from "../text.ts";
import type { LongRows, TableProps } from "./table-props.ts";
import type { Selection } from "./use-selection.ts";

export interface SelectedRowsProps {
  readonly table: TableProps;
  readonly selection: Selection;
}

/** How many rows are selected, what can be done to them, and the way to all rows that match the filter. */
export function SelectedRows({ table, selection }: SelectedRowsProps): ReactNode {
  const say = useText();
  const { long, selectionMenu } = table;
  const { rows, isWholePage, isEverything } = selection;
  if (selectionMenu === undefined) return null;
  const count = rows.length;
  return (
    <span className="table-selected">
      <output>
        {isEverything
          ? say("ui.table.selectedEverything", { count })
          : isWholePage && long !== undefined
            ? say("ui.table.selectedPage", { count })
            : say("ui.table.selected", { count })}
      </output>
      {long !== undefined && isWholePage && !isEverything && (
        <SelectEverything long={long} view={table.view} selection={selection} />
      )}
      <MenuButton label={say("ui.table.selectedMenu")} items={selectionMenu(rows)}>
        {say("ui.table.selectedActions")}
        <Icon name="down" size={12} />
      </MenuButton>
      <Button look="quiet" icon="close" aria-label={say("ui.table.unselect")} onClick={selection.clear} />
    </span>
  );
}

interface SelectEverythingProps {
  readonly long: LongRows;
  readonly view: TableProps["view"];
  readonly selection: Selection;
}

type Asking = "no" | "busy" | "failed" | "tooMany";

/** Offered if more rows match than are loaded. All of them are requested at once. */
function SelectEverything({ long, view, selection }: SelectEverythingProps): ReactNode {
  const say = useText();
  const [asking, setAsking] = useState<{ readonly scope: object; readonly state: Asking } | null>(null);
  const state = asking?.scope === long.scope ? asking.state : "no";
  const isAll = !long.isMore && long.count <= selection.rows.length;
  if (isAll) return null;
  const { scope } = long;
  const load = (): void => {
    setAsking({ scope, state: "busy" });
    long.loadMatching().then(
      (rows) => {
        setAsking({ scope, state: rows === null ? "tooMany" : "no" });
        if (rows !== null) selection.selectEverything(rows);
      },
      (error: unknown) => {
        console.warn("the rows could not be selected", error);
        setAsking({ scope, state: "failed" });
      },
    );
  };
  if (state === "tooMany")
    return <span role="alert">{say("ui.table.tooManyToSelect", { count: LIMITS.bulkRows })}</span>;
  return (
    <>
      {state === "failed" && <span role="alert">{say("ui.table.selectFailed")}</span>}
      <Button look="quiet" disabled={state === "busy"} onClick={load}>
        {state === "busy" ? say("ui.table.saveBusy") : offer(say, long, view.q !== "")}
      </Button>
    </>
  );
}

/** The text has the number of rows if it is known. */
function offer(say: ReturnType<typeof useText>, { isMore, count }: LongRows, isFiltered: boolean): string {
  if (isFiltered)
    return isMore ? say("ui.table.selectMatching") : say("ui.table.selectMatchingCount", { count });
  return isMore ? say("ui.table.selectEverything") : say("ui.table.selectEverythingCount", { count });
}
