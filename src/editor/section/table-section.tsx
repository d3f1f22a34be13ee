import { useMemo, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { Row } from "#contract/wire/json";
import { tableAnchor } from "#core/route/value-href";
import { unknownColumns, withoutSort } from "#core/table/view-state";
import { filterableAttributes } from "#core/table/rows";
import type { Locale } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { shownColumns } from "../../ui/table/shown-columns.ts";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useMayOpen } from "../../ui/layout/link.tsx";
import { Table } from "../../ui/table/table.tsx";
import type { TableColumn, TableProps } from "../../ui/table/table-props.ts";
import { useLocale, useText, type Say } from "../../ui/text.ts";
import { Cell } from "../cell/cell.tsx";
import { cellText } from "../cell/cell-text.ts";
import { useRowHistory } from "../history/use-row-history.tsx";
import { withShared } from "./named-parts.ts";
import { controlsFor, planningsOf } from "../planning/controls.ts";
import { usePlanner, type Planner } from "../planning/planner.ts";
import { menuItemOf, RowControls } from "../planning/row-controls.tsx";
import { selectionItems } from "../planning/selection-menu.ts";
import { namesByGpk } from "../names/named.ts";
import { MarksProvider, presentRow } from "../overlay/marks.ts";
import { RowMark } from "../overlay/row-mark.tsx";
import { useCatalogue } from "../portal/metadata.ts";
import { useSettings } from "../portal/stores.ts";
import { columnTitle, tableColumns, type ShownColumn } from "./columns.ts";
import { useInOrder } from "./in-order.ts";
import { openHref, withOpen, type Opening } from "./opening.ts";
import { LateInList, type TableSectionProps } from "./around-list.tsx";
import {
  standsAside,
  useSectionScreen,
  useSectionStep,
  type SectionProps,
  type SectionStep,
} from "./section-context.ts";
import { SectionHead, useSectionTitle, useSeesAll } from "./section-head.tsx";
import { isWithin, shownTextOf, spanSought, type Reader } from "./shown-text.ts";
import { TabsSection } from "./tabs-section.tsx";
import { useRows, type ShownRows } from "./use-rows.ts";
import { useViewState } from "./use-view-state.ts";
import "./section.css";

const NoRows = later("list-parts", async () => (await import("./list-parts.ts")).NoRows);

const GridOfRows = later("grid-of-rows", async () => (await import("./grid-of-rows.tsx")).GridOfRows);

/** Rows of a step as a table. The metadata give its columns, labels and cells. */
export function TableSection({ section }: SectionProps<"table">): ReactNode {
  const found = useSectionStep(section.of);
  const shared = useSectionScreen();
  const { params, current, tableCount } = shared;
  if (found === null || standsAside(section, shared)) return null;
  const isOneOfMany = current !== null || Object.keys(params).length > 0 || tableCount > 1;
  if (found.rows.length === 0 && isOneOfMany) return orElse(null, <NoRows section={section} found={found} />);
  return <Rows section={section} found={found} />;
}

