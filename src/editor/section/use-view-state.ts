import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readView, writeView, type ViewState } from "#core/table/view-state";
import { isOpen } from "../open-address.ts";

/**
 * Filter, sorting, page, size and columns of a list, kept in the address (LIST-09). A change may come while the next page loads, such as a delayed filter.
 * It must not lead back to this page.
 */
export function useViewState(
  list: string | null,
  usual?: number,
): readonly [ViewState, (change: Partial<ViewState>) => void] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => readView(search, list, usual), [search, list, usual]);
  const setView = useCallback(
    (change: Partial<ViewState>) => {
      if (!isOpen(pathname)) return;
      // The page may still be drawn without the change before this one.
      const now = window.location.search;
      const next = { ...readView(now, list, usual), ...change };
      void navigate({ search: writeView(now, list, next, usual), hash }, { replace: true });
    },
    [navigate, pathname, hash, list, usual],
  );
  return [view, setView];
}
