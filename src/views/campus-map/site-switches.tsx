import type { ReactNode } from "react";
import type { Site } from "#core/map/place";
import { useText } from "../../ui/text.ts";

interface SiteSwitchesProps {
  readonly sites: readonly Site[];
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (hidden: ReadonlySet<string>) => void;
}

/** Sites with their colours; one that is switched off takes its buildings from map and list. */
export function SiteSwitches({ sites, hidden, onHide }: SiteSwitchesProps): ReactNode {
  const say = useText();
  const turn = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onHide(next);
  };
  return (
    <fieldset className="campus-map-sites">
      <legend className="form-label">{say("views.map.sites")}</legend>
      {sites.map(({ name, title, buildings, colour }) => (
        <label key={name} title={title}>
          <input type="checkbox" checked={!hidden.has(name)} onChange={() => turn(name)} />
          <span className="campus-map-dot" style={{ background: colour }} aria-hidden="true" />
          {name} <span className="muted small">{buildings}</span>
        </label>
      ))}
    </fieldset>
  );
}
