import { useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { IconButton } from "../../ui/action/button.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { OpenedPart } from "../fault/opened-part.tsx";
import { useInstance } from "../portal/instance.ts";

const WifiDialog = later("wifi-dialog", async () => (await import("./wifi-dialog.tsx")).WifiDialog);

interface WifiButtonProps {
  readonly wpaKey: string;
  readonly tabIndex: number;
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** The dialog closes by Escape; other keys would move focus in the table. */
const stopKeys = (event: KeyboardEvent): void => {
  if (event.key !== "Escape") event.stopPropagation();
};

/** Opens the QR code of a key; absent without a configured network name (MAC-04). */
export function WifiButton({ wpaKey, tabIndex }: WifiButtonProps): ReactNode {
  const say = useText();
  const { wifiNetwork } = useInstance();
  const [isOpen, setOpen] = useState(false);
  if (wifiNetwork === null || wpaKey === "") return null;
  return (
    <>
      <IconButton
        icon="qr"
        label={say("editor.wifi.show")}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      />
      {isOpen && (
        // Events of the dialog must not reach the row that contains it.
        <span role="none" onClick={stop} onKeyDown={stopKeys} onMouseDown={stop} onFocus={stop}>
          <OpenedPart onBroken={() => setOpen(false)}>
            <WifiDialog network={wifiNetwork} wpaKey={wpaKey} onClose={() => setOpen(false)} />
          </OpenedPart>
        </span>
      )}
    </>
  );
}
