import type { ReactNode } from "react";
import { useLocale, useText } from "../../ui/text.ts";
import { Time } from "../cell/time.tsx";
import { usePortal } from "../portal.ts";

/** Alerts and maintenance that have not ended. Their full text is behind the bell. */
export function AlertLines(): ReactNode {
  const say = useText();
  const locale = useLocale();
  const alerts = usePortal().useAlerts();
  return (
    <>
      <h3>{say("editor.columns.alerts")}</h3>
      <ul>
        {alerts.map(({ id, title, window, isCritical }) => (
          <li key={id} className="part-line">
            <span className={isCritical ? "part-main part-critical" : "part-main"} title={title}>
              {title}
            </span>
            {window !== null && (
              <span className="part-notes">
                <Time text={window.begin.toISOString()} locale={locale} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
