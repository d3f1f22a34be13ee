import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { alertsQuery, maintenanceQuery } from "../../api/queries.ts";
import { usePortal } from "../../editor/portal.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { alertList, alertTone } from "../alerts.ts";
import { Beside } from "../fault/beside.tsx";
import { usePorts } from "../ports-context.ts";
import { later } from "../../ui/layout/later.tsx";

const AlertItems = later("alert-items", async () => (await import("./alert-items.tsx")).AlertItems);

/** Indicator of alerts: colour of the gravest, number of all; pressing shows them (ALERT-01 to ALERT-05). */
export function AlertsButton(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { http } = usePorts();
  const [isOpen, setOpen] = useState(false);
  const { viewer } = usePortal();
  const { data, dataUpdatedAt } = useQuery(alertsQuery(http));
  const { data: listed } = useQuery(maintenanceQuery(http, viewer));
  const alerts = data === undefined ? [] : alertList(data, new Date(dataUpdatedAt), locale, listed);
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
