import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { FaultError } from "#core/fault/fault-error";
import { pickText, type Locale } from "#core/text";
import type { HubEntry } from "#contract/wire/hub";
import { hubIndexQuery } from "../../api/hub.ts";
import type { Http } from "../../api/http.ts";
import { FaultBlock } from "../../editor/fault/fault-block.tsx";
import { usePlanner } from "../../editor/planning/planner.ts";
import { usePortal } from "../../editor/portal.ts";
import { Button } from "../../ui/action/button.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { ImportTemplate } from "./import-template.tsx";
import { OpenedTemplate } from "./opened-template.tsx";
import { HUB_PATH, templateHref } from "./hub-address.ts";
import "./hub.css";

/** Workflows that people have made from templates: found by words, opened as a form (HUB-01, HUB-02). */
export function HubPage({ http }: { readonly http: Http }): ReactNode {
  const say = useText();
  const planner = usePlanner();
  const { developer } = useSnapshot(usePortal().settings.state);
  const [isImporting, setImporting] = useState(false);
  const { data, error, refetch } = useQuery(hubIndexQuery(http));
  return (
    <div className="hub">
      <PageHeader
        title={say("routes.hub")}
        focusKey={HUB_PATH}
        facts={[say("views.hub.about")]}
        actions={
          developer && (
            <Button icon="add" onClick={() => setImporting(true)}>
              {say("views.hub.import")}
            </Button>
          )
        }
      />
      <OpenedTemplate http={http} entries={data ?? NO_ENTRIES} />
      {error !== null && (
        <FaultBlock fault={error instanceof FaultError ? error.fault : null} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Loading rows={8} />}
      {data !== undefined && <Workflows entries={data} />}
      {isImporting && developer && (
        <ImportTemplate
          onClose={() => setImporting(false)}
          onRead={(template) => {
            setImporting(false);
            planner.openTemplate(template, {});
          }}
        />
      )}
    </div>
  );
}

const NO_ENTRIES: readonly HubEntry[] = [];

function Workflows({ entries }: { readonly entries: readonly HubEntry[] }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const [sought, setSought] = useState("");
  if (entries.length === 0) return <Empty text={say("views.hub.empty")} />;
  const found = entries
    .filter((entry) => holds(entry, sought))
    .toSorted((one, other) => nameOf(one, locale).localeCompare(nameOf(other, locale)));
  return (
    <>
      <div className="hub-tools">
        <input
          type="search"
          className="control"
          data-key="filter"
          aria-label={say("views.hub.search")}
          placeholder={say("views.hub.search")}
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        <output className="muted">{say("views.hub.count", { count: found.length })}</output>
      </div>
      {found.length === 0 ? (
        <Empty text={say("views.hub.noHits", { text: sought })}>
          <Button onClick={() => setSought("")}>{say("ui.table.clearFilter")}</Button>
        </Empty>
      ) : (
        <ul className="hub-list" aria-label={say("views.hub.list")}>
          {found.map((entry) => (
            <Workflow key={entry.name} entry={entry} />
          ))}
        </ul>
      )}
    </>
  );
}

function Workflow({ entry }: { readonly entry: HubEntry }): ReactNode {
  const say = useText();
  const locale = useLocale();
  return (
    <li className="hub-entry">
      <Link to={templateHref(entry.name)} className="hub-name">
        {nameOf(entry, locale)}
      </Link>
      <p>{pickText({ ...entry.description }, locale)}</p>
      {entry.author !== null && (
        <p className="muted small">{say("views.hub.author", { name: entry.author })}</p>
      )}
    </li>
  );
}

function nameOf({ display_name: name, name: file }: HubEntry, locale: Locale): string {
  return pickText({ ...name }, locale) ?? file;
}

/** Every word that is sought stands somewhere in name, description or author, in any language. */
function holds({ name, display_name: title, description, author }: HubEntry, sought: string): boolean {
  const text = [name, title.de, title.en, description.de, description.en, author ?? ""]
    .join("\n")
    .toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
