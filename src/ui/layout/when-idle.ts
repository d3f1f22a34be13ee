import { useEffect, useState } from "react";

/** Time in ms after which a busy page no longer delays it. */
const WITHIN = 5_000;
/** Safari has no idle callback. */
const WITHOUT_CALLBACK = 1_500;

/** Resolves when the browser has nothing else to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: WITHIN });
    else setTimeout(resolve, WITHOUT_CALLBACK);
  });
}

/** True once the browser was idle, or from the start. */
export function useIsIdle(isFromStart: boolean): boolean {
  const [isIdle, setIdle] = useState(isFromStart);
  useEffect(() => {
    let isHere = true;
    void whenIdle().then(() => {
      if (isHere) setIdle(true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return isIdle;
}
