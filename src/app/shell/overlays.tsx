import type { ReactNode } from "react";
import { FaultError } from "#core/fault/fault-error";
import { mailLink } from "#core/route/mail-link";
import { useSnapshot } from "valtio";
import { useAccount } from "../../editor/portal/account.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useSettings } from "../../editor/portal/stores.ts";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy-field.tsx";
import { Brand } from "../../ui/brand/brand.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";
import { errorReport, secretsOf } from "../fault/report.ts";
import { useSystem } from "../use-system.ts";
import { useSession } from "../session-ports.ts";

/** Offers to sign out, and during impersonation to stop it (SESS-30 to SESS-33). */
export function LockedDialog({ as }: { readonly as: string | null }): ReactNode {
  const say = useText();
  const { session, signOut } = useSession();
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

interface ClosedDialogProps {
  readonly onClose: () => void;
}

/** The server is unreachable: planning continues, and the line above the page stays (SYS-14, SYS-16). */
export function OfflineDialog({ onClose }: ClosedDialogProps): ReactNode {
  const say = useText();
  return (
    <Dialog
      title={say("app.offline.title")}
      width="narrow"
      onClose={onClose}
      foot={<Button onClick={onClose}>{say("ui.common.close")}</Button>}
    >
      <p>{say("app.offline.text")}</p>
    </Dialog>
  );
}

/** Back online with an open form: the person decides when to reload (SYS-13). */
export function ReloadOffer(): ReactNode {
  const say = useText();
  return (
    <div className="reload-offer">
      <output>{say("app.offline.back")}</output>
      <Button onClick={() => location.reload()}>{say("app.update.reload")}</Button>
    </div>
  );
}

/** A new version exists; the person decides when to reload (SYS-08). */
export function UpdateDialog({ onClose }: ClosedDialogProps): ReactNode {
  const say = useText();
  return (
    <Dialog
      title={say("app.update.title")}
      width="narrow"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("app.update.later")}</Button>
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

interface ErrorReportDialogProps extends ClosedDialogProps {
  readonly error: unknown;
  readonly build: string | null;
}

/** An unhandled error: a report to copy or send, without secrets (ERR-15 to ERR-20). */
export function ErrorReportDialog({ error, build, onClose }: ErrorReportDialogProps): ReactNode {
  const say = useText();
  const system = useSystem();
  const catalogue = useCatalogue();
  const { session, lastCall } = useSession();
  const settings = useSettings();
  const { loginName } = useAccount();
  const { developer } = useSnapshot(settings.state);
  const context = {
    request: lastCall(error instanceof FaultError && error.status >= 500),
    route: location.pathname,
    browser: navigator.userAgent,
    login_name: loginName,
    build,
    sysinfo: system,
  };
  const report = errorReport(error, context, secretsOf(session.token(), catalogue));
  const support = system?.links.support ?? null;
  const mail = { subject: say("app.report.title"), body: report.slice(0, 1500) };
  return (
    <Dialog
      title={say("app.report.title")}
      width={developer ? "wide" : "normal"}
      onClose={onClose}
      foot={
        <>
          {support !== null && (
            <a className="button button-plain" href={mailLink(support, mail)}>
              {say("app.report.send")}
            </a>
          )}
          <Button onClick={onClose}>{say("ui.common.close")}</Button>
        </>
      }
    >
      <p>{say("app.report.text")}</p>
      <CopyField label={say("app.report.dump")} value={report} isMultiline />
    </Dialog>
  );
}

interface VersionDialogProps extends ClosedDialogProps {
  readonly build: string | null;
}

/** Versions, to be named in a report (SHELL-14). */
export function VersionDialog({ build, onClose }: VersionDialogProps): ReactNode {
  const say = useText();
  const system = useSystem();
  if (system === null) return null;
  const rows: readonly (readonly [string, string])[] = [
    [say("app.version.mode"), system.host_oper_mode.mode],
    [say("app.version.name"), system.version_name],
    [say("app.version.number"), system.version],
    [say("app.version.build"), build ?? "–"],
    [say("app.version.middleware"), system.commit_short],
  ];
  return (
    <Dialog
      title={say("app.version.title")}
      width="narrow"
      foot={<Button onClick={onClose}>{say("ui.common.close")}</Button>}
      onClose={onClose}
    >
      <Brand label={PRODUCT.name} height={32} />
      <dl className="pairs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="code">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
