import type { ReactNode } from "react";
import type { Door } from "#core/screen/door";
import { Link } from "../../ui/layout/link.tsx";
import { Time } from "../cell/time.tsx";
import { useText } from "../../ui/text.ts";
import { useFrame } from "../portal/frame.ts";
import { hrefOfTarget } from "../screen/values.ts";
import { DoorPicture } from "./door-picture.tsx";
import { useLoaded } from "./use-loaded.ts";
import { useValueSource, type SectionProps } from "./section-context.ts";
import "./door-section.css";

/** The page that visitors see before they sign in: a few sentences about the portal, the way in, and announcements. */
export function DoorSection({ section }: SectionProps<"door">): ReactNode {
  const say = useText();
  const source = useValueSource();
  const door = useLoaded(section.load);
  if (door === null) return null;
  return (
    <div className="door">
      <div className="door-words">
        <ol className="door-steps">
          {door.steps.map(({ title, text }) => (
            <li key={title}>
              <h2>{say(title)}</h2>
              <p>{say(text)}</p>
            </li>
          ))}
        </ol>
        <div className="door-in">
          <p className="muted">{say(door.lead)}</p>
          <div className="door-ways">
            {door.ways.map(({ to, text }, at) => {
              const href = hrefOfTarget(to, source);
              return (
                href !== null && (
                  <Link key={text} to={href} className={at === 0 ? "button button-primary" : "button"}>
                    {say(text)}
                  </Link>
                )
              );
            })}
          </div>
        </div>
        <Announced none={door.none} />
      </div>
      <DoorPicture />
    </div>
  );
}

/** Alerts and maintenance that have not ended. Their full text is behind the bell. */
function Announced({ none }: Pick<Door, "none">): ReactNode {
  const say = useText();
  const { useAlerts } = useFrame();
  const alerts = useAlerts();
  return (
    <section className="door-state">
      <h2>{say("editor.columns.alerts")}</h2>
      {alerts.length === 0 && <p className="muted">{say(none)}</p>}
      <ul>
        {alerts.map(({ id, title, window, isCritical }) => (
          <li key={id} className={isCritical ? "is-critical" : undefined}>
            {title}
            {window !== null && (
              <span className="muted small">
                {" "}
                <Time text={window.begin.toISOString()} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
