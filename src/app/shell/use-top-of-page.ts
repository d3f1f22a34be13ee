import { useLayoutEffect, useRef } from "react";
import { useNavigationType } from "react-router-dom";

/** Another page is read from its top; where somebody goes back to, the browser knows how far it was read. */
export function useTopOfPage(pathname: string): void {
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (type !== "POP") window.scrollTo(0, 0);
  }, [pathname, type]);
}
