import { useState, type ReactNode } from "react";
import type { Json, Row } from "#contract/wire/json";
import type { ShownResult } from "#core/txlist/run";
import { useLocale, useText, type Say } from "../../ui/text.ts";
import { Cell } from "../cell/cell.tsx";
import { textOf } from "../cell/text-of.ts";
import { usePortal } from "../portal.ts";
import { detailFields, type ColumnContext, type ShownColumn } from "../section/columns.ts";
import type { ValueSource } from "../screen/values.ts";
import { TOKEN_TEXT, TokenText } from "./token-text.tsx";

/** Rows that are drawn at once; the others on demand. */
const SHOWN = 50;

/** What an element gave back: one row with all its values below each other, several as a table; secrets are shown once (TA-61, TA-62). */
export function ResultRows({ result }: { readonly result: ShownResult }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue, visitor, loginName } = usePortal();
  const { title, object, rows } = result;
  const type = catalogue.objectType(object);
  if (type === null) return null;
  const source: ValueSource = { params: {}, lists: {}, current: null, loginName, visitor };
  const context: ColumnContext = { catalogue, type, locale, source, typeOf: () => null };
  const fields = detailFields(context, undefined).filter((field) =>
    rows.some((row) => !isEmpty(field.value(row))),
  );
  const [only, ...others] = rows;
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

function ResultDetail({
  fields,
  row,
}: {
  readonly fields: readonly ShownColumn[];
  readonly row: Row;
}): ReactNode {
  const say = useText();
  const locale = useLocale();
  return (
    <dl className="changes small">
      {fields.map((field) => (
        <div key={field.id}>
          <dt className="muted">{titleOf(say, field)}</dt>
          <dd>
            <Cell column={field} row={row} locale={locale} />
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
  const locale = useLocale();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, SHOWN);
  return (
    <>
      {/* Wider than the list beside the page: it scrolls by itself, also with the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys */}
      <section className="result-table" aria-label={title} tabIndex={0}>
        <table className="small">
          <thead>
            <tr>
              {fields.map((field) => (
                <th key={field.id} scope="col" className="muted">
                  {titleOf(say, field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={textOf(row["gpk"])}>
                {fields.map((field) => (
                  <td key={field.id}>
                    <Cell column={field} row={row} locale={locale} />
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

function titleOf(say: Say, { title }: ShownColumn): string {
  return "plain" in title ? title.plain : say(title.key);
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
