import { useMemo, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { TextKey } from "#core/text";
import { cardsOf, kindsOf, type LogCard, type SameChanges } from "#core/txlist/log-cards";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { kindText } from "../cell/kind-text.ts";
import { Time } from "../cell/time.tsx";
import {
  canReverse,
  ChangedValues,
  isShortened,
  LoggedObject,
  Shortened,
  TransactionLink,
} from "../history/history-entries.tsx";
import { TakeBack } from "../history/take-back.tsx";
import type { Reverser } from "../history/use-reverse.tsx";
import { useCatalogue } from "../portal/metadata.ts";
import { useWords } from "../portal/words.ts";

interface ChangeCardsProps extends Pick<Reverser, "plan"> {
  readonly entries: readonly Row[];
  /** The next page has more entries of the last transaction. */
  readonly isCut: boolean;
}

/** The changes of a page of the log: one card for each transaction. */
export function ChangeCards({ entries, isCut, plan }: ChangeCardsProps): ReactNode {
  const cards = useMemo(() => cardsOf(entries), [entries]);
  const gone = new Set(
    entries.flatMap((entry) => (entry["function"] === "delete" ? [textOf(entry["object_gfk"])] : [])),
  );
  return (
    <ol className="change-cards">
      {cards.map((card, at) => (
        <ChangeCard
          key={card.transaction}
          card={card}
          gone={gone}
          isCut={isCut && at === cards.length - 1}
          plan={plan}
        />
      ))}
    </ol>
  );
}

interface ChangeCardProps extends Pick<ChangeCardsProps, "isCut" | "plan"> {
  readonly card: LogCard;
  /** Objects that have no page any more. */
  readonly gone: ReadonlySet<string>;
}

/** A transaction: its time, its author, its changes in words, its effects, and the way to take it back. */
function ChangeCard({ card, gone, isCut, plan }: ChangeCardProps): ReactNode {
  const say = useText();
  const catalogue = useCatalogue();
  const isWhole = !isShortened(card.rows);
  const isReversible = useMemo(() => isWhole && canReverse(catalogue, card.rows), [catalogue, card, isWhole]);
  const [only, ...others] = card.changes;
  // The heading alone names a single object.
  const single = only !== undefined && others.length === 0 && only.all.length === 1 ? only : null;
  return (
    <li className="change-card">
      <div className="change-card-head">
        <div>
          <h2>{single === null ? <Kinds card={card} /> : <Single change={single} gone={gone} />}</h2>
          <p className="small muted">
            <Author entry={card.rows[0] ?? {}} />
          </p>
        </div>
        {isReversible && <TakeBack transaction={card.transaction} plan={plan} />}
      </div>
      {single === null ? (
        <ul className="history">
          {card.changes.map((change) => (
            <ChangeLine
              key={textOf(change.rows[0]?.["gpk"])}
              change={change}
              isAlone={others.length === 0}
              gone={gone}
              plan={plan}
            />
          ))}
        </ul>
      ) : (
        <ChangedValues told={single.told} />
      )}
      {isCut && <p className="muted small">{say("editor.changes.goesOn")}</p>}
      {!isWhole && <Shortened text="editor.history.transactionShortened" />}
    </li>
  );
}

const DONE: Readonly<Record<string, TextKey>> = {
  create: "editor.changes.created",
  update: "editor.changes.changed",
  delete: "editor.changes.deleted",
};

function useDone(): (fn: string, what: string) => string {
  const say = useText();
  return (fn, what) => say(DONE[fn] ?? "editor.changes.changed", { what });
}

/** "Created: 2 sites, 1 building · Changed: 358 DNS records" */
function Kinds({ card }: Pick<ChangeCardProps, "card">): ReactNode {
  const words = useWords();
  const done = useDone();
  const kinds = Map.groupBy(kindsOf(card), (kind) => kind.function);
  return [...kinds]
    .map(([fn, all]) => done(fn, all.map(({ object, count }) => kindText(words, object, count)).join(", ")))
    .join(" · ");
}

interface ChangeProps {
  readonly change: SameChanges;
  readonly gone: ReadonlySet<string>;
}

function Single({ change: { told }, gone }: ChangeProps): ReactNode {
  return (
    <>
      {useDone()(told.function, "")}
      <LoggedObject told={told} isGone={gone.has(told.gpk)} />
    </>
  );
}

/** Time, account in effect and the one behind it, and the record of all steps. */
function Author({ entry }: { readonly entry: Row }): ReactNode {
  const say = useText();
  const nameOf = (attribute: string): string => textOf(entry[attribute]) || say("editor.history.system");
  const [login, as] = [nameOf("actor_login_name"), nameOf("login_name")];
  return (
    <>
      <Time text={textOf(entry["ts"])} /> · {login === as ? login : say("editor.changes.as", { login, as })}
      <TransactionLink entry={entry} />
    </>
  );
}

/** Objects named at once; the others on demand. */
const FEW = 5;

interface ChangeLineProps extends ChangeProps, Pick<Reverser, "plan"> {
  /** The heading of the card already says what was done. */
  readonly isAlone: boolean;
}

/** Several equal changes: first all their objects, then the values once. */
function ChangeLine({ change, isAlone, gone, plan }: ChangeLineProps): ReactNode {
  const words = useWords();
  const { say, catalogue } = words;
  const done = useDone();
  const [isAll, setAll] = useState(false);
  const { told, all, rows } = change;
  const isOne = all.length === 1;
  const isReversible = useMemo(() => isOne && canReverse(catalogue, rows), [catalogue, isOne, rows]);
  const shown = isAll ? all : all.slice(0, FEW);
  return (
    <li className="history-entry">
      <div className="history-line">
        <span>
          {!isAlone && done(told.function, isOne ? "" : `${kindText(words, told.object, all.length)} `)}
          <span className="change-objects">
            {shown.map((one) => (
              <LoggedObject key={one.gpk} told={one} isGone={gone.has(one.gpk)} isOfMany={!isOne} />
            ))}
          </span>
          {all.length > shown.length && (
            <>
              {" "}
              <button type="button" className="link-button" onClick={() => setAll(true)}>
                {say("editor.history.andMore", { count: all.length - shown.length })}
              </button>
            </>
          )}
        </span>
        {isReversible && (
          <Button look="quiet" icon="undo" onClick={() => plan(rows)}>
            {say("editor.history.reverse")}
          </Button>
        )}
      </div>
      <ChangedValues told={told} />
    </li>
  );
}
