import { useState, type ReactNode } from "react";
import { IP_TOOLS, type IpTool, type ToolAnswer } from "#core/tools/ip-tools";
import { CopyButton } from "../../ui/action/copy.tsx";
import { LabelledInput } from "../../ui/field/labelled-input.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useText } from "../../ui/text.ts";
import "./ip.css";

/** IP tools, all in the browser (TOOL-19, TOOL-20). */
export function IpPage(): ReactNode {
  const say = useText();
  return (
    <div className="ip-page">
      <PageHeader title={say("routes.ip")} focusKey="/tools/ip" facts={[say("views.ip.about")]} />
      <div className="ip-tools">
        {IP_TOOLS.map((tool) => (
          <Tool key={tool.name} tool={tool} />
        ))}
      </div>
    </div>
  );
}

/** One tool, which answers once it has all inputs. */
function Tool({ tool }: { readonly tool: IpTool }): ReactNode {
  const say = useText();
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({});
  const answer = answerOf(tool, given);
  const problem = answer !== null && "problem" in answer ? answer : null;
  const lines = answer !== null && !("problem" in answer) ? answer : [];
  return (
    <section className="ip-tool" aria-labelledby={`ip-${tool.name}`}>
      <h2 id={`ip-${tool.name}`}>{say(tool.title)}</h2>
      {tool.inputs.map((input) => (
        <LabelledInput
          key={input.name}
          label={say(input.label)}
          isOptional={input.isOptional === true}
          isCode
          example={input.example}
          value={given[input.name] ?? ""}
          problem={problem?.input === input.name ? say(problem.problem) : null}
          onChange={(text) => setGiven({ ...given, [input.name]: text })}
        />
      ))}
      <dl className="ip-answer" aria-live="polite">
        {lines.map((line) => (
          <div key={line.label}>
            <dt className="muted small">{say(line.label)}</dt>
            <dd>
              <code>{line.value}</code>
              <CopyButton value={line.value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function answerOf(tool: IpTool, given: Readonly<Record<string, string>>): ToolAnswer | null {
  const values = Object.fromEntries(tool.inputs.map(({ name }) => [name, given[name]?.trim() ?? ""]));
  const isReady = tool.inputs.every(({ name, isOptional }) => isOptional === true || values[name] !== "");
  return isReady ? tool.answer(values) : null;
}
