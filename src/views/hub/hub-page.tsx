import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode, useEffect, useMemo } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { useSnapshot } from "valtio";
import type { HubEntry } from "#contract/wire/hub";
import { typedValues, untypedTexts } from "#core/form/import-cell";
import { missingFor, planTemplate } from "#core/template/plan";
import { pickText, type Locale } from "#core/text";
import { hubIndexQuery, hubTemplateQuery, type SchemaCheck } from "../../api/hub.ts";
import { FaultBlock } from "../../editor/fault/fault-block.tsx";
import { useHttp } from "../../editor/http.ts";
import { isOpen } from "../../editor/open-address.ts";
import { useTellEntries } from "../../editor/screen/address-note.tsx";
import { usePlanner } from "../../editor/planning/planner.ts";
import { useAccount } from "../../editor/portal/account.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { useSettings } from "../../editor/portal/stores.ts";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { Empty } from "../../ui/feedback/empty.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { ImportTemplate } from "./import-template.tsx";
import { TemplateErrors } from "./template-errors.tsx";
import "./hub.css";

const HUB_PATH = "/tools/hub";
const TEMPLATE = "template";

/** Values of an address by name. */
type Texts = readonly (readonly [string, string])[];

/** Address that opens a workflow of the hub (LAUNCH-08). */
function templateHref(name: string): string {
  return `${HUB_PATH}?${TEMPLATE}=${encodeURIComponent(name)}`;
}

/** The workflow an address opens, and the values it names for fields of the same name (LAUNCH-03); null for the list alone. */
function openedBy(query: URLSearchParams): { readonly name: string; readonly given: Texts } | null {
  const name = query.get(TEMPLATE);
  if (name === null || name === "") return null;
  const given = [...query].filter(([member]) => member !== TEMPLATE);
  return { name: name.endsWith(".json") ? name : `${name}.json`, given };
}

/** Workflows that people have made from templates: found by words, opened as a form (HUB-01, HUB-02). */
export function HubPage(): ReactNode {
  const say = useText();
  const planner = usePlanner();
  const { developer } = useSnapshot(useSettings().state);
  const [isImporting, setImporting] = useState(false);
  const index = useQuery(hubIndexQuery(useHttp()));
  const { data, error } = index;
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
      <OpenedTemplate entries={data ?? []} />
      {error !== null && <FaultBlock call={index} />}
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

function Workflows({ entries }: { readonly entries: readonly HubEntry[] }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const [sought, setSought] = useState("");
  if (entries.length === 0) return <Empty text={say("views.hub.empty")} />;
  const found = entries
    .filter((entry) => holds(entry, sought))
    .toSorted((one, other) => nameOf(one, locale).localeCompare(nameOf(other, locale), intlTag(locale)));
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
        <output className="muted">
          {found.length > 0 && say("views.hub.count", { count: found.length })}
        </output>
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

/** A workflow; one with a part that the account can never do names the missing permissions, as locked controls do. */
function Workflow({ entry }: { readonly entry: HubEntry }): ReactNode {
  const say = useText();
  const locale = useLocale();
  const catalogue = useCatalogue();
  const { visitor } = useAccount();
  const missing = new Set(entry.function_list.flatMap((name) => missingFor(catalogue, visitor, name)));
  return (
    <li className="hub-entry">
      <Link to={templateHref(entry.name)} className="hub-name">
        {nameOf(entry, locale)}
      </Link>
      <p>{pickText(entry.description, locale)}</p>
      {missing.size > 0 && (
        <p className="muted small">{say("editor.control.needs", { permission: [...missing].join(", ") })}</p>
      )}
      {entry.author !== null && (
        <p className="muted small">{say("views.hub.author", { name: entry.author })}</p>
      )}
    </li>
  );
}

function nameOf({ display_name: name, name: file }: HubEntry, locale: Locale): string {
  return pickText(name, locale) ?? file;
}

/** Every searched word occurs in name, description or author, in any language. */
function holds({ name, display_name: title, description, author }: HubEntry, sought: string): boolean {
  const text = [name, title.de, title.en, description.de, description.en, author ?? ""]
    .join("\n")
    .toLowerCase();
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The workflow in the address: its form, or its problems (HUB-02, HUB-05). */
function OpenedTemplate({ entries }: { readonly entries: readonly HubEntry[] }): ReactNode {
  const [query] = useSearchParams();
  const opened = useMemo(() => openedBy(query), [query]);
  if (opened === null) return null;
  const entry = entries.find(({ name }) => name === opened.name) ?? null;
  return <Opened key={opened.name} entry={entry} {...opened} />;
}

/** The interpreter of schemas comes with the forms. */
const refusedByServed: SchemaCheck = async (schema, document) =>
  (await import("../../ui/form/served-schema.ts")).refusedBy(schema, document);

interface OpenedProps {
  readonly entry: HubEntry | null;
  readonly name: string;
  readonly given: Texts;
}

function Opened({ entry, name, given }: OpenedProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const planner = usePlanner();
  const catalogue = useCatalogue();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const tell = useTellEntries();
  const call = useQuery(hubTemplateQuery(useHttp(), name, catalogue, refusedByServed));
  const { data } = call;
  useEffect(() => {
    if (data?.ok !== true || !isOpen(pathname)) return;
    const { fields } = planTemplate(catalogue, data.template, {}, { locale, isExpert: false });
    planner.openTemplate(data.template, typedValues(fields, given));
    const known = new Set(fields.map((field) => field.name));
    const unknown = given.filter(([entry]) => !known.has(entry));
    const why = { key: "editor.address.noField" } as const;
    tell([...untypedTexts(fields, given), ...unknown.map(([entry, text]) => ({ entry, text, why }))]);
    // The address has done its work: closing the form leads back to the list, and reloading does not open it again.
    void navigate(HUB_PATH, { replace: true });
  }, [data, given, planner, navigate, pathname, catalogue, locale, tell]);
  if (call.error !== null) return <FaultBlock call={call} />;
  if (data === undefined || data.ok) return null;
  const title = entry === null ? name : (pickText(entry.display_name, locale) ?? name);
  return (
    <TemplateErrors name={title} problems={data.problems}>
      <IconButton icon="close" label={say("ui.common.close")} onClick={() => void navigate(HUB_PATH)} />
    </TemplateErrors>
  );
}
