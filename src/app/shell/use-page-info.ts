import { useCallback, useState } from "react";
import { useLocation } from "react-router-dom";
import type { ShownPage } from "#core/route/route";

const NOTHING: ShownPage = { title: null, lists: null, type: null };

/** What the open page has told about itself; forgotten as soon as the path changes. */
export function usePageInfo(): { readonly info: ShownPage; readonly show: (info: ShownPage) => void } {
  const { pathname } = useLocation();
  const [told, setTold] = useState<{ readonly path: string; readonly info: ShownPage } | null>(null);
  const show = useCallback((info: ShownPage) => setTold({ path: location.pathname, info }), []);
  return { info: told?.path === pathname ? told.info : NOTHING, show };
}
