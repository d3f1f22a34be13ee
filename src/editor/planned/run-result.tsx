import { useState, type ReactNode } from "react";
import type { TextKey } from "#core/text";
import { shownResults, wasReverted, type Run, type ShownResult } from "#core/txlist/run";
import { IconButton } from "../../ui/action/button.tsx";
import { Icon } from "../../ui/icon/icon.tsx";
import type { IconName } from "../../ui/icon/paths.ts";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { Cell } from "../cell/cell.tsx";
import { usePortal } from "../portal.ts";
import { detailFields, type ColumnContext } from "../section/columns.ts";
import type { ValueSource } from "../screen/values.ts";
import { textOf } from "../cell/text-of.ts";
import { TOKEN_TEXT, TokenText } from "./token-text.tsx";

/** What the last run came to: one line with its time, and the results that elements want to be shown. */
export function RunResult({ run }: { readonly run: Run }): ReactNode {
  if (run.phase === "idle" || run.phase === "busy") return null;
  return <Finished key={run.sent[0]?.uuid ?? ""} run={run} />;
}

type FinishedRun = Exclude<Run, { readonly phase: "idle" | "busy" }>;

function Finished({ run }: { readonly run: FinishedRun }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { txlist } = usePortal();
  const [at] = useState(() => new Date());
  const time = new Intl.DateTimeFormat(intlTag(locale), { timeStyle: "short", hourCycle: "h23" }).format(at);
  const values = { count: run.sent.length, time };
  const ending = ENDINGS[endingOf(run)];
  return (
    <div className={`run-result ${ending.look}`}>
      <div className="run-result-line">
        <Icon name={ending.icon} />
        <output>{say(ending.text, values)}</output>
        <IconButton icon="close" label={say("ui.common.close")} onClick={() => txlist.dismissResult()} />
      </div>
      {shownResults(run, locale).map((result) => (
        <ResultRows key={result.key} result={result} />
      ))}
    </div>
  );
}

type Ending = "failed" | "reverted" | "tested" | "applied";

const ENDINGS: Readonly<
  Record<Ending, { readonly look: string; readonly icon: IconName; readonly text: TextKey }>
> = {
  failed: { look: "is-bad", icon: "warning", text: "editor.run.failed" },
  reverted: { look: "is-warn", icon: "warning", text: "editor.run.revertedLine" },
  tested: { look: "is-ok", icon: "check", text: "editor.run.tested" },
  applied: { look: "is-ok", icon: "check", text: "editor.run.applied" },
};

function endingOf(run: FinishedRun): Ending {
  if (run.phase === "error") return "failed";
  if (wasReverted(run)) return "reverted";
  return run.mode === "test" ? "tested" : "applied";
}

/** The rows of one element, every attribute of it; secrets are shown once. */
function ResultRows({ result }: { readonly result: ShownResult }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue, visitor, loginName } = usePortal();
  const { title, object, rows } = result;
  const type = catalogue.objectType(object);
  if (type === null) return null;
  const source: ValueSource = { params: {}, lists: {}, current: null, loginName, visitor };
  const context: ColumnContext = { catalogue, type, locale, source, typeOf: () => null };
  const drawn = rows.map((row) => (
    <div key={textOf(row["gpk"])}>
      <dl className="changes small" aria-label={title}>
        {detailFields(context, undefined)
          .filter((field) => field.value(row) !== null)
          .map((field) => (
            <div key={field.id}>
              <dt className="muted">{"plain" in field.title ? field.title.plain : say(field.title.key)}</dt>
              <dd>
                <Cell column={field} row={row} locale={locale} />
              </dd>
            </div>
          ))}
      </dl>
      <TokenText text={row[TOKEN_TEXT]} />
    </div>
  ));
  return (
    <section aria-label={title}>
      <h3 className="run-result-title">{title}</h3>
      {rows.length === 0 ? <p className="muted">{say("editor.run.emptyResult")}</p> : drawn}
    </section>
  );
}
