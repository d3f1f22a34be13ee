import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { elementNamed } from "../../ui/layout/element-named.ts";

/** Goes to the part of the page that the address names, once its rows are there. Who goes back is where they were. */
export function useAnchor(isReady: boolean): void {
  const { hash, key } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (!isReady || hash.length < 2 || (type === "POP" && key !== FIRST)) return;
    const part = elementNamed(hash);
    part?.scrollIntoView();
    part?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [isReady, hash, key, type]);
}

/** Key of the address that the portal was opened at. */
const FIRST = "default";
