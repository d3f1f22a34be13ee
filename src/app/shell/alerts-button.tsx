import { useState, type ReactNode } from "react";
import { alertTone } from "#core/alerts";
import { IconButton } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { Beside } from "../fault/beside.tsx";
import { useAlerts } from "../use-alerts.ts";
import { later } from "../../ui/layout/later.tsx";

const AlertItems = later("alert-items", async () => (await import("./alert-items.tsx")).AlertItems);

/** Indicator of alerts: colour of the gravest, number of all; pressing shows them (ALERT-01 to ALERT-05). */
export function AlertsButton(): ReactNode {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  const alerts = useAlerts();
  const count = alerts.length;
  return (
    <>
      <IconButton
        icon="bell"
        label={count === 0 ? say("app.alerts.none") : say("app.alerts.open", { count })}
        className={`counted alerts-${alertTone(alerts)}`}
        onClick={() => setOpen(true)}
      >
        {count > 0 && (
          <span className="count" aria-hidden="true">
            {count}
          </span>
        )}
      </IconButton>
      {isOpen && (
        <Beside onBroken={() => setOpen(false)}>
          <Dialog title={say("app.alerts.title")} onClose={() => setOpen(false)}>
            {count === 0 ? <p className="muted">{say("app.alerts.none")}</p> : <AlertItems alerts={alerts} />}
          </Dialog>
        </Beside>
      )}
    </>
  );
}
