import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, type ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { Params } from "#contract/wire/json";
import { FaultError } from "#core/fault/fault-error";
import { pickText } from "#core/text";
import type { HubEntry } from "#contract/wire/hub";
import { hubTemplateQuery } from "../../api/hub.ts";
import type { Http } from "../../api/http.ts";
import { FaultBlock } from "../../editor/fault/fault-block.tsx";
import { usePlanner } from "../../editor/planning/planner.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { HUB_PATH, openedBy } from "./hub-address.ts";
import { TemplateErrors } from "./template-errors.tsx";

interface OpenedTemplateProps {
  readonly http: Http;
  readonly entries: readonly HubEntry[];
}

/** The workflow that the address names: its form, or what is wrong with it (HUB-02, HUB-05). */
export function OpenedTemplate({ http, entries }: OpenedTemplateProps): ReactNode {
  const [query] = useSearchParams();
  const opened = useMemo(() => openedBy(query), [query]);
  if (opened === null) return null;
  const entry = entries.find(({ name }) => name === opened.name) ?? null;
  return <Opened key={opened.name} http={http} entry={entry} {...opened} />;
}

interface OpenedProps {
  readonly http: Http;
  readonly entry: HubEntry | null;
  readonly name: string;
  readonly given: Params;
}

function Opened({ http, entry, name, given }: OpenedProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const planner = usePlanner();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(hubTemplateQuery(http, name));
  useEffect(() => {
    if (data?.ok !== true) return;
    planner.openTemplate(data.template, given);
    // The address has done its work: closing the form leads back to the list, and reloading does not open it again.
    void navigate(HUB_PATH, { replace: true });
  }, [data, given, planner, navigate]);
  if (error !== null)
    return (
      <FaultBlock fault={error instanceof FaultError ? error.fault : null} onRetry={() => void refetch()} />
    );
  if (data === undefined || data.ok) return null;
  const title = entry === null ? name : (pickText({ ...entry.display_name }, locale) ?? name);
  return (
    <TemplateErrors name={title} problems={data.problems}>
      <IconButton icon="close" label={say("ui.common.close")} onClick={() => void navigate(HUB_PATH)} />
    </TemplateErrors>
  );
}
