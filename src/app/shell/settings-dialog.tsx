import { useId, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { useSnapshot } from "valtio";
import { canBeDefaultPage, counterpartHref, type Settings } from "../../state/settings.ts";
import { useSettings } from "../../editor/portal/stores.ts";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { Select, type SelectProps } from "../../ui/field/select.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { useSystem } from "../use-system.ts";
import { useOfferedLanguages } from "./language-menu.tsx";
import { SWITCHES, THEMES } from "./setting-choices.ts";

/** Local settings: kept in this browser, in effect at once. */
export function SettingsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const say = useText();
  const settings = useSettings();
  const now = useSnapshot(settings.state);
  return (
    <Dialog title={say("app.settings.title")} width="narrow" onClose={onClose}>
      <div className="settings">
        <ChoiceField
          title={say("app.settings.language")}
          choices={useOfferedLanguages().map(({ locale, name }) => ({ value: locale, label: name }))}
          value={useLocale()}
          onChoose={(value) => settings.set("locale", value)}
        />
        <ChoiceField
          title={say("app.settings.theme")}
          choices={THEMES.map(({ theme, name }) => ({ value: theme, label: say(name) }))}
          value={now.theme}
          onChoose={(value) => settings.set("theme", value)}
        />
        {SWITCHES.filter((one) => now.developer || one.isForDevelopers !== true).map(
          ({ name, title, help }) => (
            <SwitchField
              key={name}
              title={say(title)}
              help={help === null ? null : say(help)}
              isOn={now[name]}
              onChange={(isOn) => settings.set(name, isOn)}
            />
          ),
        )}
        <DefaultPage page={now.defaultLoginPage} />
        <Counterpart />
      </div>
    </Dialog>
  );
}

interface ChoiceFieldProps<Value extends string> extends SelectProps<Value> {
  readonly title: string;
}

function ChoiceField<Value extends string>({ title, ...choice }: ChoiceFieldProps<Value>): ReactNode {
  const id = useId();
  return (
    <div className="setting">
      <label htmlFor={id}>{title}</label>
      <Select id={id} {...choice} />
    </div>
  );
}

interface SwitchFieldProps {
  readonly title: string;
  readonly help: string | null;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function SwitchField({ title, help, isOn, onChange }: SwitchFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="setting">
      <label htmlFor={id}>
        {title}
        {help !== null && <span className="setting-help">{help}</span>}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className="switch"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}

function DefaultPage({ page }: { readonly page: Settings["defaultLoginPage"] }): ReactNode {
  const say = useText();
  const settings = useSettings();
  const { pathname } = useLocation();
  const isPossible = canBeDefaultPage(pathname);
  return (
    <div className="setting setting-tall">
      <span>
        {say("app.settings.defaultPage")}
        <span className="setting-help code">{page ?? "/home"}</span>
        {!isPossible && <span className="setting-help">{say("app.settings.defaultPageRefused")}</span>}
      </span>
      <span className="setting-buttons">
        <Button disabled={!isPossible} onClick={() => settings.set("defaultLoginPage", pathname)}>
          {say("app.settings.defaultPageSet")}
        </Button>
        {page !== null && (
          <Button look="quiet" onClick={() => settings.set("defaultLoginPage", null)}>
            {say("app.settings.defaultPageClear")}
          </Button>
        )}
      </span>
    </div>
  );
}

/** Link to the same page of the other instance (PREF-08, PREF-09). */
function Counterpart(): ReactNode {
  const say = useText();
  const system = useSystem();
  const { pathname, search } = useLocation();
  if (system === null) return null;
  const { mode } = system.host_oper_mode;
  const href = counterpartHref(system.links, mode, pathname + search);
  if (href === null) return null;
  return (
    <p>
      <a href={href}>
        {say(mode === "production" ? "app.settings.counterpartTest" : "app.settings.counterpartProduction")}
      </a>
    </p>
  );
}
