import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useAccount } from "../../editor/portal/account.ts";
import { isUnkept } from "../../editor/planned/use-list-state.ts";
import { useNotices, useSettings, useShell, useTransactionList } from "../../editor/portal/stores.ts";
import { Beside } from "../fault/beside.tsx";
import { isReported, isUnreached } from "../fault/fault-policy.ts";
import { useAskAlerts } from "../use-alerts.ts";
import { useSystem } from "../use-system.ts";
import { PaletteHost } from "./palette-host.tsx";
import { useRunningBuild } from "./use-running-build.ts";
import type { ShortcutKeys } from "./use-shortcuts.ts";
import { later } from "../../ui/layout/later.tsx";
import { useSession } from "../session-ports.ts";

const LockedDialog = later("overlays", async () => (await import("./overlays.tsx")).LockedDialog);
const OfflineDialog = later("overlays", async () => (await import("./overlays.tsx")).OfflineDialog);
const ReloadOffer = later("overlays", async () => (await import("./overlays.tsx")).ReloadOffer);
const UpdateDialog = later("overlays", async () => (await import("./overlays.tsx")).UpdateDialog);
const ErrorReportDialog = later("overlays", async () => (await import("./overlays.tsx")).ErrorReportDialog);
const KeysDialog = later("keys-dialog", async () => (await import("./keys-dialog.tsx")).KeysDialog);

const Tour = later("tour", async () => (await import("./tour.tsx")).Tour);

/** Dialogs over any page, loaded on demand: locked, offline, update, keys, unhandled error. */
export function FrameDialogs({ keys }: { readonly keys: ShortcutKeys }): ReactNode {
  const { session } = useSession();
  const shell = useShell();
  const { current } = useSnapshot(session.state);
  const { isOnline } = useSnapshot(shell.state);
  const { running, delivered } = useRunningBuild();
  const update = useBuildNews(running, delivered);
  const offline = useOffline(isOnline);
  useNetworkEvents();
  const [error, forget] = useUnhandled(offline.open);
  return (
    <>
      <PaletteHost />
      <Beside>{useHasTour() && <Tour />}</Beside>
      <Beside>{current.kind === "locked" && <LockedDialog as={current.as} />}</Beside>
      <Beside>{offline.isOpen && <OfflineDialog onClose={offline.close} />}</Beside>
      <Beside>{offline.isBack && <ReloadOffer />}</Beside>
      <Beside>{update.isOpen && <UpdateDialog onClose={update.close} />}</Beside>
      <Beside>{keys.isOpen && <KeysDialog onClose={keys.close} />}</Beside>
      <Beside>
        {error !== null && <ErrorReportDialog error={error.value} build={running} onClose={forget} />}
      </Beside>
    </>
  );
}

/** True on a demo until the hints are closed in this browser. */
function useHasTour(): boolean {
  const system = useSystem();
  const { tourSeen } = useSnapshot(useSettings().state);
  const { visitor } = useAccount();
  return (
    !tourSeen && visitor.inDatabase && system?.is_demo === true && system.host_oper_mode.mode === "devel"
  );
}

/** Announces a new build: the first by a dialog, further ones by messages (SYS-08, SYS-09). */
function useBuildNews(running: string | null, delivered: string | null) {
  const notices = useNotices();
  const told = useRef<ReadonlySet<string>>(new Set());
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const news = buildNews(running, delivered, told.current);
    if (news === null || delivered === null) return;
    told.current = new Set([...told.current, delivered]);
    if (news === "dialog") setOpen(true);
    else notices.show({ tone: "info", title: { key: "app.update.title" }, text: { key: "app.update.text" } });
  }, [running, delivered, notices]);
  return { isOpen, close: () => setOpen(false) };
}

/** Network events of the browser trigger a call at once instead of after a minute. */
function useNetworkEvents(): void {
  const askAlerts = useAskAlerts();
  useEffect(() => {
    // An answer from before the event says nothing about the network after it.
    const ask = () => void askAlerts(true);
    const gone = new AbortController();
    for (const type of ["online", "offline"]) window.addEventListener(type, ask, { signal: gone.signal });
    return () => gone.abort();
  }, [askAlerts]);
}

/** Opens whenever the server is lost, and can be closed (SYS-14, SYS-16). Back online the page reloads (SYS-12). */
function useOffline(isOnline: boolean) {
  const txlist = useTransactionList();
  const [wasOffline, setWasOffline] = useState(false);
  const [isClosed, setClosed] = useState(false);
  if (!isOnline && !wasOffline) setWasOffline(true);
  if (isOnline && isClosed) setClosed(false);
  /** The server was lost and is back. */
  const isBack = isOnline && wasOffline;
  useEffect(() => {
    // An open form keeps the page, because typed text is worth more than new rows. Reloading is only offered (SYS-13).
    if (!isBack || document.querySelector("[data-dirty]") !== null) return;
    // A running or finished test or apply keeps the page too, because its result would be lost.
    if (txlist.state.run.phase !== "idle") return;
    // A list that the browser cannot store keeps the page too.
    if (isUnkept(txlist)) return;
    void txlist.settled().then(() => location.reload());
  }, [isBack, txlist]);
  const open = useCallback(() => setClosed(false), []);
  return { isOpen: !isOnline && !isClosed, open, close: () => setClosed(true), isBack };
}

/** An uncaught error for the report; offline the offline dialog opens instead (ERR-20). */
function useUnhandled(openOffline: () => void) {
  const askAlerts = useAskAlerts();
  const shell = useShell();
  const [error, setError] = useState<{ readonly value: unknown } | null>(null);
  useEffect(() => {
    const tell = (value: unknown) => {
      if (shell.state.isOnline) setError({ value });
      else openOffline();
    };
    const failed = (event: ErrorEvent) => {
      // Browsers report a layout that is not finished as an error.
      if (!event.message.includes("ResizeObserver")) tell(event.error ?? event.message);
    };
    const refused = ({ reason }: PromiseRejectionEvent) => {
      if (!isReported(reason)) return;
      // The alerts tell whether the server or only this call failed.
      if (isUnreached(reason)) void askAlerts().then(() => tell(reason));
      else tell(reason);
    };
    const gone = new AbortController();
    window.addEventListener("error", failed, { signal: gone.signal });
    window.addEventListener("unhandledrejection", refused, { signal: gone.signal });
    return () => gone.abort();
  }, [askAlerts, shell, openOffline]);
  return [error, () => setError(null)] as const;
}

/**
 * Announcement of a delivered build: the first one that differs from the running one by a dialog, each further one by a message, and each only once
 * (SYS-08, SYS-09). `told` are the builds that were already announced.
 */
export function buildNews(
  running: string | null,
  delivered: string | null,
  told: ReadonlySet<string>,
): "dialog" | "toast" | null {
  if (running === null || delivered === null || delivered === running || told.has(delivered)) return null;
  return told.size === 0 ? "dialog" : "toast";
}