function Rows({ section, found }: TableSectionProps): ReactNode {
  const { tableCount } = useSectionScreen();
  const catalogue = useCatalogue();
  const grid = useGrid(section);
  const list = tableCount > 1 ? section.of : null;
  const [given, setView] = useViewState(list, section.isWhole && 0);
  const { type } = found;
  const first = useInOrder(section, found);
  const filterable = useMemo(() => filterableAttributes(type), [type]);
  const { pathname } = useLocation();
  const opening = useMemo(() => ({ section, found, pathname }), [section, found, pathname]);
  const made = useMemo(() => columnsOf(opening), [opening]);
  const unknown = useMemo(() => unknownColumns(given, made.map(sortable)), [given, made]);
  const asked = useMemo(() => withoutSort(given, unknown), [given, unknown]);
  const reader = useReader(first);
  const search = useMemo(
    () => ({ ...reader, catalogue, type, columns: shownColumns(made, asked.cols) }),
    [reader, catalogue, type, made, asked.cols],
  );
  const shown = useRows({ found, first, isLong: section.isLong === true, view: asked, search });
  const columns = useColumns(made, reader, first);
  const alsoFound = useAlsoFound(search.columns, asked.q);
  const label = useSectionTitle(section, type);
  const mayOpen = useMayOpen();
  const href = (row: Row): string | null => {
    const to = openHref(opening, row, made);
    return to !== null && mayOpen?.(to) === false ? null : to;
  };
  const { view } = shown;
  return (
    <section className="section" id={tableAnchor(section.of)}>
      <Head section={section} found={found} toggle={grid.toggle} />
      {section.tabs !== undefined && <TabsSection section={{ tabs: section.tabs }} />}
      <LateInList list={list} unknown={unknown} isRefused={shown.isRefused} />
      <MarksProvider value={shown.marks}>
        {grid.isGrid ? (
          <GridOfRows label={label} rows={shown.rows} columns={columns} href={href} />
        ) : (
          <RowsTable
            section={section}
            found={found}
            shown={shown}
            table={{
              label,
              columns,
              filterable,
              ...alsoFound,
              view,
              onView: setView,
              href,
              views: <LateInList list={list} label={label} />,
            }}
          />
        )}
      </MarksProvider>
    </section>
  );
}

/** The reader of the rows: language and loading time determine what is displayed. */
function useReader(rows: readonly Row[]): Reader {
  const say = useText();
  const locale = useLocale();
  // oxlint-disable-next-line react/exhaustive-deps -- newer rows are read at a later moment
  return useMemo(() => ({ say, locale, now: new Date() }), [say, locale, rows]);
}

/** A filter with a day or month also finds rows with a time in it. */
function useAlsoFound(columns: readonly ShownColumn[], q: string): Pick<TableProps, "alsoFound"> {
  return useMemo(() => {
    const span = spanSought(q);
    return span === null ? {} : { alsoFound: isWithin(columns, span) };
  }, [columns, q]);
}

interface HeadProps extends TableSectionProps {
  readonly toggle: ReactNode;
}

/** Title of the table; the only table of a page without an object uses the title of the page. */
function Head({ section, found, toggle }: HeadProps): ReactNode {
  const { current } = useSectionScreen();
  const isNamed = section.title !== undefined || section.caption !== undefined;
  if (!isNamed && current === null) return null;
  return (
    <SectionHead section={section} type={found.type}>
      {toggle}
    </SectionHead>
  );
}

interface RowsTableProps extends TableSectionProps {
  readonly shown: ShownRows;
  readonly table: Pick<
    TableProps,
    "label" | "columns" | "filterable" | "alsoFound" | "view" | "onView" | "href" | "views"
  >;
}

/** The rows as a table with controls of the screen or the metadata. */
function RowsTable({ section, found: given, shown, table }: RowsTableProps): ReactNode {
  const { rows, marks, long, isStale } = shown;
  const found = useMemo(() => ({ ...given, marks }), [given, marks]);
  const present = useMemo(
    () => (marks.size === 0 ? {} : { present: (row: Row) => presentRow(row, marks) }),
    [marks],
  );
  const { type } = found;
  const say = useText();
  const locale = useLocale();
  const planner = usePlanner();
  const seesAll = useSeesAll(type);
  const plannings = planningsOf(found, section.plan);
  const history = useRowHistory(type);
  const menu = (row: Row): readonly MenuItem[] => [
    ...controlsFor(found, plannings, row).map((control) => menuItemOf(control, say, planner)),
    ...history.items(row),
  ];
  return (
    <>
      <Table
        {...table}
        rows={rows}
        empty={say(section.empty ?? (seesAll ? "editor.table.emptyForAll" : "editor.table.empty"))}
        fileName={type.name.replace(".", "-")}
        {...present}
        isStale={isStale}
        tools={<RowControls place={found} plannings={section.plan} row={null} />}
        {...(plannings.length > 0 || history.isKept ? { menu } : {})}
        {...selectionOf(found, plannings, say, planner)}
        {...(section.nest === undefined ? {} : { nest: section.nest })}
        {...groupOf(section, locale)}
        {...(long === undefined ? {} : { long })}
      />
      {history.dialog}
    </>
  );
}

