import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import { FaultError } from "#core/fault/fault-error";
import { listsQuery } from "../../api/queries.ts";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { FaultBlock } from "../fault/fault-block.tsx";
import { HistoryEntries } from "../history/history-entries.tsx";
import { useReverse } from "../history/use-reverse.tsx";
import { usePortal } from "../portal.ts";
import { ChangesFilters } from "./changes-filters.tsx";
import {
  CHANGES_PAGE,
  changesSteps,
  filterIn,
  pageIn,
  searchOf,
  type ChangesFilter,
} from "./changes-query.ts";
import "./changes.css";

/** Everything that was done, newest first: by oneself or, with the right, by anybody; of one object by whoever may read it. */
export function ChangesPage(): ReactNode {
  const say = useText();
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const { execute, viewer } = usePortal();
  const filter = useMemo(() => filterIn(search), [search]);
  const page = pageIn(search);
  const steps = useMemo(() => changesSteps(filter, page), [filter, page]);
  const query = useQuery({ ...listsQuery(execute, viewer, steps), retry: false });
  const fault = query.error instanceof FaultError ? query.error.fault : null;
  const object = query.data?.["object"]?.[0] ?? null;
  return (
    <>
      <PageHeader title={useTitle(object)} focusKey={pathname} facts={useFacts(filter, object)} />
      <ChangesFilters filter={filter} onFilter={(next) => void navigate({ search: searchOf(next) })} />
      {query.isError && <FaultBlock fault={fault} onRetry={() => void query.refetch()} />}
      {query.data === undefined && !query.isError && <Loading />}
      {query.data !== undefined && (
        <Found filter={filter} page={page} rows={query.data["change"] ?? []} label={say("routes.changes")} />
      )}
    </>
  );
}

function useTitle(object: Row | null): string {
  const say = useText();
  const { showPage } = usePortal();
  const title =
    object === null ? say("routes.changes") : say("editor.changes.of", { title: textOf(object["title"]) });
  useEffect(() => showPage({ title, lists: null, type: null }), [showPage, title]);
  return title;
}

/** Whose changes these are, and the way to the object's page. */
function useFacts(filter: ChangesFilter, object: Row | null): readonly ReactNode[] {
  const say = useText();
  const { catalogue, visitor } = usePortal();
  if (object !== null) {
    const [gpk, type] = [textOf(object["gpk"]), textOf(object["object_fq_name"])];
    return [
      <Link key="page" to={`/launch/${type}/${encodeURIComponent(gpk)}`}>
        {say("editor.history.page")}
      </Link>,
    ];
  }
  const needed = catalogue.fn("wapi.change_log", "list")?.permission_list ?? [];
  const seesAll = needed.some((name) => visitor.permissions.has(name));
  return filter.object === "" && !seesAll ? [say("editor.changes.own")] : [];
}

interface FoundProps {
  readonly filter: ChangesFilter;
  readonly page: number;
  readonly rows: readonly Row[];
  readonly label: string;
}

function Found({ filter, page, rows, label }: FoundProps): ReactNode {
  const say = useText();
  const reverser = useReverse();
  const isMore = rows.length > CHANGES_PAGE;
  const shown = rows.slice(0, CHANGES_PAGE);
  if (shown.length === 0) return <p className="muted">{say(emptyText(filter, page))}</p>;
  return (
    <>
      <HistoryEntries entries={shown} about={null} onReverse={(entry) => reverser.plan([entry])} />
      {(isMore || page > 0) && (
        <nav className="changes-pages" aria-label={say("ui.table.pages", { name: label })}>
          {page > 0 && (
            <Link to={`/changes${searchOf(filter, page - 1)}`}>{say("editor.changes.newer")}</Link>
          )}
          {isMore && <Link to={`/changes${searchOf(filter, page + 1)}`}>{say("editor.changes.older")}</Link>}
        </nav>
      )}
      {reverser.dialog}
    </>
  );
}

function emptyText(filter: ChangesFilter, page: number) {
  return searchOf(filter) === "" && page === 0 ? "editor.changes.none" : "editor.changes.noneFound";
}
