import type { ReactNode } from "react";
import { problemText, type TemplateProblem } from "#contract/template-check/problem";
import { languageOf } from "#core/catalogue/languages";
import { Icon } from "../../ui/icon/icon.tsx";
import { useLocale, useText } from "../../ui/text.ts";

export interface TemplateErrorsProps {
  /** The faulty template as the hub names it; null for one that was imported. */
  readonly name: string | null;
  readonly problems: readonly TemplateProblem[];
  readonly children?: ReactNode;
}

/** Everything that is wrong with a template, by path and in words, in place of its form (TPL-17, TPL-22, HUB-05). */
export function TemplateErrors({ name, problems, children }: TemplateErrorsProps): ReactNode {
  const say = useText();
  return (
    <div className="template-errors" role="alert">
      <div className="template-errors-head">
        <Icon name="warning" />
        <p className="template-errors-title">{say("core.template.invalid")}</p>
        {children}
      </div>
      {name !== null && <p>{name}</p>}
      <ProblemList problems={problems} />
    </div>
  );
}

function ProblemList({ problems }: Pick<TemplateErrorsProps, "problems">): ReactNode {
  const language = languageOf(useLocale());
  return (
    <ul>
      {problems.map((problem) => {
        const text = problemText(problem, language);
        return (
          <li key={`${problem.path} ${text}`}>
            {problem.path !== "" && <code>{problem.path}</code>} <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
