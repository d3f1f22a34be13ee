import { useCallback, useSyncExternalStore } from "react";

/** True while a media query matches. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}

/** True for a window as narrow as a phone, which gets drawers instead of sides. */
export function useIsNarrow(): boolean {
  return useMedia("(max-width: 719px)");
}
