import { useId, useMemo, useRef, type ReactNode } from "react";
import type { RequestForm } from "#contract/requests/form";
import { teamFor } from "#contract/requests/teams";
import { pathLabel } from "#core/requests/problem-text";
import { useReferences } from "../../editor/form/use-references.ts";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { ReferencePortProvider, type ReferencePort } from "../../ui/field/field-component.ts";
import { useLocale, useText } from "../../ui/text.ts";
import type { CollectedActions } from "../../state/collected-actions.ts";
import { Misplaced } from "./misplaced.tsx";
import { pathId, RequestFields } from "./request-fields.tsx";
import type { RequestPorts } from "./request-ports.ts";
import { useRequest, type OpenRequest, type SentTicket } from "./use-request.ts";

interface RequestFormViewProps {
  readonly form: RequestForm;
  readonly ports: RequestPorts;
  /** Texts of the address for fields of the same name. */
  readonly given: Readonly<Record<string, string>>;
  readonly onSent: (ticket: SentTicket) => void;
}

/** The fields of a form, the text they make, and the button that sends it. */
export function RequestFormView({ form, ports, given, onSent }: RequestFormViewProps): ReactNode {
  const say = useText();
  const id = useId();
  const { port, names } = useNamedReferences(ports.collected);
  const request = useRequest({ form, ports, given, names, onSent });
  const summary = useRef<HTMLDivElement>(null);
  const { members, problems, failure } = request;
  return (
    <ReferencePortProvider value={port}>
      <form
        className="request-form"
        noValidate
        // What was typed keeps the page from being loaded anew (SYS-13).
        onInput={({ currentTarget }) => currentTarget.setAttribute("data-dirty", "")}
        onSubmit={(event) => {
          event.preventDefault();
          if (!request.send()) requestAnimationFrame(() => summary.current?.focus());
        }}
      >
        {problems.size > 0 && (
          <div ref={summary} className="form-summary" role="alert" tabIndex={-1}>
            <Summary form={form} id={id} request={request} />
          </div>
        )}
        <Misplaced form={form} request={request} port={port} />
        {members.length > 0 && (
          <RequestFields
            id={id}
            path=""
            fields={members}
            draft={request.head}
            variant={null}
            problems={problems}
            onChange={request.setHead}
          />
        )}
        <RequestFields
          id={id}
          path=""
          fields={form.fields}
          draft={request.draft}
          variant={request.variant}
          problems={problems}
          onChange={request.setDraft}
        />
        <details className="request-preview">
          <summary>{say("views.requests.preview")}</summary>
          <CopyField label={say("views.requests.preview")} value={request.text} isMultiline />
        </details>
        {failure !== null && (
          <Failed request={request} to={teamFor(ports.teams, form.name, request.variant) ?? ports.support} />
        )}
        <div>
          <Button type="submit" look="primary" disabled={request.isBusy}>
            {say("views.requests.send")}
          </Button>
        </div>
      </form>
    </ReferencePortProvider>
  );
}

interface SummaryProps {
  readonly form: RequestForm;
  readonly id: string;
  readonly request: OpenRequest;
}

/** What is wrong, with links to the fields. */
function Summary({ form, id, request: { members, problems } }: SummaryProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  return (
    <>
      <p>{say("ui.form.summary", { count: problems.size })}</p>
      <ul>
        {[...problems].map(([path, text]) => (
          <li key={path}>
            <a
              href={`#${pathId(id, path)}`}
              onClick={(event) => {
                event.preventDefault();
                document.getElementById(pathId(id, path))?.focus();
              }}
            >
              {pathLabel([...members, ...form.fields], path, locale)}
            </a>
            : {text}
          </li>
        ))}
      </ul>
    </>
  );
}

interface FailedProps {
  readonly request: OpenRequest;
  /** Who takes the request by mail. */
  readonly to: string | null;
}

/** Nothing typed is lost: the text can go by mail while the server is away (REQ-99). */
function Failed({ request: { failure, text, subject }, to }: FailedProps): ReactNode {
  const say = useText();
  if (failure === null) return null;
  if (failure.kind === "refused") return <ErrorBlock title={failure.reason} />;
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`;
  return (
    <ErrorBlock title={say("views.requests.failed")} hint={say("views.requests.offline")}>
      <CopyField label={say("views.requests.preview")} value={text} isMultiline />
      <p>
        <a href={`mailto:${to ?? ""}?${query}`}>{say("views.requests.mail")}</a>
      </p>
    </ErrorBlock>
  );
}

/** Where references find their values, and the names of those that were offered: tickets are read by people. */
function useNamedReferences(collected: CollectedActions): {
  readonly port: ReferencePort;
  readonly names: ReadonlyMap<string, string>;
} {
  const references = useReferences();
  return useMemo(() => {
    const names = new Map(Object.entries(collected.read().names));
    const port: ReferencePort = {
      choices: (target, signal) => references.choices(target, signal),
      known: (value) => names.get(value) ?? null,
      suggest: async (target, text, signal) => {
        const offered = await references.suggest(target, text, signal);
        for (const { value, label } of offered) if (typeof value === "string") names.set(value, label);
        return offered;
      },
    };
    return { port, names };
  }, [references, collected]);
}
