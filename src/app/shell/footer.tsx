import { memo, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { SystemInfo } from "#contract/wire/system";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { Beside } from "../fault/beside.tsx";
import { usePorts } from "../ports-context.ts";
import { useRunningBuild } from "./use-running-build.ts";
import { later } from "../../ui/layout/later.tsx";

const VersionDialog = later("overlays", async () => (await import("./overlays.tsx")).VersionDialog);

interface FooterProps {
  readonly system: SystemInfo | null;
}

/** Mode, version, build and middleware, the object of the page, support (SHELL-13 to SHELL-17). */
export const Footer = memo(function Footer({ system }: FooterProps): ReactNode {
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
      {system !== null && system.links.support !== null && (
        <a href={`mailto:${system.links.support}`}>{say("app.footer.support")}</a>
      )}
      {isOpen && system !== null && (
        <Beside onBroken={() => setOpen(false)}>
          <VersionDialog system={system} build={running} onClose={() => setOpen(false)} />
        </Beside>
      )}
    </footer>
  );
});
