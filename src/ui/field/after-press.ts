import { useEffect, useRef } from "react";

/**
 * Runs what moves the page when no mouse button is pressed: a button that moves between press and release is not clicked. A touch presses and
 * releases at once.
 */
export function useAfterPress(): (done: () => void) => void {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = (): void => {
      isPressed.current = true;
    };
    const release = (): void => {
      isPressed.current = false;
    };
    document.addEventListener("mousedown", press, true);
    for (const end of ENDS) document.addEventListener(end, release, true);
    return () => {
      document.removeEventListener("mousedown", press, true);
      for (const end of ENDS) document.removeEventListener(end, release, true);
    };
  }, []);
  return (done) => {
    if (isPressed.current) waitForRelease(done);
    else done();
  };
}

/** A text or picture that is dragged has no `mouseup`. */
const ENDS = ["mouseup", "dragend"] as const;

function waitForRelease(done: () => void): void {
  const released = (): void => {
    for (const end of ENDS) document.removeEventListener(end, released, true);
    // The click follows its release in the same task.
    setTimeout(done);
  };
  for (const end of ENDS) document.addEventListener(end, released, true);
}
