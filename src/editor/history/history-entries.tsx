import { type ReactNode, useMemo } from "react";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { TextKey } from "#core/text";
import { readLogEntry, withoutRepeated, type LogEntry } from "#core/txlist/log-entry";
import { Button } from "../../ui/action/button.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { Time } from "../cell/time.tsx";
import { useLoggedTitle } from "../names/use-named.ts";
import { titleParts } from "../names/named.ts";
import { PartLinks } from "../names/part.tsx";
import { useWords } from "../portal/words.ts";
import { ChangedValue } from "./drawn-value.tsx";
import { reverseOfRows } from "./use-reverse.tsx";
import "./history.css";

export interface HistoryEntriesProps {
  readonly entries: readonly Row[];
  /** The object of the page, whose own changes need not name it. */
  readonly about: string | null;
  readonly isOfOneTransaction?: boolean;
  /** Older entries are folded. */
  readonly isNewestAlone?: boolean;
  readonly onReverse: (entry: Row) => void;
}

/** Entries of the log; an entry about another object than that of the page names it. */
export function HistoryEntries(props: HistoryEntriesProps): ReactNode {
  const { about, isOfOneTransaction = false, isNewestAlone = false, onReverse } = props;
  const say = useText();
  const entries = withoutRepeated(props.entries);
  if (entries.length === 0) return <Empty text={say("editor.history.empty")} />;
  const gone = new Set(
    entries.flatMap((entry) => (entry["function"] === "delete" ? [entry["object_gfk"]] : [])),
  );
  return (
    <ol className="history">
      {(isNewestAlone ? entries.slice(0, 1) : entries).map((entry) => (
        <HistoryEntry
          key={textOf(entry["gpk"])}
          entry={entry}
          namesObject={readLogEntry(entry).gpk !== about}
          namesTransaction={!isOfOneTransaction}
          isBrief={isNewestAlone}
          isGone={gone.has(readLogEntry(entry).gpk)}
          onReverse={() => onReverse(entry)}
        />
      ))}
    </ol>
  );
}

/** Link to all changes of the object and its dependents. */
export function AllChanges({ gpk }: { readonly gpk: string }): ReactNode {
  const say = useText();
  return (
    <p>
      <Link to={`/changes?object=${encodeURIComponent(gpk)}`}>{say("editor.history.all")}</Link>
    </p>
  );
}

const VERBS: Readonly<Record<string, { readonly self: TextKey; readonly as: TextKey }>> = {
  create: { self: "editor.history.create", as: "editor.history.createAs" },
  update: { self: "editor.history.update", as: "editor.history.updateAs" },
  delete: { self: "editor.history.delete", as: "editor.history.deleteAs" },
};
const OTHER = { self: "editor.history.other", as: "editor.history.otherAs" } as const;

/** Values shown beside the newest change. */
const FEW = 2;

interface HistoryEntryProps {
  readonly entry: Row;
  /** Names the changed object, if the page is about another one. */
  readonly namesObject: boolean;
  /** Links to the transaction, unless the page shows it. */
  readonly namesTransaction: boolean;
  /** The object was deleted later and has no page. */
  readonly isGone: boolean;
  /** Shows only a few values. */
  readonly isBrief: boolean;
  readonly onReverse: () => void;
}

