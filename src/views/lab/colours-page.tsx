import { useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import css from "../../ui/tokens.css?raw";
import { contrast, rgbOf, stringColour, tokensOf, type Token } from "./contrast.ts";
import "./lab.css";

const THEMES = [
  { theme: "light", title: "app.settings.themeLight" },
  { theme: "dark", title: "app.settings.themeDark" },
] as const satisfies readonly { readonly theme: string; readonly title: TextKey }[];

const SAMPLES = [
  "Campus Nord",
  "Campus Süd",
  "iap-tga",
  "iwt-arbeit",
  "tannmuehl.example",
  "dnsvs",
  "netdoc",
  "10.0.43.0/25",
  "2001:db8::/32",
  "ada",
  "greta",
  "otto",
] as const;

/** The palette test: all tokens with contrast, and colours made from texts (ROUTE-05, SHELL-24). */
export function ColoursPage(): ReactNode {
  const say = useText();
  const plain = tokensOf(css, "light").filter(({ value }) => rgbOf(value) === null);
  return (
    <div className="lab">
      <PageHeader title={say("routes.labColors")} focusKey="/lab/colors" facts={[say("views.lab.about")]} />
      {THEMES.map(({ theme, title }) => (
        <Theme key={theme} title={say(title)} tokens={tokensOf(css, theme)} />
      ))}
      <Generated />
      <section aria-labelledby="lab-plain">
        <h2 id="lab-plain">{say("views.lab.measures")}</h2>
        <dl className="pairs">
          {plain.map(({ name, value }) => (
            <div key={name}>
              <dt className="code">--{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function Theme({ title, tokens }: { readonly title: string; readonly tokens: readonly Token[] }): ReactNode {
  const colours = tokens.filter(({ value }) => rgbOf(value) !== null);
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <Swatches colours={colours.map(({ name, value }) => ({ name: `--${name}`, value }))} tokens={tokens} />
    </section>
  );
}

/** Colours of texts, for samples and typed ones; they are the same in both themes. */
function Generated(): ReactNode {
  const say = useText();
  const [typed, setTyped] = useState("");
  const texts = typed === "" ? SAMPLES : [typed, ...SAMPLES];
  return (
    <section aria-labelledby="lab-generated">
      <h2 id="lab-generated">{say("views.lab.generated")}</h2>
      <div className="lab-typed">
        <LabelledInput label={say("views.lab.text")} value={typed} onChange={setTyped} />
      </div>
      <Swatches
        colours={texts.map((name) => ({ name, value: stringColour(name) }))}
        tokens={tokensOf(css, "light")}
      />
    </section>
  );
}

interface SwatchesProps {
  readonly colours: readonly Token[];
  /** Tokens of the theme to compare with. */
  readonly tokens: readonly Token[];
}

function Swatches({ colours, tokens }: SwatchesProps): ReactNode {
  const say = useText();
  const format = new Intl.NumberFormat(intlTag(useLocale()), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
  const beside = (colour: string, token: string): string => {
    const other = tokens.find(({ name }) => name === token)?.value ?? "";
    return format.format(contrast(colour, other) ?? 1);
  };
  return (
    <ul className="lab-swatches">
      {colours.map(({ name, value }, at) => (
        <li key={`${name}-${String(at)}`}>
          <span className="lab-colour" style={{ background: value }} aria-hidden="true" />
          <span className="code">{name}</span>
          <span className="muted small">{value}</span>
          <span className="muted small">
            {say("views.lab.contrast", { surface: beside(value, "surface"), text: beside(value, "text") })}
          </span>
        </li>
      ))}
    </ul>
  );
}
