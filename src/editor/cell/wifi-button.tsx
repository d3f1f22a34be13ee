import { Suspense, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from "react";
import { IconButton } from "../../ui/action/button.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";

const WifiDialog = later("wifi-dialog", async () => (await import("./wifi-dialog.tsx")).WifiDialog);

interface WifiButtonProps {
  readonly wpaKey: string;
  readonly tabIndex: number;
}

const stop = (event: SyntheticEvent): void => event.stopPropagation();

/** The dialog itself closes by Escape; all other keys would move about the table. */
const stopKeys = (event: KeyboardEvent): void => {
  if (event.key !== "Escape") event.stopPropagation();
};

/** Opens the QR code of a key; nothing while the instance has no name for its network (MAC-04). */
export function WifiButton({ wpaKey, tabIndex }: WifiButtonProps): ReactNode {
  const say = useText();
  const { wifiNetwork } = usePortal();
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
        // What is pressed in the dialog is none of the row's business, whose child it is.
        <span role="none" onClick={stop} onKeyDown={stopKeys} onMouseDown={stop} onFocus={stop}>
          <Suspense fallback={null}>
            <WifiDialog network={wifiNetwork} wpaKey={wpaKey} onClose={() => setOpen(false)} />
          </Suspense>
        </span>
      )}
    </>
  );
}
