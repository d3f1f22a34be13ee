import { useId, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { resizePage } from "#core/table/pages";
import type { ViewState } from "#core/table/view-state";
import { Button, IconButton } from "../action/button.tsx";
import { intlTag, useLocale, useText } from "../text.ts";
import type { PageOfLines } from "./lines.ts";
import type { LongRows } from "./table-props.ts";

interface PaginatorProps {
  readonly label: string;
  readonly view: ViewState;
  readonly lines: PageOfLines;
  readonly long: LongRows | undefined;
  readonly onView: (view: ViewState) => void;
}

/** Which rows are shown, pages back and forth, rows per page; a list that fits into the smallest page has none. */
export function Paginator({ label, view, lines, long, onView }: PaginatorProps): ReactNode {
  const say = useText();
  const id = useId();
  const { to, total, page } = lines;
  const isMore = long?.isMore === true;
  const [smallest] = LIMITS.pageSizes;
  if (total <= smallest && page === 0 && !isMore) return null;
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
          const next = resizePage({ page, size: view.size }, Number(event.target.value), total);
          onView({ ...view, ...next });
        }}
      >
        {LIMITS.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size === 0 ? say("ui.table.all") : size}
          </option>
        ))}
      </select>
      <span className="paginator-turn">
        <Range lines={lines} long={long} onFirst={() => onView({ ...view, page: 0 })} />
        <IconButton
          icon="left"
          label={say("ui.table.previous")}
          disabled={page === 0}
          onClick={() => onView({ ...view, page: page - 1 })}
        />
        <IconButton
          icon="right"
          label={say("ui.table.next")}
          disabled={view.size === 0 || (!isMore && to >= total)}
          onClick={() => onView({ ...view, page: page + 1 })}
        />
      </span>
    </nav>
  );
}

interface RangeProps extends Pick<PaginatorProps, "lines" | "long"> {
  readonly onFirst: () => void;
}

/** Which rows the page shows of how many; behind the end nobody knows, and the first page is offered. */
function Range({ lines, long, onFirst }: RangeProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { from, to, total, page } = lines;
  if (long?.isBeyond === true)
    return (
      <>
        <output className="paginator-range">{say("ui.table.pastEnd", { page: page + 1 })}</output>
        <Button look="quiet" onClick={onFirst}>
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
