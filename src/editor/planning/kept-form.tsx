import { useEffect, useMemo, useState, type ReactNode } from "react";
import { AwayProvider } from "../../ui/feedback/away.ts";
import { PortalProvider, usePortal } from "../portal.ts";

interface KeptFormProps {
  /** Another account has signed in. */
  readonly onDrop: () => void;
  readonly children: ReactNode;
}

/**
 * An open form belongs to the account that opened it. When its session ends the form goes out of sight as it is, and comes back when the
 * same account signs in again; nobody else gets to see it.
 */
export function KeptForm({ onDrop, children }: KeptFormProps): ReactNode {
  const portal = usePortal();
  const [login] = useState(portal.loginName);
  const [known, setKnown] = useState(portal.catalogue);
  const isHere = portal.loginName === login;
  const isOthers = !isHere && portal.loginName !== null;
  // A visitor is told of few functions: the form goes on with those it was made from.
  const isWhole = isHere && portal.catalogue.types.length >= known.types.length;
  if (isWhole && known !== portal.catalogue) setKnown(portal.catalogue);
  useEffect(() => {
    if (isOthers) onDrop();
  }, [isOthers, onDrop]);
  const kept = useMemo(() => ({ ...portal, catalogue: known }), [portal, known]);
  return (
    <PortalProvider value={kept}>
      <AwayProvider value={!isHere}>{children}</AwayProvider>
    </PortalProvider>
  );
}
