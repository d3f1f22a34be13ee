import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from "react";
import { hiddenSign } from "#contract/values/signs";

export type Navigate = (to: string) => void;

/** Lets parts without a router follow links inside the portal without a reload. */
export const NavigateContext = createContext<Navigate | null>(null);

/** Whether the reader may open an address; without an answer true is assumed. */
export type MayOpen = (to: string) => boolean;

const MayOpenContext = createContext<MayOpen | null>(null);

/** Turns links to pages that the reader may not open into plain text. */
export const MayOpenProvider = MayOpenContext.Provider;

/** For targets that are no links: whether the reader may open them. */
export function useMayOpen(): MayOpen | null {
  return useContext(MayOpenContext);
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  readonly to: string;
}

/** True for an address within the portal: no other host, no control character, and no segment that leads up. */
export function isInside(to: string): boolean {
  const leadsUp = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(to);
  return /^(?:[?#]|\/(?![/\\]))[^\\]*$/.test(to) && !leadsUp && hiddenSign(to, false) === null;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link to a path of the portal. The browser handles modified clicks (new tab, download). */
export function Link({ to, onClick, children, ...rest }: LinkProps): ReactNode {
  const navigate = useContext(NavigateContext);
  const mayOpen = useMayOpen();
  if (!isInside(to) || mayOpen?.(to) === false) return <span className={rest.className}>{children}</span>;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || navigate === null || rest.target !== undefined)
      return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}
