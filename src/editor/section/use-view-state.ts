import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readView, writeView, type ViewState } from "#core/table/view-state";

/** Filter, sorting, page, size and columns of a list as they stand in the address (LIST-09). */
export function useViewState(list: string | null): readonly [ViewState, (view: ViewState) => void] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => readView(search, list), [search, list]);
  const setView = useCallback(
    (next: ViewState) => void navigate({ search: writeView(search, list, next), hash }, { replace: true }),
    [navigate, search, hash, list],
  );
  return [view, setView];
}
