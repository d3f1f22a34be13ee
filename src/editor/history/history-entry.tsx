import { useMemo, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { referenceHref, rowHref } from "#core/route/object-routes";
import type { TextKey } from "#core/text";
import { readLogEntry, type LogEntry } from "#core/txlist/log-entry";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { Time } from "../cell/time.tsx";
import { useLoggedTitle } from "../names/logged-title.ts";
import { titleParts } from "../names/named.ts";
import { PartLinks } from "../names/part.tsx";
import { usePortal } from "../portal.ts";
import { changeName } from "./change-name.ts";
import { OldNew } from "./old-new.tsx";
import { reverseOfRows } from "./reverse.ts";

const VERBS: Readonly<Record<string, { readonly self: TextKey; readonly as: TextKey }>> = {
  create: { self: "editor.history.create", as: "editor.history.createAs" },
  update: { self: "editor.history.update", as: "editor.history.updateAs" },
  delete: { self: "editor.history.delete", as: "editor.history.deleteAs" },
};
const OTHER = { self: "editor.history.other", as: "editor.history.otherAs" } as const;

/** Changed values that have room beside the newest change. */
const FEW = 2;

export interface HistoryEntryProps {
  readonly entry: Row;
  /** Says which object was changed, where it is not that of the page. */
  readonly namesObject: boolean;
  /** Leads to the transaction, where that is not the page. */
  readonly namesTransaction: boolean;
  /** The object was deleted later: there is no page of it. */
  readonly isGone: boolean;
  /** Only few values are told. */
  readonly isBrief: boolean;
  readonly onReverse: () => void;
}

/** One change: who (both names where somebody acted as another), when, what, and how it is taken back. */
export function HistoryEntry(props: HistoryEntryProps): ReactNode {
  const { entry, namesObject, namesTransaction, isGone, isBrief, onReverse } = props;
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const isReversible = useMemo(() => canReverse(catalogue, entry), [catalogue, entry]);
  const [login, as] = [textOf(entry["actor_login_name"]), textOf(entry["login_name"])];
  const told = useMemo(() => readLogEntry(entry), [entry]);
  const verb = VERBS[told.function] ?? OTHER;
  return (
    <li className="history-entry">
      <div className="history-line">
        <span>
          {namesObject && <ObjectLink told={told} isGone={isGone} />}
          {say(login === as ? verb.self : verb.as, { login, as })}{" "}
          <Time text={textOf(entry["ts"])} locale={locale} className="muted" />
          {namesTransaction && <TransactionLink entry={entry} />}
        </span>
        {isReversible && (
          <Button look="quiet" icon="undo" onClick={onReverse}>
            {say("editor.history.reverse")}
          </Button>
        )}
      </div>
      {(!isBrief || told.changes.length <= FEW) && <Changes told={told} />}
    </li>
  );
}

/** Whether anything of a change can be taken back, or it has to be told why not. */
function canReverse(catalogue: ReturnType<typeof usePortal>["catalogue"], entry: Row): boolean {
  const { items, losses } = reverseOfRows(catalogue, [entry]);
  return items.length > 0 || losses.some((loss) => loss.reason === "core.reverse.unseen");
}

interface ToldProps {
  readonly told: LogEntry;
}

function ObjectLink({ told, isGone }: ToldProps & Pick<HistoryEntryProps, "isGone">): ReactNode {
  const locale = useLocale();
  const { catalogue } = usePortal();
  const { object, gpk } = told;
  // The entry has all attributes of the row, by which its own page is found.
  const href = isGone ? null : rowHref(object, { ...told.now, gpk });
  const title = useLoggedTitle(object, gpk, told.isText ? "" : told.title);
  const parts = titleParts(catalogue, object, told.now ?? told.old, locale);
  return (
    <span className="history-object">
      <span className="muted">{catalogue.typeName(object, locale)}</span>{" "}
      {parts === null ? <Titled title={title} href={href} /> : <PartLinks parts={parts} />}
      {" · "}
    </span>
  );
}

function Titled({ title, href }: { readonly title: string; readonly href: string | null }): ReactNode {
  return href === null ? <strong>{title}</strong> : <Link to={href}>{title}</Link>;
}

function TransactionLink({ entry }: { readonly entry: Row }): ReactNode {
  const say = useText();
  const gpk = entry["transaction_gfk"];
  const href = referenceHref("wapi.transaction", "gpk", gpk ?? null);
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

/** Values of a change, old and new. */
function Changes({ told }: ToldProps): ReactNode {
  const locale = useLocale();
  const { catalogue } = usePortal();
  const { object } = told;
  const changes = told.function === "update" ? told.changes : [];
  if (changes.length === 0) return null;
  return (
    <dl className="changes">
      {changes.map((change) => (
        <div key={[change.attribute, ...change.path].join(".")}>
          <dt className="muted">{changeName(catalogue, object, change, locale)}</dt>
          <dd>
            <OldNew
              of={change.path.length === 0 ? [object, change.attribute] : null}
              old={change.before ?? null}
              now={change.after ?? null}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
