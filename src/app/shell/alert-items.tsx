import type { ReactNode } from "react";
import type { Alert } from "#core/alerts";
import { intlTag, useLocale, useText } from "../../ui/text.ts";

/** Alerts with their full text; critical ones carry a word for it (ALERT-05). */
export function AlertItems({ alerts }: { readonly alerts: readonly Alert[] }): ReactNode {
  const say = useText();
  return (
    <ul className="alert-items">
      {alerts.map((alert) => (
        <li key={alert.id}>
          <h3>
            {alert.isCritical && <span className="alert-critical">{say("app.alerts.critical")} </span>}
            {alert.window !== null && <span className="muted">{say("app.alerts.maintenance")} </span>}
            {alert.title}
          </h3>
          {alert.window !== null && <Window begin={alert.window.begin} end={alert.window.end} />}
          {alert.text !== null && <p>{alert.text}</p>}
        </li>
      ))}
    </ul>
  );
}

function Window({ begin, end }: { readonly begin: Date; readonly end: Date | null }): ReactNode {
  const say = useText();
  const format = new Intl.DateTimeFormat(intlTag(useLocale()), {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
  });
  return (
    <p className="muted">
      {end === null
        ? say("app.alerts.windowOpen", { begin: format.format(begin) })
        : say("app.alerts.window", { begin: format.format(begin), end: format.format(end) })}
    </p>
  );
}
