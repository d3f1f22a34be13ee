import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** Whether the path is still open, because the address changes before the next page is drawn. */
export function isOpen(pathname: string): boolean {
  return new URL(`${window.location.origin}${pathname}`).pathname === window.location.pathname;
}

/** Replaces the drawn page by another, unless the reader has left it. */
export function Redirect({ to }: { readonly to: string }): null {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (isOpen(location.pathname)) void navigate(to, { replace: true });
  }, [navigate, location, to]);
  return null;
}
