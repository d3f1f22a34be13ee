import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { allows, type Rule, type Visitor } from "#contract/rule";
import { useAccount } from "../../editor/portal/account.ts";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";

/** The page exists, but this visitor may not open it. It names the missing right. */
export function NoAccess({ rule: whole }: { readonly rule: Rule }): ReactNode {
  const say = useText();
  const { visitor } = useAccount();
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

/** The first part of a rule that the visitor does not pass, so that the page can name it; null if the rule is passed. */
export function firstUnmet(rule: Rule, visitor: Visitor): Rule | null {
  if (allows(rule, visitor)) return null;
  if (typeof rule !== "object") return rule;
  if ("all" in rule) {
    const unmet = rule.all.find((part) => !allows(part, visitor));
    return unmet === undefined ? rule : firstUnmet(unmet, visitor);
  }
  if ("any" in rule && rule.any.length === 1) {
    const [only] = rule.any;
    return only === undefined ? rule : firstUnmet(only, visitor);
  }
  return rule;
}

/** Permissions that each would open the page; empty if the rule has further conditions. */
function permissionsOf(rule: Rule | null): readonly string[] {
  if (rule === null || typeof rule !== "object") return [];
  if ("permission" in rule) return [rule.permission];
  if (!("any" in rule)) return [];
  const names = rule.any.map(permissionsOf);
  return names.every((list) => list.length > 0) ? names.flat() : [];
}
