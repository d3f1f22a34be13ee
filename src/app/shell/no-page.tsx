import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Rule } from "#contract/rule";
import { usePortal } from "../../editor/portal.ts";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import { firstUnmet, permissionsOf } from "../guard.ts";

/** The page is there, but not for this visitor: what it needs is named. */
export function NoAccess({ rule: whole }: { readonly rule: Rule }): ReactNode {
  const say = useText();
  const { visitor } = usePortal();
  const rule = firstUnmet(whole, visitor);
  const permissions = permissionsOf(rule);
  const text =
    permissions.length > 0
      ? say("app.guard.permission", {
          name: permissions.join(", "),
          count: permissions.length,
        })
      : rule !== null && typeof rule === "object" && "module" in rule
        ? say("app.guard.module", { name: rule.module })
        : say("app.guard.other");
  return (
    <div className="lone-note">
      <PageHeader title={say("app.guard.title")} focusKey={useLocation().pathname} />
      <p>{text}</p>
      <Link to="/home">{say("app.invalidUrl.home")}</Link>
    </div>
  );
}
