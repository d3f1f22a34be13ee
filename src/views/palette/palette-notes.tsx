import type { ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { loginPath } from "#core/route/login-path";
import { searchHref } from "#core/route/launch";
import type { Catalogue } from "#core/catalogue/catalogue";
import { searchSystems } from "#core/search/kinds";
import type { SearchingState } from "#core/search/searching";
import type { TextKey } from "#core/text";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { Link } from "../../ui/layout/link.tsx";
import { useText, type Say } from "../../ui/text.ts";

const REGEXP_PROBLEMS = {
  too_long: "views.palette.regexpTooLong",
  bad_format: "views.palette.regexpForm",
} as const;

interface PaletteHintProps {
  readonly state: SearchingState;
  readonly isSignedIn: boolean;
  /** Pages or commands match, so no message about objects is needed. */
  readonly hasLines: boolean;
  readonly onLeave: () => void;
}

/** Why there is no result, or not yet. */
export function PaletteHint(props: PaletteHintProps): ReactNode {
  const say = useText();
  const { reading } = props.state;
  switch (reading.kind) {
    case "empty":
    case "joke":
      return null;
    case "tooLong":
      return (
        <Hint
          short={say("views.palette.tooLong")}
          text={say("views.palette.tooLongText", { count: LIMITS.searchLength })}
        />
      );
    case "badRegexp":
      return (
        <Hint
          short={say("views.palette.badRegexp")}
          text={say(REGEXP_PROBLEMS[reading.problem], { count: LIMITS.regexpLength })}
        />
      );
    case "search":
      return props.isSignedIn ? <OutcomeHint {...props} /> : <SignedOutHint {...props} />;
  }
}

function SignedOutHint({ state, onLeave }: PaletteHintProps): ReactNode {
  const say = useText();
  return (
    <Hint short={say("views.palette.signedOut")} text={say("views.palette.signedOutText")}>
      <Link to={loginPath({ pathname: searchHref(state.text), search: "", hash: "" })} onClick={onLeave}>
        {say("app.user.signIn")}
      </Link>
    </Hint>
  );
}

function OutcomeHint({ state, hasLines }: PaletteHintProps): ReactNode {
  const say = useText();
  const { phase, fault, found } = state;
  if (phase === "failed") return <Hint short={say("views.palette.failed")} text={fault?.description ?? ""} />;
  return phase === "done" && found?.count === 0 && !hasLines ? (
    <Hint short={say("views.palette.nothing")} text={say("views.palette.nothingText")} />
  ) : null;
}

interface HintProps {
  readonly short: string;
  readonly text: string;
  readonly children?: ReactNode;
}

function Hint({ short, text, children }: HintProps): ReactNode {
  return (
    <output className="palette-hint">
      <strong>{short}</strong> <span className="muted">{text}</span> {children}
    </output>
  );
}

/** Possible inputs, with examples. */
const formsIn = (
  catalogue: Catalogue,
): readonly { readonly write: (say: Say) => string; readonly text: TextKey }[] => [
  { write: () => "www.example", text: "views.palette.helpName" },
  { write: () => "s/^web[0-9]+", text: "views.palette.helpRegexp" },
  ...searchSystems(catalogue).map((system) => ({
    write: (say: Say) => `${system}:${say("views.palette.term")}`,
    text: "views.palette.helpSystem" as const,
  })),
  { write: () => "10.0.16.1 · 2001:db8::/32", text: "views.palette.helpAddress" },
  { write: () => "02:03:00:00:00:64", text: "views.palette.helpMac" },
  { write: () => "811 · 00.47.11", text: "views.palette.helpNumber" },
];

/** Possible inputs, and their length (SRCH-07, SRCH-08). */
export function PaletteHelp(): ReactNode {
  const say = useText();
  const catalogue = useCatalogue();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keys
    <section className="palette-help" aria-label={say("views.palette.help")} tabIndex={0}>
      <p>{say("views.palette.helpLength", { advised: LIMITS.searchAdvised, most: LIMITS.searchLength })}</p>
      <dl className="pairs">
        {formsIn(catalogue).map(({ write, text }) => (
          <div key={write(say)}>
            <dt className="code">{write(say)}</dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const KEYS: readonly (readonly [keys: string, text: TextKey])[] = [
  ["↑ ↓", "views.palette.keyChoose"],
  ["↵", "views.palette.keyOpen"],
  ["Ctrl ↵", "views.palette.keyNewTab"],
  ["Tab", "views.palette.keyKind"],
  ["⌫", "views.palette.keyHistory"],
  ["?", "views.palette.keyHelp"],
];

/** The keys of the search, on one line. */
export function PaletteKeys(): ReactNode {
  const say = useText();
  return (
    <div className="palette-keys">
      {KEYS.map(([keys, text]) => (
        <span key={keys}>
          <kbd>{keys.replace("Ctrl", say("app.keys.name.ctrl"))}</kbd> {say(text)}
        </span>
      ))}
    </div>
  );
}
