import { queryOptions, useQuery } from "@tanstack/react-query";
import { useId, useMemo, type ReactNode } from "react";
import type { RequestForm } from "#contract/requests/form";
import { teamFor } from "#contract/requests/teams";
import type { Json } from "#contract/wire/json";
import { entryName } from "#core/form/schema";
import type { ReferenceTarget } from "#core/form/widget";
import { misplaced, placedList, withoutEntries } from "#core/requests/misplaced";
import { entryLabel, referenceOf } from "#core/requests/plan";
import { pickText } from "#core/text";
import { mailLink } from "#core/route/mail-link";
import type { Viewer } from "../../api/queries.ts";
import { useReferences } from "../../editor/form/use-references.ts";
import { useCalls } from "../../editor/portal/calls.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import type { CollectedActions } from "../../state/collected-actions.ts";
import { Button } from "../../ui/action/button.tsx";
import { CopyField } from "../../ui/action/copy-field.tsx";
import { ErrorBlock } from "../../ui/feedback/error-block.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import { useReferencePort, type ReferencePort } from "../../ui/field/field-component.ts";
import { FormView } from "../../ui/form/form-view.tsx";
import { useText, intlTag, useLocale } from "../../ui/text.ts";
import { useRequest, type OpenRequest, type RequestParts } from "./use-request.ts";

/** The fields of a form, the text they make, and the button that sends it. */
export function RequestFormView({ form, ports, given, onSent }: Omit<RequestParts, "names">): ReactNode {
  const say = useText();
  const id = useId();
  const { port, names } = useNamedReferences(ports.collected);
  const request = useRequest({ form, ports, given, names, onSent });
  return (
    <useReferencePort.Provider value={port}>
      <div
        className="request-form"
        // Typed text prevents an automatic reload of the page (SYS-13).
        onInput={({ currentTarget }) => currentTarget.setAttribute("data-dirty", "")}
      >
        <Misplaced form={form} request={request} port={port} />
        <FormView
          id={id}
          form={request.form}
          values={request.values}
          kind="page"
          check={request.check}
          refused={request.refused}
          onChange={request.change}
          onSubmit={request.send}
        >
          <details className="request-preview">
            <summary>{say("views.requests.preview")}</summary>
            <CopyField label={say("views.requests.preview")} value={request.text} isMultiline />
          </details>
          <Failed request={request} to={teamFor(ports.teams, form.name, request.variant) ?? ports.support} />
          <div>
            <Button type="submit" look="primary" disabled={request.isBusy}>
              {say("views.requests.send")}
            </Button>
          </div>
        </FormView>
      </div>
    </useReferencePort.Provider>
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
  return (
    <ErrorBlock title={say("views.requests.failed")} hint={say("views.requests.offline")}>
      <CopyField label={say("views.requests.preview")} value={text} isMultiline />
      <p>
        <a href={mailLink(to, { subject, body: text })}>{say("views.requests.mail")}</a>
      </p>
    </ErrorBlock>
  );
}

/** Finds values for references and keeps the names of the offered ones, because people read the tickets. */
function useNamedReferences(collected: CollectedActions) {
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

/** The places that a variant offers. */
const offeredQuery = (port: ReferencePort, viewer: Viewer, target: ReferenceTarget | null) =>
  queryOptions({
    queryKey: ["request-places", viewer, target],
    queryFn: async ({ signal }) =>
      new Set<Json>(target === null ? [] : (await port.choices(target, signal)).map(({ value }) => value)),
    enabled: target !== null,
  });

interface MisplacedProps {
  readonly form: RequestForm;
  readonly request: OpenRequest;
  readonly port: ReferencePort;
}

/** Says which collected entries do not fit the kind of the request. They stay until they are removed by hand; the server refuses them. */
function Misplaced({ form, request, port }: MisplacedProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const { viewer } = useCalls();
  const { variant } = request;
  const placed = placedList(form, variant);
  const target = placed === null ? null : referenceOf(placed.place, { catalogue, variant });
  const { data: offered } = useQuery(offeredQuery(port, viewer, target));
  const wrong = placed === null || offered === undefined ? [] : misplaced(placed, request.values, offered);
  if (placed === null || wrong.length === 0) return <output className="request-warning" />;
  const { label } = form.variants?.find(({ value }) => value === variant) ?? form;
  const entries = wrong.map((at) => entryName(entryLabel(placed.list, locale), at));
  const remove = (): void => request.change(withoutEntries(placed, request.values, wrong));
  return (
    <output className="request-warning">
      <Note
        tone="warning"
        action={
          <Button onClick={remove}>{say("views.requests.removeMisplaced", { count: wrong.length })}</Button>
        }
      >
        {say("views.requests.misplaced", {
          kind: pickText(label, locale) ?? "",
          entries: new Intl.ListFormat(intlTag(locale)).format(entries),
        })}
      </Note>
    </output>
  );
}
