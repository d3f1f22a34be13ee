import type { ReactNode } from "react";
import type { Crumb } from "#core/route/route";
import { sayText, useText } from "../text.ts";
import { Link } from "./link.tsx";
import "./layout.css";

/** The path from the first segment to the open page, which is the last entry (SHELL-21). */
export function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }): ReactNode {
  const say = useText();
  if (crumbs.length === 0) return null;
  return (
    <nav className="crumbs" aria-label={say("ui.crumbs.label")}>
      <ol>
        {crumbs.map((crumb, at) => {
          const isLast = at === crumbs.length - 1;
          const text = sayText(say, crumb.text);
          // The name of an object is unknown before its row.
          if (text === "") return null;
          return (
            <li key={`${String(at)} ${crumb.href ?? text}`}>
              {crumb.href === null || isLast ? (
                <span aria-current={isLast ? "page" : undefined}>{text}</span>
              ) : (
                <Link to={crumb.href}>{text}</Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
