import type { ReactNode } from "react";
import { wifiCode } from "#core/tools/wifi-code";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { QrCode } from "../../ui/feedback/qr-code.tsx";
import { useText } from "../../ui/text.ts";
import { CopyValue } from "./copy-value.tsx";
import { SecretValue } from "./rare-values.tsx";

interface WifiDialogProps {
  readonly network: string;
  readonly wpaKey: string;
  readonly onClose: () => void;
}

/** The QR code that joins a device to the network, with its contents as text (MAC-02, MAC-04). */
export function WifiDialog({ network, wpaKey, onClose }: WifiDialogProps): ReactNode {
  const say = useText();
  return (
    <Dialog title={say("editor.wifi.title", { network })} width="narrow" onClose={onClose}>
      <QrCode
        text={wifiCode(network, wpaKey)}
        label={say("editor.wifi.alt")}
        failed={say("editor.wifi.failed")}
      />
      <dl className="wifi-facts">
        <div>
          <dt className="muted small">{say("editor.wifi.network")}</dt>
          <dd>
            <CopyValue text={network} tabIndex={0} />
          </dd>
        </div>
        <div>
          <dt className="muted small">{say("editor.wifi.key")}</dt>
          <dd>
            <SecretValue text={wpaKey} tabIndex={0} />
          </dd>
        </div>
      </dl>
      <p className="muted small">{say("editor.wifi.hint")}</p>
    </Dialog>
  );
}
