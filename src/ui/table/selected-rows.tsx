import { useEffect, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { Button } from "../action/button.tsx";
import { MenuButton } from "../action/menu-button.tsx";
import { Icon } from "../icon/icon.tsx";
import { useText } from "../text.ts";
import { useLatest } from "../use-latest.ts";
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
      {long !== undefined && isEverything && (
        <Button look="quiet" onClick={selection.selectHere}>
          {say("ui.table.onlyPage")}
        </Button>
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

/** Requests all rows that match at once, when more of them match than are loaded and they were asked for; until then the button asks. */
function SelectEverything({ long, view, selection }: SelectEverythingProps): ReactNode {
  const say = useText();
  const isAll = !long.isMore && long.count <= selection.rows.length;
  const state = useEverything(long, selection, isAll);
  if (isAll) return null;
  if (state === "tooMany")
    return <span role="alert">{say("ui.table.tooManyToSelect", { count: LIMITS.bulkRows })}</span>;
  return (
    <>
      {state === "failed" && <span role="alert">{say("ui.table.selectFailed")}</span>}
      <Button look="quiet" isBlocked={state === "busy"} onClick={selection.selectAll}>
        {state === "busy" ? say("ui.table.saveBusy") : offer(say, long, view.q !== "")}
      </Button>
    </>
  );
}

/** State of the request for all rows. Another selection made meanwhile stays unchanged. */
function useEverything(long: LongRows, selection: Selection, isAll: boolean): Asking {
  const [asking, setAsking] = useState<{ readonly scope: object; readonly state: Asking } | null>(null);
  const latest = useLatest({ load: long.loadMatching, keep: selection.selectEverything });
  const { scope } = long;
  const wanted = isAll ? 0 : selection.wanted;
  useEffect(() => {
    if (wanted === 0) return undefined;
    let isOver = false;
    const tell = (state: Asking): void => setAsking({ scope, state });
    tell("busy");
    latest.current.load().then(
      (rows) => {
        if (isOver) return;
        tell(rows === null ? "tooMany" : "no");
        if (rows !== null) latest.current.keep(rows);
      },
      (error: unknown) => {
        console.warn("the rows could not be selected", error);
        if (!isOver) tell("failed");
      },
    );
    return () => {
      isOver = true;
    };
  }, [wanted, scope, latest]);
  return wanted > 0 && asking?.scope === scope ? asking.state : "no";
}

/** The text has the number of rows if it is known. */
function offer(say: ReturnType<typeof useText>, { isMore, count }: LongRows, isFiltered: boolean): string {
  if (isFiltered)
    return isMore ? say("ui.table.selectMatching") : say("ui.table.selectMatchingCount", { count });
  return isMore ? say("ui.table.selectEverything") : say("ui.table.selectEverythingCount", { count });
}
