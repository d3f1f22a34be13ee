import { createContext, useContext, type AnchorHTMLAttributes, type MouseEvent, type ReactNode } from "react";

export type Navigate = (to: string) => void;

export const NavigateContext = createContext<Navigate | null>(null);

/** Lets parts that know no router follow links inside the portal without loading the page again. */
export const NavigateProvider = NavigateContext.Provider;

/** Whether the reader may open the page of an address; without an answer it may. */
export type MayOpen = (to: string) => boolean;

const MayOpenContext = createContext<MayOpen | null>(null);

/** Lets what leads to a page that the reader may not open stand as plain text. */
export const MayOpenProvider = MayOpenContext.Provider;

/** For what leads somewhere without being a link: whether the reader may open it. */
export function useMayOpen(): MayOpen | null {
  return useContext(MayOpenContext);
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  readonly to: string;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** A link to a path of the portal. Modified clicks stay with the browser (new tab, download). */
export function Link({ to, onClick, children, ...rest }: LinkProps): ReactNode {
  const navigate = useContext(NavigateContext);
  const mayOpen = useMayOpen();
  if (mayOpen?.(to) === false) return <span className={rest.className}>{children}</span>;
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
