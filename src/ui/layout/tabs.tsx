import { useEffect, useRef, type ReactNode } from "react";
import { Link } from "./link.tsx";
import "./layout.css";

export interface Tab {
  readonly to: string;
  readonly title: string;
  readonly count?: string;
  readonly isOpen: boolean;
}

/** Links to the sister routes of an object. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ReactNode {
  const nav = useRef<HTMLElement>(null);
  const open = tabs.find(({ isOpen }) => isOpen)?.to;
  // Tabs may not fit on a phone.
  useEffect(() => {
    const link = nav.current?.querySelector("[aria-current]");
    if (nav.current === null || link === null || link === undefined) return;
    const [room, tab] = [nav.current.getBoundingClientRect(), link.getBoundingClientRect()];
    nav.current.scrollLeft += Math.min(0, tab.left - room.left) + Math.max(0, tab.right - room.right);
  }, [open]);
  return (
    <nav ref={nav} className="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.isOpen ? "page" : undefined}>
              {tab.title}
              {tab.count !== undefined && <span className="tab-count"> {tab.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
