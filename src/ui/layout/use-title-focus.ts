import { useEffect, useRef, type RefObject } from "react";

/** The title shown last. Pages bring their own titles, so none can know by itself whether the page is another one. */
let shown: { readonly key: string | null; readonly hasFocus: boolean } = { key: null, hasFocus: false };

/** For the title of a page: it takes the focus where the page is another one, so that it is read out. Without a key it never does. */
export function useTitleFocus(key: string | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (key === undefined) return;
    const isLost = shown.key === key && shown.hasFocus && document.activeElement === document.body;
    const isNew = shown.key !== null && shown.key !== key;
    if ((isNew || isLost) && !isInMenu()) heading.current?.focus({ preventScroll: true });
    shown = { key, hasFocus: isNew || isLost };
  }, [key]);
  return heading;
}

/** Who opened a menu while the page was on its way is in it. */
function isInMenu(): boolean {
  const open = document.activeElement?.closest("[role=menu]") ?? null;
  return open !== null;
}
