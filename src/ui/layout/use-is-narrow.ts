import { useSyncExternalStore } from "react";

const QUERY = "(max-width: 719px)";

function listen(onChange: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

/** True for a window as narrow as a phone, which gets drawers instead of sides. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(QUERY).matches);
}
