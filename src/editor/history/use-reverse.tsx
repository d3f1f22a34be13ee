import { useRef, useState, type ReactNode } from "react";
import { objectIn, type Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import { FaultError } from "#core/fault/fault-error";
import { reverseOf, type ChangeEntry, type Reverse } from "#core/txlist/reverse";
import { laterChanges, missingObjects, namedObjects, nowSteps } from "#core/txlist/reverse-now";
import { readLists } from "../../api/execute.ts";
import type { Notice } from "../../state/notices.ts";
import { Button } from "../../ui/action/button.tsx";
import { Dialog } from "../../ui/feedback/dialog.tsx";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { Time } from "../cell/time.tsx";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useNotices, useShell, useTransactionList } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import { LossList } from "./loss-list.tsx";

export interface Reverser {
  /** Plans the reversal of these log entries as one step; asks first if something is lost. */
  readonly plan: (rows: readonly Row[]) => void;
  readonly dialog: ReactNode;
}

/** A reversal, with those of its objects that somebody has changed since. */
interface Proposal extends Reverse {
  readonly later: readonly Row[];
  readonly login: string | null;
}

export function useReverse(): Reverser {
  const catalogue = useCatalogue();
  const { execute } = useCalls();
  const txlist = useTransactionList();
  const shell = useShell();
  const notices = useNotices();
  const say = useText();
  const [announced, setAnnounced] = useState("");
  const [asked, setAsked] = useState<Proposal | null>(null);
  const isAsking = useRef(false);
  const isBlocked = (): boolean => {
    const block = txlist.blockOf("add");
    if (block !== null) notices.show({ tone: "warning", title: null, text: block });
    return block !== null;
  };
  const append = ({ items, login }: Proposal): void => {
    // In the meantime another tab may apply the list, or somebody else may have signed in.
    if (isBlocked()) return;
    setAsked(null);
    if (txlist.state.login !== login) return;
    txlist.submit({ kind: "append", items });
    shell.setPanel("isPlannedOpen", true);
    setAnnounced(say("editor.history.planned", { count: items.length }));
  };
  const start = async (rows: readonly Row[]): Promise<void> => {
    const { login } = txlist.state;
    try {
      const proposal = { ...(await proposalFor(catalogue, execute, rows)), login };
      const isWhole =
        proposal.losses.length === 0 && proposal.later.length === 0 && proposal.items.length > 0;
      return isWhole ? append(proposal) : setAsked(proposal);
    } catch (error) {
      return notices.show(notRead(error));
    }
  };
  /** A second press before the answer arrives plans nothing more. */
  const plan = (rows: readonly Row[]): void => {
    if (isAsking.current || isBlocked()) return;
    isAsking.current = true;
    void start(rows).finally(() => {
      isAsking.current = false;
    });
  };
  const dialog = (
    <>
      <output className="visually-hidden">{announced}</output>
      {asked !== null && (
        <ProposalDialog proposal={asked} onPlan={() => append(asked)} onClose={() => setAsked(null)} />
      )}
    </>
  );
  return { plan, dialog };
}

/** Notice of a refused reading of the log; any other error is a bug and passed on. */
export function notRead(error: unknown): Omit<Notice, "id"> {
  if (!(error instanceof FaultError)) throw error;
  const values = { text: error.fault.description };
  return { tone: "error", title: null, text: { key: "editor.history.notRead", values } };
}

/** The reversal that is possible now. Referenced objects must still exist, and others may have changed the objects. */
async function proposalFor(
  catalogue: Catalogue,
  execute: Execute,
  rows: readonly Row[],
): Promise<Omit<Proposal, "login">> {
  const named = namedObjects(reverseOfRows(catalogue, rows).items, catalogue);
  const found = await readLists(execute, nowSteps(rows, named));
  const reverse = reverseOfRows(catalogue, rows, missingObjects(named, found));
  return { ...reverse, later: laterChanges(rows, found) };
}

interface ProposalDialogProps {
  readonly proposal: Proposal;
  readonly onPlan: () => void;
  readonly onClose: () => void;
}

/** Shows losses and later changes of others before anything is planned. */
function ProposalDialog({ proposal, onPlan, onClose }: ProposalDialogProps): ReactNode {
  const say = useText();
  const { items, losses, renewed, later } = proposal;
  const count = items.length;
  return (
    <Dialog
      title={say(losses.length > 0 ? "editor.history.lossTitle" : "editor.history.laterTitle")}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{say("ui.common.cancel")}</Button>
          {count > 0 && (
            <Button look="primary" onClick={onPlan}>
              {say("editor.history.planAll", { count })}
            </Button>
          )}
        </>
      }
    >
      {(losses.length > 0 || count === 0) && (
        <>
          <p>{say(count > 0 ? "editor.history.lossSome" : "editor.history.lossAll")}</p>
          <LossList losses={losses} />
        </>
      )}
      {later.length > 0 && <LaterChanges entries={later} />}
      {renewed.length > 0 && (
        <>
          <p>{say("editor.history.renewed")}</p>
          <LossList losses={renewed} />
        </>
      )}
    </Dialog>
  );
}

function LaterChanges({ entries }: { readonly entries: readonly Row[] }): ReactNode {
  const { say, locale, catalogue } = useWords();
  return (
    <>
      <p>{say("editor.history.changedSince")}</p>
      <ul className="history-losses">
        {entries.map((entry) => (
          <li key={textOf(entry["gpk"])}>
            {catalogue.typeName(textOf(entry["object_fq_name"]), locale)}{" "}
            <strong>{textOf(entry["object_title"])}</strong>: {textOf(entry["login_name"])}{" "}
            <Time text={textOf(entry["ts"])} className="muted" />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The reversal of rows of the change log, which are in order of time. */
export function reverseOfRows(
  catalogue: Catalogue,
  rows: readonly Row[],
  missing: ReadonlySet<string> = new Set(),
): Reverse {
  return reverseOf(catalogue, rows.map(entryOf), () => crypto.randomUUID(), missing);
}

function entryOf(row: Row): ChangeEntry {
  return {
    object: textOf(row["object_fq_name"]),
    gpk: textOf(row["object_gfk"]),
    old: objectIn(row["old"]),
    new: objectIn(row["new"]),
  };
}