/** One change: author (both names during impersonation), time, values, and the way to reverse it. */
function HistoryEntry(props: HistoryEntryProps): ReactNode {
  const { entry, namesObject, namesTransaction, isGone, isBrief, onReverse } = props;
  const { say, catalogue } = useWords();
  const isReversible = useMemo(() => canReverse(catalogue, [entry]), [catalogue, entry]);
  // Changes that the start of the server makes have no account.
  const nameOf = (attribute: string): string => textOf(entry[attribute]) || say("editor.history.system");
  const [login, as] = [nameOf("actor_login_name"), nameOf("login_name")];
  const told = useMemo(() => readLogEntry(entry), [entry]);
  const verb = VERBS[told.function] ?? OTHER;
  return (
    <li className="history-entry">
      <div className="history-line">
        <span>
          {namesObject && (
            <>
              <LoggedObject told={told} isGone={isGone} />
              {" · "}
            </>
          )}
          {say(login === as ? verb.self : verb.as, { login, as })}{" "}
          <Time text={textOf(entry["ts"])} className="muted" />
          {namesTransaction && <TransactionLink entry={entry} />}
        </span>
        {isReversible && (
          <Button look="quiet" icon="undo" onClick={onReverse}>
            {say("editor.history.reverse")}
          </Button>
        )}
      </div>
      {(!isBrief || told.changes.length <= FEW) && <ChangedValues told={told} />}
      {isShortened([entry]) && told.function === "update" && <Shortened text="editor.history.shortened" />}
    </li>
  );
}

/** Whether one of the entries is older than what the log keeps in full, so that others of its transaction may be missing. */
export function isShortened(entries: readonly Row[]): boolean {
  return entries.some((entry) => entry["is_shortened"] === true);
}

/** A sentence about what was removed from the log. */
export function Shortened({ text }: { readonly text: TextKey }): ReactNode {
  const say = useText();
  return <p className="muted small">{say(text)}</p>;
}

/** True if some of these changes of a transaction can be reversed, or if the reader must learn why none can. */
export function canReverse(catalogue: Catalogue, entries: readonly Row[]): boolean {
  const { items, losses } = reverseOfRows(catalogue, entries);
  return items.length > 0 || losses.some((loss) => loss.reason === "core.reverse.unseen");
}

interface ToldProps {
  readonly told: LogEntry;
}

interface LoggedObjectProps extends ToldProps, Pick<HistoryEntryProps, "isGone"> {
  /** The object is one of several, and their type is shown before them. */
  readonly isOfMany?: boolean;
}

/** The changed object by type and title, with links to it or, for a relation, to both its ends. */
export function LoggedObject({ told, isGone, isOfMany = false }: LoggedObjectProps): ReactNode {
  const words = useWords();
  const { object, gpk } = told;
  // The entry has all attributes of the row, which lead to its own page.
  const href = isGone ? null : rowHref(words.catalogue, object, { ...told.now, gpk });
  const title = useLoggedTitle(object, gpk, told.isText ? "" : told.title);
  const parts = titleParts(words, object, told.now ?? told.old);
  return (
    <span className="history-object">
      {!isOfMany && <span className="muted">{words.catalogue.typeName(object, words.locale)} </span>}
      {parts === null ? <Titled title={title} href={href} /> : <PartLinks parts={parts} />}
    </span>
  );
}

function Titled({ title, href }: { readonly title: string; readonly href: string | null }): ReactNode {
  return href === null ? <strong>{title}</strong> : <Link to={href}>{title}</Link>;
}

/** Link to the record of the transaction that made the change. */
export function TransactionLink({ entry }: { readonly entry: Row }): ReactNode {
  const { say, catalogue } = useWords();
  const gpk = entry["transaction_gfk"];
  const href = referenceHref(catalogue, "wapi.transaction", "gpk", gpk ?? null);
  if (href === null) return null;
  return (
    <span className="muted">
      {" · "}
      <Link to={href} title={textOf(gpk)}>
        {say("editor.history.transaction")}
      </Link>
    </span>
  );
}

/** Values before and after; creations and deletions have none. */
export function ChangedValues({ told }: ToldProps): ReactNode {
  const changes = told.function === "update" ? told.changes : [];
  if (changes.length === 0) return null;
  return (
    <dl className="changes">
      {changes.map((change) => (
        <ChangedValue
          key={[change.attribute, ...change.path].join(".")}
          object={told.object}
          change={change}
          old={change.before ?? null}
        />
      ))}
    </dl>
  );
}
