import type { ReactNode } from "react";
import { REQUEST_FORMS } from "#contract/requests/forms";
import { shownSigns } from "#contract/values/signs";
import { isObject } from "#contract/wire/json";
import { answersOf, type Answer, type Piece } from "#core/requests/answers";
import { useText } from "../../ui/text.ts";
import { cellText, textOf } from "../cell/cell-text.ts";
import { PartLink, TextLink } from "../names/part.tsx";
import { useWords } from "../portal/words.ts";
import { useSectionStep, type SectionProps } from "./section-context.ts";
import { SectionHead } from "./section-head.tsx";
import "./answers-section.css";

/** The filled-in values, field by field. The text that was sent stands below, folded. */
export function AnswersSection({ section }: SectionProps<"answers">): ReactNode {
  const say = useText();
  const found = useSectionStep(section.of);
  const row = found?.rows[0];
  if (found === null || row === undefined) return null;
  const form = REQUEST_FORMS.get(textOf(row[section.form]));
  const values = row[section.values] ?? null;
  const answers = form === undefined || !isObject(values) ? [] : answersOf(form, values, found);
  const text = <p className="answers-text">{textOf(row[section.text])}</p>;
  return (
    <section className="section">
      <SectionHead section={section} type={found.type} />
      {answers.length === 0 ? (
        text
      ) : (
        <>
          <Answers answers={answers} />
          <details className="answers-sent">
            <summary>{say("editor.answers.sent")}</summary>
            {text}
          </details>
        </>
      )}
    </section>
  );
}

function Answers({ answers }: { readonly answers: readonly Answer[] }): ReactNode {
  return (
    <dl className="detail">
      {answers.map((answer) => (
        <div key={answer.name} className={isWide(answer) ? "detail-field detail-text" : "detail-field"}>
          <dt className="muted small">{answer.label}</dt>
          {answer.values.length > 0 && <Values values={answer.values} />}
          {answer.entries.map((entry, at) => (
            <dd key={at} className="answer-entry">
              {entry.name !== null && <p className="answer-entry-name">{entry.name}</p>}
              <Answers answers={entry.answers} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Answers of their own and texts of several lines take the whole width. */
function isWide({ values, entries }: Answer): boolean {
  return (
    entries.length > 0 || values.flat().some((piece) => piece.kind === "words" && piece.text.includes("\n"))
  );
}

function Values({ values }: Pick<Answer, "values">): ReactNode {
  return (
    <dd>
      {values.map((pieces, at) => (
        <span key={at}>
          {at > 0 && ", "}
          {pieces.map((piece, place) => (
            <DrawnPiece key={place} piece={piece} />
          ))}
        </span>
      ))}
    </dd>
  );
}

function DrawnPiece({ piece }: { readonly piece: Piece }): ReactNode {
  const { say, locale } = useWords();
  switch (piece.kind) {
    case "words":
      return <TextLink to={piece.href}>{shownSigns(piece.text)}</TextLink>;
    case "object": {
      const { object, key, text } = piece;
      return <PartLink part={{ text, href: null, unnamed: { object, key, mayBeNone: true } }} />;
    }
    case "value": {
      const { value, cell } = piece;
      if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
      return <span className={cell === "code" ? "code" : undefined}>{cellText(cell, value, locale)}</span>;
    }
  }
}
