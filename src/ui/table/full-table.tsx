import { useEffect, useMemo, useRef, useState, type ReactNode, useId } from "react";
import { LIMITS } from "#contract/limits";
import { resizePage } from "#core/table/pages";
import { Button, IconButton } from "../action/button.tsx";
import { Empty } from "../feedback/empty.tsx";
import { useIsLate } from "../feedback/loading.tsx";
import { laterCall } from "../layout/later.tsx";
import { useText, intlTag, useLocale } from "../text.ts";
import { Grid } from "./grid.tsx";
import type { PageOfLines } from "./lines.ts";
import { shownColumns } from "./shown-columns.ts";
import type { LongRows, TableProps } from "./table-props.ts";
import { TableTools, type FileExport, type FileKind } from "./table-tools.tsx";
import { useLines, type Lines } from "./use-lines.ts";
import { useSelection } from "./use-selection.ts";
import "./table.css";

const STALE_AFTER = 400;
const ALWAYS_WITHOUT_FILTER = 8;

/** The table itself; loaded with the first page that has rows. */
export function FullTable(props: TableProps): ReactNode {
  const { rows, columns, view, long } = props;
  const shown = useMemo(() => shownColumns(columns, view.cols), [columns, view.cols]);
  const lines = useLines(props, shown);
  const isDimmed = useIsLate(props.isStale === true, STALE_AFTER);
  const file = useFile(props, lines);
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
        file={file}
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
          onSelectAll={selection.selectAll}
        />
      )}
      <Paginator table={props} lines={lines} />
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
      <Button onClick={() => table.onView({ q: "", page: 0 })}>{say("ui.table.clearFilter")}</Button>
    </Empty>
  );
}

/** All rows that match the filter as a file; a list that is cut at the server is loaded first (LIST-07, LIST-10). */
function useFile(table: TableProps, lines: Lines): FileExport {
  const [isBusy, setBusy] = useState(false);
  const wanted = useRef<FileKind | null>(null);
  const language = intlTag(useLocale());
  const { long } = table;
  useEffect(() => {
    if (wanted.current === null || long !== undefined) return;
    save(wanted.current, table, lines, language);
    wanted.current = null;
  }, [long, table, lines, language]);
  const load = (whole: LongRows, kind: FileKind): void => {
    wanted.current = kind;
    setBusy(true);
    whole
      .loadAll()
      .then((isHere) => {
        if (!isHere) wanted.current = null;
      })
      .catch((error: unknown) => {
        wanted.current = null;
        console.warn("the list could not be loaded", error);
      })
      .finally(() => setBusy(false));
  };
  return {
    isBusy,
    start: (kind) => (long === undefined ? save(kind, table, lines, language) : load(long, kind)),
  };
}

const saveRows = laterCall("save-rows", async () => (await import("./save-rows.ts")).saveRows);

/** Files contain the present state, whatever is planned. */
function save(kind: FileKind, table: TableProps, lines: Lines, language: string): void {
  const { present = (row) => row } = table;
  const rows = lines.matches().map(({ row }) => present(row));
  saveRows.use((call) => {
    void call(
      kind,
      table,
      rows.filter((row) => row !== null),
      language,
    );
  });
}

interface PaginatorProps {
  readonly table: TableProps;
  readonly lines: PageOfLines;
}

/** Which rows are shown, pages back and forth, rows per page; a list that fits into the smallest page has none. */
function Paginator({ table, lines }: PaginatorProps): ReactNode {
  const { label, view, long, onView } = table;
  const say = useText();
  const id = useId();
  const { to, total, page } = lines;
  const isMore = long?.isMore === true;
  const [smallest] = LIMITS.pageSizes;
  if (total <= smallest && page === 0 && !isMore) return null;
  const hasNext = view.size > 0 && (isMore || to < total);
  return (
    <nav className="paginator" aria-label={say("ui.table.pages", { name: label })}>
      <label htmlFor={id} className="muted">
        {say("ui.table.perPage")}
      </label>
      <select
        id={id}
        className="control"
        value={view.size}
        onChange={(event) => {
          onView(resizePage({ page, size: view.size }, Number(event.target.value), total));
        }}
      >
        {LIMITS.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size === 0 ? say("ui.table.all") : size}
          </option>
        ))}
      </select>
      <span className="paginator-turn">
        <Range table={table} lines={lines} />
        {(page > 0 || hasNext) && (
          <>
            <IconButton
              icon="left"
              label={say("ui.table.previous")}
              disabled={page === 0}
              onClick={() => onView({ page: page - 1 })}
            />
            <IconButton
              icon="right"
              label={say("ui.table.next")}
              disabled={!hasNext}
              onClick={() => onView({ page: page + 1 })}
            />
          </>
        )}
      </span>
    </nav>
  );
}

/** Positions of the shown rows and the total. Beyond the end of the list these are unknown, and the first page is offered. */
function Range({ table: { long, onView }, lines }: PaginatorProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { from, to, total, page } = lines;
  if (long?.isBeyond === true)
    return (
      <>
        <output className="paginator-range">{say("ui.table.pastEnd", { page: page + 1 })}</output>
        <Button look="quiet" onClick={() => onView({ page: 0 })}>
          {say("ui.table.firstPage")}
        </Button>
      </>
    );
  const count = `${new Intl.NumberFormat(intlTag(locale)).format(total)}${long?.isMore === true ? "+" : ""}`;
  return (
    <span className="paginator-range">
      {say("ui.table.range", { from: total === 0 ? 0 : from + 1, to, total: count })}
    </span>
  );
}
