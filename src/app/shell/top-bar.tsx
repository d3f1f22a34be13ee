import { memo, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSnapshot } from "valtio";
import { allows, type Rule } from "#contract/rule";
import { textIn } from "#contract/wire/json";
import type { SessionInfo } from "#contract/wire/system";
import { loginPath } from "#core/route/login-path";
import type { Crumb } from "#core/route/route";
import type { Command } from "#core/search/commands";
import type { TextKey } from "#core/text";
import { useListState } from "../../editor/planned/use-list-state.ts";
import { useOffered } from "../../editor/planning/use-offered.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { useSearch, useShell, useTransactionList } from "../../editor/portal/stores.ts";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { Brand } from "../../ui/brand/brand.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import { Crumbs } from "../../ui/layout/crumbs.tsx";
import { later } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLeaveGuard } from "../../ui/layout/use-leave-guard.ts";
import { useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";
import { Beside } from "../fault/beside.tsx";
import { useMode } from "../use-system.ts";
import { useSession } from "../session-ports.ts";
import { AlertsButton } from "./alerts-button.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import type { ShortcutKeys } from "./use-shortcuts.ts";

const SettingsDialog = later(
  "settings-dialog",
  async () => (await import("./settings-dialog.tsx")).SettingsDialog,
);

const ImpersonateDialog = later(
  "impersonate-dialog",
  async () => (await import("./impersonate-dialog.tsx")).ImpersonateDialog,
);

type Opened = "settings" | "impersonate" | null;

export interface TopBarProps {
  readonly session: SessionInfo | null;
  readonly crumbs: readonly Crumb[];
  readonly title: string;
  readonly isNarrow: boolean;
  readonly keys: ShortcutKeys;
}

/** The top bar: navigation, name and mode, breadcrumbs, alerts, planned changes, account. */
export const TopBar = memo(function TopBar(props: TopBarProps): ReactNode {
  const { session, crumbs, title, isNarrow, keys } = props;
  const say = useText();
  const shell = useShell();
  const { isNavigationOpen, isDrawerOpen } = useSnapshot(shell.state);
  const [opened, setOpened] = useState<Opened>(null);
  const mode = useMode();
  return (
    <header className="top-bar">
      <IconButton
        icon="menu"
        label={say(navigationLabel(isNarrow, isNavigationOpen))}
        aria-expanded={isNarrow ? isDrawerOpen : isNavigationOpen}
        onClick={() =>
          isNarrow ? shell.setDrawer(true) : shell.setPanel("isNavigationOpen", !isNavigationOpen)
        }
      />
      <Link to="/home" className="product">
        <Brand label={PRODUCT.name} />
        {mode !== null && mode !== "production" && <span className="product-mode">{mode}</span>}
      </Link>
      {isNarrow ? <span className="bar-title">{title}</span> : <Crumbs crumbs={crumbs} />}
      <div className="bar-tools">
        <SearchButton isNarrow={isNarrow} />
        <AlertsButton />
        {session !== null && <PlannedButton />}
        {!isNarrow && <LanguageMenu />}
        {session === null ? (
          <>
            <SettingsMenu openSettings={() => setOpened("settings")} openKeys={keys.open} />
            <SignIn />
          </>
        ) : (
          <UserMenu
            session={session}
            openSettings={() => setOpened("settings")}
            openImpersonate={() => setOpened("impersonate")}
            openKeys={keys.open}
          />
        )}
      </div>
      <OpenedDialog opened={opened} onClose={() => setOpened(null)} />
    </header>
  );
});

interface OpenedDialogProps {
  readonly opened: Opened;
  readonly onClose: () => void;
}

function OpenedDialog({ opened, onClose }: OpenedDialogProps): ReactNode {
  if (opened === null) return null;
  return (
    <Beside onBroken={onClose}>
      {opened === "settings" ? <SettingsDialog onClose={onClose} /> : <ImpersonateDialog onClose={onClose} />}
    </Beside>
  );
}

function navigationLabel(isNarrow: boolean, isOpen: boolean): TextKey {
  if (isNarrow) return "app.nav.open";
  return isOpen ? "app.nav.collapse" : "app.nav.expand";
}

/** Opens search and quick navigation (SHELL-03); on wide screens it looks like a field. */
function SearchButton({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const say = useText();
  const search = useSearch();
  const label = say("app.search.open");
  if (isNarrow) return <IconButton icon="search" label={label} onClick={() => search.open()} />;
  return (
    <Button
      icon="search"
      className="search-button"
      aria-label={label}
      aria-keyshortcuts="/ Control+K Meta+K"
      onClick={() => search.open()}
    >
      <span className="search-button-text">{label}</span>
      <kbd>/</kbd>
    </Button>
  );
}

function PlannedButton(): ReactNode {
  const say = useText();
  const shell = useShell();
  const txlist = useTransactionList();
  const { isPlannedOpen } = useSnapshot(shell.state);
  const { items, isUnkept } = useListState(txlist);
  // Planned changes exist only in this page.
  useLeaveGuard(isUnkept);
  const count = items.length;
  return (
    <IconButton
      icon="planned"
      label={say("app.planned.toggle", { count })}
      aria-pressed={isPlannedOpen}
      className="counted"
      onClick={() => shell.setPanel("isPlannedOpen", !isPlannedOpen)}
    >
      {count > 0 && (
        <span className="count is-filled" aria-hidden="true">
          {count}
        </span>
      )}
    </IconButton>
  );
}

function SettingsMenu({
  openSettings,
  openKeys,
}: Pick<UserMenuProps, "openSettings" | "openKeys">): ReactNode {
  const say = useText();
  const items: readonly MenuItem[] = [
    { id: "settings", label: say("app.settings.title"), icon: "settings", onChoose: openSettings },
    { id: "keys", label: say("app.keys.title"), icon: "keyboard", onChoose: openKeys },
  ];
  useOffered(() => items.map(menuCommand));
  return <MenuButton icon="settings" label={say("app.settings.title")} items={items} />;
}

function SignIn(): ReactNode {
  const say = useText();
  return (
    <Link to={loginPath(useLocation())} className="button button-quiet">
      {say("app.user.signIn")}
    </Link>
  );
}

interface UserMenuProps {
  readonly session: SessionInfo;
  readonly openSettings: () => void;
  readonly openImpersonate: () => void;
  readonly openKeys: () => void;
}

const MAY_IMPERSONATE: Rule = { permission: "wapi.su_access" };

/** The account in effect: subaccounts and tokens (SHELL-07, SHELL-08), settings, keys, impersonation (SESS-29), sign-out. */
function UserMenu({ session, openSettings, openImpersonate, openKeys }: UserMenuProps): ReactNode {
  const say = useText();
  const { session: store, signOut, signOutEverywhere } = useSession();
  const { current } = useSnapshot(store.state);
  const navigate = useNavigate();
  const openTokens = (): void => void navigate("/user/tokens");
  const login = textIn(session.user?.["login_name"]);
  const name = `${textIn(session.user?.["first_name"])} ${textIn(session.user?.["last_name"])}`.trim();
  const { visitor } = useAccount();
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
      {/* A person who is not in the database has no name here. */}
      {login === "" ? <Icon name="user" /> : <span className="user-name">{login}</span>}
    </MenuButton>
  );
}

/** A menu entry as a command of the search. */
function menuCommand({ id, label, onChoose }: MenuItem): Command {
  return {
    id: `menu-${id}`,
    label,
    words: [],
    note: null,
    key: null,
    shown: "typed",
    act: { run: onChoose },
  };
}
