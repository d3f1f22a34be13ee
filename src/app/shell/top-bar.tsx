import { memo, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { SessionInfo, SystemInfo } from "#contract/wire/system";
import type { Crumb } from "#core/route/route";
import type { TextKey } from "#core/text";
import { loginPath } from "#core/route/login-path";
import { useListState } from "../../editor/planned/use-list-state.ts";
import { useOffered } from "../../editor/planning/use-offered.ts";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import type { MenuItem } from "../../ui/action/menu-item.ts";
import { Crumbs } from "../../ui/layout/crumbs.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";
import { Beside } from "../fault/beside.tsx";
import { usePorts } from "../ports-context.ts";
import { AlertsButton } from "./alerts-button.tsx";
import { menuCommand } from "./menu-command.ts";
import { LanguageMenu } from "./language-menu.tsx";
import type { ShortcutKeys } from "./use-shortcuts.ts";
import { UserMenu } from "./user-menu.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useLeaveGuard } from "../../ui/layout/use-leave-guard.ts";

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
  readonly system: SystemInfo | null;
  readonly session: SessionInfo | null;
  readonly crumbs: readonly Crumb[];
  readonly title: string;
  readonly isNarrow: boolean;
  readonly keys: ShortcutKeys;
}

/** The bar on top: navigation, name and mode, where you are, alerts, planned changes, account. */
export const TopBar = memo(function TopBar(props: TopBarProps): ReactNode {
  const { system, session, crumbs, title, isNarrow, keys } = props;
  const say = useText();
  const { shell } = usePorts();
  const { isNavigationOpen, isDrawerOpen } = useSnapshot(shell.state);
  const [opened, setOpened] = useState<Opened>(null);
  const mode = system?.host_oper_mode.mode ?? null;
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
        {PRODUCT.name}
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
            <SettingsMenu openSettings={() => setOpened("settings")} keys={keys} />
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
      <OpenedDialog opened={opened} system={system} onClose={() => setOpened(null)} />
    </header>
  );
});

interface OpenedDialogProps {
  readonly opened: Opened;
  readonly system: SystemInfo | null;
  readonly onClose: () => void;
}

function OpenedDialog({ opened, system, onClose }: OpenedDialogProps): ReactNode {
  if (opened === null) return null;
  return (
    <Beside onBroken={onClose}>
      {opened === "settings" ? (
        <SettingsDialog system={system} onClose={onClose} />
      ) : (
        <ImpersonateDialog onClose={onClose} />
      )}
    </Beside>
  );
}

function navigationLabel(isNarrow: boolean, isOpen: boolean): TextKey {
  if (isNarrow) return "app.nav.open";
  return isOpen ? "app.nav.collapse" : "app.nav.expand";
}

/** Opens search and quick navigation (SHELL-03); wide enough it looks like the field it leads to. */
function SearchButton({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const say = useText();
  const { search } = usePorts();
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
  const { shell, txlist } = usePorts();
  const { isPlannedOpen } = useSnapshot(shell.state);
  const { items, isUnkept } = useListState(txlist);
  // The page alone has what is planned.
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
      <span className={count > 0 ? "count is-filled" : "count"} aria-hidden="true">
        {count}
      </span>
    </IconButton>
  );
}

function SettingsMenu({
  openSettings,
  keys,
}: {
  readonly openSettings: () => void;
  readonly keys: ShortcutKeys;
}): ReactNode {
  const say = useText();
  const items: readonly MenuItem[] = [
    { id: "settings", label: say("app.settings.title"), icon: "settings", onChoose: openSettings },
    { id: "keys", label: say("app.keys.title"), icon: "keyboard", onChoose: keys.open },
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
