import type { ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { ofFile, type Rejected } from "#imports/shared/steps";
import { Button } from "../../ui/action/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { useText } from "../../ui/text.ts";
import type { ImportFound } from "./run-import.ts";

/** Result of an import: changes it would make, changes it cannot make, and contents that have no place in the portal. */
export function Found({
  found,
  onPlan,
}: {
  readonly found: ImportFound;
  readonly onPlan: () => void;
}): ReactNode {
  const say = useText();
  const { steps, rejected, notes, tally } = found;
  const isTooLong = steps.length > LIMITS.bulkRows;
  return (
    <section className="import-found" aria-label={say("views.import.result")}>
      <output>
        {say("views.import.changes", { count: steps.length })}{" "}
        {say("views.import.sum", {
          count: tally.read,
          planned: tally.planned,
          present: tally.present,
          told: tally.told,
          rejected: tally.rejected,
        })}
      </output>
      {isTooLong && <Note tone="warning">{say("views.import.tooMany", { count: LIMITS.bulkRows })}</Note>}
      {steps.length > 0 && (
        <Button look="primary" disabled={isTooLong} onClick={onPlan}>
          {say("views.import.plan", { count: steps.length })}
        </Button>
      )}
      <Rows
        title={say("views.import.rejected", { count: rejected.length })}
        rows={rejected}
        isOpen={steps.length === 0}
      />
      <Rows title={say("views.import.notes", { count: notes.length })} rows={notes} />
    </section>
  );
}

const MOST_ROWS = 500;

interface RowsProps {
  readonly title: string;
  readonly rows: readonly Rejected[];
  /** Opens a long list, too. */
  readonly isOpen?: boolean;
}

function Rows({ title, rows, isOpen = false }: RowsProps): ReactNode {
  const say = useText();
  if (rows.length === 0) return null;
  return (
    <details open={isOpen || rows.length <= 20}>
      <summary>{title}</summary>
      <ul className="import-rows" aria-label={title}>
        {rows.slice(0, MOST_ROWS).map(({ file, line, value, reason }, at) => (
          <li key={at}>
            <span className="import-at">{ofFile(file, say("editor.import.line", { line }))}</span> {reason}{" "}
            <span className="code muted">{value}</span>
          </li>
        ))}
      </ul>
      {rows.length > MOST_ROWS && (
        <p className="muted">{say("editor.import.more", { count: rows.length - MOST_ROWS })}</p>
      )}
    </details>
  );
}
