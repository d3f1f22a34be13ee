import { useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SystemInfo } from "#contract/wire/system";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { PRODUCT } from "../config.ts";
import { usePorts } from "../ports-context.ts";
import { useRunningBuild } from "./use-running-build.ts";

/** Mode, version, build and middleware, the object of the page, support (SHELL-13 to SHELL-17). */
export function Footer({ system }: { readonly system: SystemInfo | null }): ReactNode {
  const say = useText();
  const { shell } = usePorts();
  const { current } = useSnapshot(shell.state);
  const { running } = useRunningBuild();
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className="footer">
      {system !== null && (
        <button type="button" className="link-button" onClick={() => setOpen(true)}>
          {[
            system.host_oper_mode.mode,
            `${system.version_name} ${system.version}`,
            ...(running === null ? [] : [say("app.footer.build", { commit: running })]),
            say("app.footer.middleware", { commit: system.commit_short }),
          ].join(" · ")}
        </button>
      )}
      {current !== null && (
        <Link to={`/object/${encodeURIComponent(current.gpk)}?type=${encodeURIComponent(current.type)}`}>
          {say("app.footer.object", { gpk: current.gpk })}
        </Link>
      )}
      <a href={`mailto:${PRODUCT.support}`}>{say("app.footer.support")}</a>
      {isOpen && system !== null && (
        <VersionDialog system={system} build={running} onClose={() => setOpen(false)} />
      )}
    </footer>
  );
}

interface VersionDialogProps {
  readonly system: SystemInfo;
  readonly build: string | null;
  readonly onClose: () => void;
}

function VersionDialog({ system, build, onClose }: VersionDialogProps): ReactNode {
  const say = useText();
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
