import { useLayoutEffect, useRef } from "react";

/** The value of the last drawing, for callbacks that stay the same. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
