import { useState, type ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";

/** Opens a path as the portal does, in the address of the window. */
export function Address({
  path,
  children,
}: {
  readonly path: string;
  readonly children: ReactNode;
}): ReactNode {
  useState(() => {
    window.history.replaceState(null, "", path);
  });
  return <BrowserRouter>{children}</BrowserRouter>;
}