function groupOf({ group: name }: TableSectionProps["section"], locale: Locale) {
  if (name === undefined) return {};
  return { group: name, groupTitle: (row: Row) => cellText("text", row[name] ?? null, locale) };
}

/** Every action on one row is also offered for selected rows. */
function selectionOf(
  place: SectionStep,
  plannings: ReturnType<typeof planningsOf>,
  say: Say,
  planner: Planner,
) {
  if (selectionItems(place, plannings, [], say, planner).length === 0) return {};
  return {
    selectionMenu: (rows: readonly Row[]): readonly MenuItem[] =>
      selectionItems(place, plannings, rows, say, planner),
  };
}

function columnsOf(opening: Opening): readonly ShownColumn[] {
  const { section, found } = opening;
  const filtered = Object.keys(found.step.old ?? {});
  const columns = tableColumns(found, section.columns, filtered);
  const [first] = columns;
  const [title] = found.type.title;
  const isTitled = columns.some((column) => column.id === title && !column.isExtra);
  return columns.map((column) => withOpen(opening, column, isTitled ? title : first?.id));
}

function useColumns(
  made: readonly ShownColumn[],
  reader: Reader,
  rows: readonly Row[],
): readonly TableColumn[] {
  return useMemo(() => {
    const { locale, say } = reader;
    return made.map((given, at): TableColumn => {
      const column = withShared(given, rows);
      const shownText = shownTextOf(column, reader);
      return {
        id: column.id,
        title: columnTitle(say, column),
        sortBy: sortAttribute(column),
        isExtra: column.isExtra,
        isNumber: column.cell === "number",
        isTime: column.cell === "time",
        cell: (row) => (
          <>
            {at === 0 && <RowMark row={row} />}
            <Cell column={column} row={row} isInGrid />
          </>
        ),
        value: (row) => {
          // A picture has no text, and its key has a column.
          const value = column.cell === "wifiQr" ? null : column.value(row);
          return column.cell === "time" || typeof value === "number"
            ? value
            : cellText(column.cell, value, locale);
        },
        ...(column.inFile === undefined || column.cell === "wifiQr" ? {} : { inFile: column.inFile }),
        ...(shownText === null ? {} : { shownText }),
      };
    });
  }, [made, reader, rows]);
}

function sortable(column: ShownColumn) {
  return { id: column.id, sortBy: sortAttribute(column) };
}

function sortAttribute(column: ShownColumn): string | null {
  // The order of references by gpk would be that of invisible numbers.
  if (namesByGpk(column.attribute) || column.cell === "wifiQr") return null;
  const json = column.attribute?.dataType.json_name;
  return json === undefined || ["array", "json", "object"].includes(json)
    ? null
    : (column.attribute?.name ?? null);
}

/** Whether a table is shown as a grid, and the button for it; the choice is kept (HOME-05). */
function useGrid(section: TableSectionProps["section"]): {
  readonly isGrid: boolean;
  readonly toggle: ReactNode;
} {
  const say = useText();
  const settings = useSettings();
  const { homeGrid } = useSnapshot(settings.state);
  if (section.grid === undefined) return { isGrid: false, toggle: null };
  return {
    isGrid: homeGrid,
    toggle: (
      <Button look="quiet" onClick={() => settings.set("homeGrid", !homeGrid)}>
        {say(homeGrid ? "editor.grid.asTable" : "editor.grid.asGrid")}
      </Button>
    ),
  };
}
