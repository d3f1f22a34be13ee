import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import type { RequestForm } from "#contract/requests/form";
import type { ReferenceTarget } from "#core/form/widget";
import { referenceOf } from "#core/requests/drawn-field";
import { misplaced, placedList, withoutEntries, type PlacedList } from "#core/requests/misplaced";
import { pickText } from "#core/text";
import type { Viewer } from "../../api/queries.ts";
import { usePortal } from "../../editor/portal.ts";
import { Button } from "../../ui/action/button.tsx";
import { Note } from "../../ui/feedback/note.tsx";
import type { ReferencePort } from "../../ui/field/field-component.ts";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import type { OpenRequest } from "./use-request.ts";

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

/** Tells which collected entries do not fit the kind of the request. They stay until they are removed by hand; the server refuses them. */
export function Misplaced({ form, request, port }: MisplacedProps): ReactNode {
  const { catalogue, viewer } = usePortal();
  const { variant, draft } = request;
  const placed = placedList(form, variant);
  const target = placed === null ? null : referenceOf(placed.place, catalogue, variant);
  const { data: offered } = useQuery(offeredQuery(port, viewer, target));
  const wrong = placed === null || offered === undefined ? [] : misplaced(placed, draft, offered);
  return (
    <output className="request-warning">
      {placed !== null && wrong.length > 0 && (
        <Told form={form} request={request} placed={placed} wrong={wrong} />
      )}
    </output>
  );
}

interface ToldProps extends Pick<MisplacedProps, "form" | "request"> {
  readonly placed: PlacedList;
  readonly wrong: readonly number[];
}

function Told({ form, request, placed, wrong }: ToldProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { list } = placed;
  const { label } = form.variants?.find(({ value }) => value === request.variant) ?? form;
  const name = pickText({ ...(list.entry ?? list.label) }, locale) ?? list.name;
  const entries = wrong.map((at) => say("views.requests.entry", { name, number: at + 1 }));
  const remove = (): void => request.setDraft(withoutEntries(placed, request.draft, wrong));
  return (
    <Note
      tone="warning"
      action={
        <Button onClick={remove}>{say("views.requests.removeMisplaced", { count: wrong.length })}</Button>
      }
    >
      {say("views.requests.misplaced", {
        kind: pickText({ ...label }, locale) ?? "",
        entries: new Intl.ListFormat(intlTag(locale)).format(entries),
      })}
    </Note>
  );
}
