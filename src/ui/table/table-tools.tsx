import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { TextKey } from "#core/text";
import { MenuButton } from "../action/menu-button.tsx";
import { orElse } from "../feedback/error-boundary.tsx";
import { Icon } from "../icon/icon.tsx";
import { later } from "../layout/later.tsx";
import { useText, type Say } from "../text.ts";
import { useLatest } from "../use-latest.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import type { Selection } from "./use-selection.ts";

const SelectedRows = later("selected-rows", async () => (await import("./selected-rows.tsx")).SelectedRows);

/** Loads the controls for selected rows. */
export const fetchSelected = SelectedRows.fetch;

/** A file for spreadsheets as the reader sees the rows (XLSX, CSV), or CSV for programs. */
export type FileKind = "xlsx" | "csv" | "programs";

export interface FileExport {
  readonly isBusy: boolean;
  readonly start: (kind: FileKind) => void;
}

interface TableToolsProps {
  readonly table: TableProps;
  readonly shown: readonly TableColumn[];
  readonly total: number;
  /** Opens the filter of a short table, whose filter, columns and files are in a menu until then. Null for any other table. */
  readonly small: (() => void) | null;
  /** The filter was asked for, so that it takes the focus. */
  readonly isOpened: boolean;
  readonly file: FileExport;
  readonly selection: Selection;
}

/** The line above the rows: filter, count, what to do with the selection, columns, files, create. */
export function TableTools(props: TableToolsProps): ReactNode {
  const { table, shown, total, small, isOpened, file, selection } = props;
  return (
    <div className="table-tools">
      {small === null && <FilterBox table={table} isOpened={isOpened} />}
      <RowCount long={table.long} count={total} />
      {selection.rows.length > 0 &&
        // An error in this part must not hide the rows.
        orElse(null, <SelectedRows table={table} selection={selection} />)}
      <span className={small === null ? "table-tools-end" : "table-tools-end is-small"}>
        {table.views}
        {small !== null && <SmallTableMenu table={table} shown={shown} file={file} onFilter={small} />}
        {small === null && <ColumnsAndFile table={table} shown={shown} file={file} />}
        {table.tools !== undefined && <span className="table-own">{table.tools}</span>}
      </span>
    </div>
  );
}

type ColumnsAndFileProps = Pick<TableToolsProps, "table" | "shown" | "file">;

function RowCount({ long, count }: { readonly long: TableProps["long"]; readonly count: number }): ReactNode {
  const say = useText();
  const text = long?.isMore === true ? "ui.table.rowsOrMore" : "ui.table.rows";
  return <output className="muted">{long?.isBeyond !== true && say(text, { count })}</output>;
}

function ColumnsAndFile({ table, shown, file }: ColumnsAndFileProps): ReactNode {
  const say = useText();
  return (
    <>
      <MenuButton label={say("ui.table.columns")} className="table-tool" items={columnItems(table, shown)}>
        {say("ui.table.columns")}
      </MenuButton>
      <MenuButton
        label={say("ui.table.save")}
        className="table-tool"
        items={fileItems(say, file)}
        disabled={file.isBusy}
      >
        {file.isBusy ? say("ui.table.saveBusy") : say("ui.table.save")}
      </MenuButton>
    </>
  );
}

interface SmallTableMenuProps extends ColumnsAndFileProps {
  readonly onFilter: () => void;
}

/** What a short table can do as well as a long one. */
function SmallTableMenu({ table, shown, file, onFilter }: SmallTableMenuProps): ReactNode {
  const say = useText();
  const columns = columnItems(table, shown).map((item, at) => ({ ...item, startsGroup: at === 0 }));
  return (
    <MenuButton
      label={say("ui.table.options", { name: table.label })}
      icon="columns"
      shortcut="filter"
      items={[
        { id: "filter", label: say("ui.table.filter"), icon: "search", onChoose: onFilter },
        ...fileItems(say, file).map((item, at) => ({ ...item, startsGroup: at === 0 })),
        ...columns,
      ]}
    />
  );
}

/** For the reader first, for programs as the second choice. */
function fileItems(say: Say, { start }: FileExport) {
  const item = (kind: FileKind, key: TextKey) => ({
    id: `file-${kind}`,
    label: say(key),
    icon: "download" as const,
    onChoose: () => start(kind),
  });
  return [
    item("xlsx", "ui.table.saveXlsx"),
    item("csv", "ui.table.saveCsv"),
    item("programs", "ui.table.savePrograms"),
  ];
}

function columnItems({ columns, onView }: TableProps, shown: readonly TableColumn[]) {
  const ids = shown.map((column) => column.id);
  return columns.map((column) => {
    const isShown = ids.includes(column.id);
    return {
      id: `column-${column.id}`,
      label: column.title,
      isChecked: isShown,
      keepsOpen: true,
      isDisabled: isShown && ids.length === 1,
      onChoose: () => onView({ cols: isShown ? ids.filter((id) => id !== column.id) : [...ids, column.id] }),
    };
  });
}

/** Typed text takes effect after a pause of 300 ms; Enter and clearing take effect at once. */
function FilterBox({ table, isOpened }: Pick<TableToolsProps, "table" | "isOpened">): ReactNode {
  const { view, onView, label } = table;
  const say = useText();
  const id = useId();
  const [text, setText] = useState(view.q);
  const told = useRef(view.q);
  const box = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Rows that arrive during the pause bring a new function, and the pause continues.
  const latest = useLatest(onView);
  useEffect(() => () => clearTimeout(pause.current), []);
  useEffect(() => {
    if (isOpened) box.current?.focus();
  }, [isOpened]);
  useEffect(() => {
    // The address changed by itself: back, forward, "Clear filter".
    if (view.q === told.current) return;
    clearTimeout(pause.current);
    told.current = view.q;
    setText(view.q);
  }, [view.q]);
  const tell = (typed: string): void => {
    clearTimeout(pause.current);
    if (typed === told.current) return;
    told.current = typed;
    latest.current({ q: typed, page: 0 });
  };
  return (
    <span className="filter-box">
      <Icon name="search" size={14} />
      <input
        id={id}
        type="search"
        ref={box}
        className="control"
        data-key="filter"
        aria-label={`${say("ui.table.filter")}: ${label}`}
        placeholder={say("ui.table.filter")}
        value={text}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          clearTimeout(pause.current);
          pause.current = setTimeout(tell, LIMITS.filterDebounce, typed);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          tell(text);
        }}
      />
    </span>
  );
}
