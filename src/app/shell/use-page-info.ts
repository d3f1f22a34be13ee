import { useCallback, useState } from "react";
import { useLocation } from "react-router-dom";
import type { PageInfo } from "../../editor/portal.ts";

const NOTHING: PageInfo = { title: null, lists: null };

/** What the open page has told about itself; forgotten as soon as the path changes. */
export function usePageInfo(): { readonly info: PageInfo; readonly show: (info: PageInfo) => void } {
  const { pathname } = useLocation();
  const [told, setTold] = useState<{ readonly path: string; readonly info: PageInfo } | null>(null);
  const show = useCallback((info: PageInfo) => setTold({ path: location.pathname, info }), []);
  return { info: told?.path === pathname ? told.info : NOTHING, show };
}
