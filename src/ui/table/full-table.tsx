import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { toCsv } from "#core/table/csv";
import { Button } from "../action/button.tsx";
import { useIsLate } from "../feedback/loading.tsx";
import { Empty } from "../feedback/empty.tsx";
import { useText } from "../text.ts";
import { Grid } from "./grid.tsx";
import { Paginator } from "./paginator.tsx";
import { shownColumns } from "./shown-columns.ts";
import type { LongRows, TableProps } from "./table-props.ts";
import { TableTools, type CsvExport } from "./table-tools.tsx";
import { useLines, type Lines } from "./use-lines.ts";
import { useSelection } from "./use-selection.ts";
import "./table.css";

const STALE_AFTER = 400;
const ALWAYS_WITHOUT_FILTER = 8;

/** The table itself; loaded with the first page that has rows. */
export function FullTable(props: TableProps): ReactNode {
  const { rows, columns, view, onView, long } = props;
  const shown = useMemo(() => shownColumns(columns, view.cols), [columns, view.cols]);
  const lines = useLines(props, shown);
  const isDimmed = useIsLate(props.isStale === true, STALE_AFTER);
  const exportCsv = useCsv(props, lines);
  const selection = useSelection(long, lines.all);
  const [isOpened, setOpened] = useState(false);
  const isSmall = !isOpened && rows.length <= ALWAYS_WITHOUT_FILTER && view.q === "" && long === undefined;
  if (rows.length === 0 && view.q === "" && lines.page === 0) return <Nothing {...props} />;
  return (
    <div className={isDimmed ? "table is-dimmed" : "table"} aria-busy={props.isStale}>
      <TableTools
        table={props}
        shown={shown}
        total={lines.matching}
        small={isSmall ? () => setOpened(true) : null}
        isOpened={isOpened}
        csv={exportCsv}
        selection={selection}
      />
      {lines.total === 0 ? (
        <NoHits table={props} />
      ) : (
        <Grid
          table={props}
          columns={shown}
          lines={lines}
          selected={selection.ids}
          isAllSelected={selection.isWholePage}
          onSelect={selection.select}
        />
      )}
      <Paginator label={props.label} view={view} lines={lines} long={long} onView={onView} />
    </div>
  );
}

function Nothing({ empty, emptyAction, tools }: TableProps): ReactNode {
  return <Empty text={empty}>{emptyAction ?? tools}</Empty>;
}

function NoHits({ table }: { readonly table: TableProps }): ReactNode {
  const say = useText();
  return (
    <Empty text={say("ui.table.noHits", { text: table.view.q })}>
      <Button onClick={() => table.onView({ ...table.view, q: "", page: 0 })}>
        {say("ui.table.clearFilter")}
      </Button>
    </Empty>
  );
}

/** All rows that match the filter as a file; a list that is cut at the server is loaded first (LIST-07, LIST-10). */
function useCsv(table: TableProps, lines: Lines): CsvExport {
  const [isBusy, setBusy] = useState(false);
  const isWanted = useRef(false);
  const { long } = table;
  useEffect(() => {
    if (!isWanted.current || long !== undefined) return;
    isWanted.current = false;
    download(table, lines);
  }, [long, table, lines]);
  const load = (whole: LongRows): void => {
    isWanted.current = true;
    setBusy(true);
    whole
      .loadAll()
      .then((isHere) => {
        isWanted.current &&= isHere;
      })
      .catch((error: unknown) => {
        isWanted.current = false;
        console.warn("the list could not be loaded", error);
      })
      .finally(() => setBusy(false));
  };
  return { isBusy, start: () => (long === undefined ? download(table, lines) : load(long)) };
}

function download({ columns, fileName, view }: TableProps, lines: Lines): void {
  const shown = shownColumns(columns, view.cols);
  const text = toCsv(
    shown.map((column) => column.title),
    lines.matches().map(({ row }) => shown.map((column) => column.value(row))),
  );
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${fileName}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
