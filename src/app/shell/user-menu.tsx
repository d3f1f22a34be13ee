import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { allows, type Rule } from "#contract/rule";
import type { SessionInfo } from "#contract/wire/system";
import { usePortal } from "../../editor/portal.ts";
import { useOffered } from "../../editor/planning/use-offered.ts";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { useText } from "../../ui/text.ts";
import { usePorts } from "../ports-context.ts";
import { menuCommand } from "./menu-command.ts";

interface UserMenuProps {
  readonly session: SessionInfo;
  readonly openSettings: () => void;
  readonly openImpersonate: () => void;
  readonly openKeys: () => void;
}

const MAY_IMPERSONATE: Rule = { permission: "wapi.su_access" };

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The account in effect: its subaccounts and tokens (SHELL-07, SHELL-08), settings, keys, acting as another (SESS-29), sign-out. */
export function UserMenu({ session, openSettings, openImpersonate, openKeys }: UserMenuProps): ReactNode {
  const say = useText();
  const { session: store, signOut, signOutEverywhere } = usePorts();
  const { current } = useSnapshot(store.state);
  const navigate = useNavigate();
  const openTokens = (): void => void navigate("/user/tokens");
  const login = textOf(session.user?.["login_name"]);
  const name = `${textOf(session.user?.["first_name"])} ${textOf(session.user?.["last_name"])}`.trim();
  const { visitor } = usePortal();
  const acting: readonly MenuItem[] =
    current.kind === "impersonating"
      ? [
          {
            id: "stop",
            label: say("app.user.stopImpersonating"),
            onChoose: () => store.stopImpersonating(),
          },
        ]
      : allows(MAY_IMPERSONATE, visitor)
        ? [{ id: "impersonate", label: say("app.impersonate.open"), onChoose: openImpersonate }]
        : [];
  const items: readonly MenuItem[] = [
    { id: "subaccounts", label: say("app.user.subaccounts"), icon: "user", onChoose: openTokens },
    { id: "tokens", label: say("app.user.tokens"), icon: "api", onChoose: openTokens },
    { id: "settings", label: say("app.settings.title"), icon: "settings", onChoose: openSettings },
    { id: "keys", label: say("app.keys.title"), icon: "keyboard", onChoose: openKeys },
    ...acting,
    { id: "out", label: say("app.user.signOut"), startsGroup: true, onChoose: signOut },
    { id: "out-everywhere", label: say("app.user.signOutEverywhere"), onChoose: signOutEverywhere },
  ];
  useOffered(() => items.map(menuCommand));
  return (
    <MenuButton
      label={say("app.user.menu", { login: name === "" ? login : `${login}, ${name}` })}
      items={items}
    >
      {/* Who is not in the database has no name here. */}
      {login === "" ? <Icon name="user" /> : <span className="user-name">{login}</span>}
    </MenuButton>
  );
}
