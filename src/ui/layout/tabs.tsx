import type { ReactNode } from "react";
import { Link } from "./link.tsx";
import "./layout.css";

export interface Tab {
  readonly to: string;
  readonly title: string;
  readonly isOpen: boolean;
}

/** Links to the routes that show other sides of the same object. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }): ReactNode {
  return (
    <nav className="tabs" aria-label={label}>
      <ul>
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link to={tab.to} aria-current={tab.isOpen ? "page" : undefined}>
              {tab.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
