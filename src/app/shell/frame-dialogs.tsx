import { useEffect, useRef, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SystemInfo } from "#contract/wire/system";
import { usePortal } from "../../editor/portal.ts";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";
import { errorReport } from "../fault/report.ts";
import { usePorts } from "../ports-context.ts";
import { KeysDialog } from "./keys-dialog.tsx";
import { useRunningBuild } from "./use-running-build.ts";
import type { ShortcutKeys } from "./use-shortcuts.ts";

interface FrameDialogsProps {
  readonly system: SystemInfo | null;
  readonly keys: ShortcutKeys;
}

/** Dialogs that may open over any page: locked, offline, update, keys, unhandled error. */
export function FrameDialogs({ system, keys }: FrameDialogsProps): ReactNode {
  const { session } = usePorts();
  const { current } = useSnapshot(session.state);
  const { running, delivered } = useRunningBuild();
  return (
    <>
      {current.kind === "locked" && <LockedDialog as={current.as} />}
      <OfflineDialog />
      {delivered !== running && delivered !== null && <UpdateDialog key={delivered} />}
      {keys.isOpen && <KeysDialog onClose={keys.close} />}
      <ErrorReportDialog system={system} build={running} />
    </>
  );
}

/** Offers to sign out, and while impersonating to stop that (SESS-30 to SESS-33). */
function LockedDialog({ as }: { readonly as: string | null }): ReactNode {
  const say = useText();
  const { session, signOut } = usePorts();
  return (
    <Dialog
      title={say("app.locked.title")}
      width="narrow"
      onClose={signOut}
      foot={
        <>
          {as !== null && (
            <Button onClick={() => session.stopImpersonating()}>{say("app.user.stopImpersonating")}</Button>
          )}
          <Button look="primary" onClick={signOut}>
            {say("app.user.signOut")}
          </Button>
        </>
      }
    >
      <p>{say("app.locked.text")}</p>
    </Dialog>
  );
}

/** Can be closed; the line above the page stays, and planning goes on (SYS-14, SYS-16). Back online the page is loaded anew (SYS-12). */
function OfflineDialog(): ReactNode {
  const say = useText();
  const { shell, txlist } = usePorts();
  const { isOnline } = useSnapshot(shell.state);
  const wasOffline = useRef(false);
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    if (!isOnline) wasOffline.current = true;
    // An open form keeps the page: what was typed is worth more than fresh rows (SYS-13).
    else if (wasOffline.current && document.querySelector("form[data-dirty]") === null) {
      void txlist.settled().then(() => location.reload());
    }
  }, [isOnline, txlist]);
  if (isOnline || isClosed) return null;
  return (
    <Dialog
      title={say("app.offline.title")}
      width="narrow"
      onClose={() => setClosed(true)}
      foot={<Button onClick={() => setClosed(true)}>{say("ui.common.close")}</Button>}
    >
      <p>{say("app.offline.text")}</p>
    </Dialog>
  );
}

/** A new build is delivered: once a dialog, afterwards for each further build a message (SYS-08, SYS-09). */
function UpdateDialog(): ReactNode {
  const say = useText();
  const [isClosed, setClosed] = useState(false);
  if (isClosed) return null;
  return (
    <Dialog
      title={say("app.update.title")}
      width="narrow"
      onClose={() => setClosed(true)}
      foot={
        <>
          <Button onClick={() => setClosed(true)}>{say("app.update.later")}</Button>
          <Button look="primary" onClick={() => location.reload()}>
            {say("app.update.reload")}
          </Button>
        </>
      }
    >
      <p>{say("app.update.text")}</p>
    </Dialog>
  );
}

interface ErrorReportDialogProps {
  readonly system: SystemInfo | null;
  readonly build: string | null;
}

/** An error that nobody handled: a report to copy or to send, without secrets (ERR-15 to ERR-20). */
function ErrorReportDialog({ system, build }: ErrorReportDialogProps): ReactNode {
  const say = useText();
  const { session, shell, settings } = usePorts();
  const { loginName } = usePortal();
  const { developer } = useSnapshot(settings.state);
  const [error, forget] = useUnhandled();
  if (error === null || !shell.state.isOnline) return null;
  const report = errorReport(error.value, {
    route: location.pathname,
    browser: navigator.userAgent,
    loginName,
    build,
    system,
    secrets: [session.token() ?? ""],
  });
  const mail = `mailto:${PRODUCT.support}?subject=${encodeURIComponent(say("app.report.title"))}&body=${encodeURIComponent(report.slice(0, 1500))}`;
  return (
    <Dialog
      title={say("app.report.title")}
      width={developer ? "wide" : "normal"}
      onClose={forget}
      foot={
        <>
          <a className="button button-plain" href={mail}>
            {say("app.report.send")}
          </a>
          <Button onClick={forget}>{say("ui.common.close")}</Button>
        </>
      }
    >
      <p>{say("app.report.text")}</p>
      <CopyField label={say("app.report.dump")} value={report} isMultiline />
    </Dialog>
  );
}

function useUnhandled(): readonly [{ readonly value: unknown } | null, () => void] {
  const [error, setError] = useState<{ readonly value: unknown } | null>(null);
  useEffect(() => {
    const failed = (event: ErrorEvent) => {
      // The browser's own remark about a busy layout is no error.
      if (!event.message.includes("ResizeObserver")) setError({ value: event.error ?? event.message });
    };
    const refused = (event: PromiseRejectionEvent) => setError({ value: event.reason });
    window.addEventListener("error", failed);
    window.addEventListener("unhandledrejection", refused);
    return () => {
      window.removeEventListener("error", failed);
      window.removeEventListener("unhandledrejection", refused);
    };
  }, []);
  return [error, () => setError(null)];
}
