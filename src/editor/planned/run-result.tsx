import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Json, Row } from "#contract/wire/json";
import { tokenFileEntry } from "#core/session/token-file";
import { answerGroups } from "#core/txlist/answers";
import { isToldBy } from "#core/txlist/diff";
import { referenceHref } from "#core/route/object-routes";
import type { TextKey } from "#core/text";
import { shownResults, type ShownResult } from "#core/txlist/results";
import type { LostEnd, Run } from "#core/txlist/run";
import { tookEffect, wasReverted } from "#core/txlist/run-end";
import { EFFECTS_UP_TO } from "#core/txlist/test-steps";
import { IconButton } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy-field.tsx";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import type { IconName } from "../../ui/icon/paths.ts";
import { later } from "../../ui/layout/later.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { cellText, textOf } from "../cell/cell-text.ts";
import { Cell, isNothing } from "../cell/cell.tsx";
import { useAccount } from "../portal/account.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import { useWords } from "../portal/words.ts";
import type { ValueSource } from "../screen/values.ts";
import { columnTitle, detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import "../../ui/table/card-lines.css";

/** Result of the last run: one line with its time, and results that elements request. */
export function RunResult({ run, endedAt }: { readonly run: Run; readonly endedAt: number }): ReactNode {
  if (run.phase === "busy" && run.isLost === true) return <Asking />;
  if (run.phase === "busy") return <Ahead />;
  if (run.phase === "idle") return null;
  return <Finished run={run} endedAt={endedAt} />;
}

/** Loads the parts for the result while the run lasts, because the connection may be lost at its end. */
function Ahead(): ReactNode {
  useEffect(() => {
    // A failure is ignored here. If the part is still missing when it is drawn, an error says so.
    PlannedReach.fetch().catch(() => null);
  }, []);
  return null;
}

/** The answer of an apply was lost, and the server is asked how the apply ended. */
function Asking(): ReactNode {
  const { isOnline } = useSnapshot(useShell().state);
  return <Warning text={isOnline ? "editor.run.lostAsking" : "editor.run.lostOffline"} />;
}

/** A state of the list that is no result. */
export function Warning({ text }: { readonly text: TextKey }): ReactNode {
  const say = useText();
  return (
    <div className="run-result is-warn">
      <div className="run-result-line">
        <Icon name="warning" />
        <output>{say(text)}</output>
      </div>
    </div>
  );
}

type FinishedRun = Exclude<Run, { readonly phase: "idle" | "busy" }>;

function Finished({ run, endedAt }: { readonly run: FinishedRun; readonly endedAt: number }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const txlist = useTransactionList();
  const time = new Intl.DateTimeFormat(intlTag(locale), { timeStyle: "short", hourCycle: "h23" }).format(
    endedAt,
  );
  const as = run.as ?? "";
  const values = { count: run.sent.length, time, as };
  const ending = ENDINGS[endingOf(run)];
  return (
    <div className={`run-result ${ending.look}`}>
      <div className="run-result-line">
        <Icon name={ending.icon} />
        <output>{say((as === "" ? null : AS_ANOTHER[endingOf(run)]) ?? ending.text, values)}</output>
        <TransactionLink run={run} />
        <IconButton icon="close" label={say("ui.common.close")} onClick={() => txlist.dismissResult()} />
      </div>
      {endingOf(run) === "tested" && run.sent.length > EFFECTS_UP_TO && (
        <p className="muted small">{say("editor.run.noEffects", { count: EFFECTS_UP_TO })}</p>
      )}
      {endingOf(run) === "tested" && <Changed run={run} />}
      {tookEffect(run) && orElse(null, <AppliedEffects run={run} />)}
      {shownResults(run, locale).map((result) => (
        <ResultRows key={result.key} result={result} />
      ))}
    </div>
  );
}

const PlannedAnswers = later(
  "planned-answers",
  async () => (await import("./planned-answers.tsx")).PlannedAnswers,
);

const AppliedEffects = later(
  "applied-effects",
  async () => (await import("./applied-effects.tsx")).AppliedEffects,
);

const PlannedReach = later("planned-reach", async () => (await import("./planned-reach.tsx")).PlannedReach);

/** The effect of a test: the number of changes, and the answers of servers if the test says that they change. */
function Changed({ run }: { readonly run: FinishedRun }): ReactNode {
  const results = run.phase === "success" ? run.results : null;
  const groups = useMemo(() => (results === null ? [] : answerGroups(results)), [results]);
  return (
    <>
      <PlannedReach run={run} answers={groups} />
      {groups.length > 0 && orElse(null, <PlannedAnswers groups={groups} />)}
    </>
  );
}

/** The record of the applied changes, which can be reversed from there. */
function TransactionLink({ run }: { readonly run: FinishedRun }): ReactNode {
  const { say, catalogue } = useWords();
  const gpk = run.phase === "success" ? (run.transaction ?? null) : null;
  const href = referenceHref(catalogue, "wapi.transaction", "gpk", gpk);
  return href === null ? null : <Link to={href}>{say("editor.history.transaction")}</Link>;
}

type Ending = "failed" | "testFailed" | "lostApplied" | `lost_${LostEnd}` | "reverted" | "tested" | "applied";

const ENDINGS: Readonly<
  Record<Ending, { readonly look: string; readonly icon: IconName; readonly text: TextKey }>
> = {
  failed: { look: "is-bad", icon: "warning", text: "editor.run.failed" },
  testFailed: { look: "is-bad", icon: "warning", text: "editor.run.testFailed" },
  lost_test: { look: "is-bad", icon: "warning", text: "editor.run.lostTest" },
  lost_undone: { look: "is-bad", icon: "warning", text: "editor.run.lostUndone" },
  lost_unsent: { look: "is-bad", icon: "warning", text: "editor.run.lostUnsent" },
  lost_unknown: { look: "is-bad", icon: "warning", text: "editor.run.lostUnknown" },
  lostApplied: { look: "is-ok", icon: "check", text: "editor.run.lostApplied" },
  reverted: { look: "is-warn", icon: "warning", text: "editor.run.revertedLine" },
  tested: { look: "is-ok", icon: "check", text: "editor.run.tested" },
  applied: { look: "is-ok", icon: "check", text: "editor.run.applied" },
};

/** Texts for a test as another account. */
const AS_ANOTHER: Partial<Readonly<Record<Ending, TextKey>>> = {
  testFailed: "editor.run.testFailedAs",
  tested: "editor.run.testedAs",
};

function endingOf(run: FinishedRun): Ending {
  const isTest = run.mode === "test";
  if (run.phase === "error" && run.lost !== undefined) return `lost_${run.lost}`;
  if (run.phase === "error") return isTest ? "testFailed" : "failed";
  if (wasReverted(run)) return "reverted";
  if (run.isLost === true) return "lostApplied";
  return isTest ? "tested" : "applied";
}

/** Rows drawn at once; the others on demand. */
const SHOWN = 50;

/** The result of an element: one row with its values below each other, several as a table; secrets are shown once (TA-61, TA-62). */
function ResultRows({ result }: { readonly result: ShownResult }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const { visitor, loginName } = useAccount();
  const { title, object, rows } = result;
  const type = catalogue.objectType(object);
  if (type === null) return null;
  const source: ValueSource = { params: {}, lists: {}, current: null, loginName, visitor };
  const context: ColumnContext = { catalogue, type, locale, source, typeOf: () => null };
  const [only, ...others] = rows;
  // The title of a single row stands above its values.
  const isTold = (field: ShownColumn, row: Row): boolean =>
    others.length === 0 &&
    type.title.includes(field.attribute?.name ?? "") &&
    isToldBy(title, cellText(field.cell, field.value(row), locale));
  const fields = detailFields(context, undefined).filter((field) =>
    rows.some((row) => !isNothing(field.value(row)) && !isTold(field, row)),
  );
  return (
    <div>
      <h3 className="run-result-title">{title}</h3>
      {only === undefined && <p className="muted">{say("editor.run.emptyResult")}</p>}
      {only !== undefined && others.length === 0 && <ResultDetail fields={fields} row={only} />}
      {others.length > 0 && <ResultTable title={title} fields={fields} rows={rows} />}
      {rows.map((row) => (
        <TokenText key={textOf(row["gpk"])} text={row[TOKEN_TEXT]} />
      ))}
    </div>
  );
}

function ResultDetail({ fields, row }: Pick<ResultTableProps, "fields"> & { readonly row: Row }): ReactNode {
  const say = useText();
  return (
    <dl className="changes small">
      {fields.map((field) => (
        <div key={field.id}>
          <dt className="muted">{columnTitle(say, field)}</dt>
          <dd>
            <Cell column={field} row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ResultTableProps {
  readonly title: string;
  readonly fields: readonly ShownColumn[];
  readonly rows: readonly Row[];
}

function ResultTable({ title, fields, rows }: ResultTableProps): ReactNode {
  const say = useText();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  return (
    <>
      {/* Wider than the list beside the page: it scrolls by itself, also with the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <section className="result-table" aria-label={title} tabIndex={0}>
        <table className="card-lines small">
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field.id} scope="col" className="muted">
                  {columnTitle(say, field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={textOf(row["gpk"])}>
                {fields.map((field) => (
                  <td key={field.id} data-title={columnTitle(say, field)}>
                    <Cell column={field} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > shown.length && (
        <button type="button" className="button button-quiet small" onClick={() => setAll(true)}>
          {say("editor.planned.more", { count: rows.length - shown.length })}
        </button>
      )}
    </>
  );
}

/** Member that only the answer to a new or regenerated token has. */
const TOKEN_TEXT = "token";

/** The text of a token, shown this one time, ready to be copied (TOK-02, TOK-09). */
function TokenText({ text }: { readonly text: Json | undefined }): ReactNode {
  const say = useText();
  if (typeof text !== "string") return null;
  return (
    <>
      <CopyField label={say("screens.tokens.text")} value={text} />
      <CopyField label={say("editor.once.snippet")} value={tokenFileEntry(text)} isMultiline />
      <Note tone="warning">{say("editor.once.text")}</Note>
    </>
  );
}
