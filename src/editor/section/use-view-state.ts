import { useCallback, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readView, writeView, type ViewState } from "#core/table/view-state";

/**
 * Filter, sorting, page, size and columns of a list, kept in the address (LIST-09). A change while the next page loads, such as a delayed filter,
 * must not lead back to this page.
 */
export function useViewState(list: string | null): readonly [ViewState, (view: ViewState) => void] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [isOfBrowser] = useState(() => window.location.pathname === pathname);
  const view = useMemo(() => readView(search, list), [search, list]);
  const setView = useCallback(
    (next: ViewState) => {
      if (isOfBrowser && window.location.pathname !== pathname) return;
      void navigate({ search: writeView(search, list, next), hash }, { replace: true });
    },
    [navigate, isOfBrowser, pathname, search, hash, list],
  );
  return [view, setView];
}
