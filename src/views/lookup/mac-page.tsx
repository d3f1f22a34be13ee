import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { MacHit, MacJob } from "#contract/wire/tools";
import { FaultError } from "#core/fault/fault-error";
import { hrefTo } from "#core/route/pattern";
import type { Http } from "../../api/http.ts";
import { beginMacSearch, macJobQuery } from "../../api/tools.ts";
import { Time } from "../../editor/cell/time.tsx";
import type { MacSearch, MacSearches } from "../../state/mac-searches.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePlaces } from "./use-places.tsx";
import { LookupForm } from "./lookup-form.tsx";
import { LookupTable } from "./lookup-table.tsx";
import { reasonOf } from "./lookup.ts";
import "./lookup.css";

interface MacPageProps {
  readonly http: Http;
  readonly searches: MacSearches;
}

/** Where in the network a device was seen: searches run as jobs at the server and stay in the list (TOOL-01, TOOL-02). */
export function MacPage({ http, searches }: MacPageProps): ReactNode {
  const say = useText();
  const { list } = useSnapshot(searches.state);
  const { begin, isBusy, reason } = useBegin(http, searches);
  return (
    <div className="lookup">
      <PageHeader
        title={say("routes.macFinder")}
        focusKey="/tools/macfinder"
        facts={[say("views.lookup.macAbout")]}
      />
      <LookupForm
        label="core.ip.mac"
        example="00:53:aa:bb:cc:dd"
        isBusy={isBusy}
        problem={reason === null ? null : say("views.lookup.macRefused", { reason })}
        onSearch={begin}
      />
      <ul className="lookup-jobs" aria-label={say("views.lookup.macJobs")}>
        {list.map((search) => (
          <Search key={search.id} http={http} search={search} onForget={() => searches.remove(search.id)} />
        ))}
      </ul>
    </div>
  );
}

function useBegin(http: Http, searches: MacSearches) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const begin = (mac: string): void => {
    setBusy(true);
    setError(null);
    beginMacSearch(http, mac)
      .then(
        (job) => {
          client.setQueryData(macJobQuery(http, job.id).queryKey, job);
          searches.add({ id: job.id, mac: job.mac_addr });
        },
        (failure: Error) => setError(failure),
      )
      .finally(() => setBusy(false));
  };
  return { begin, isBusy, reason: reasonOf(error) };
}

interface SearchProps {
  readonly http: Http;
  readonly search: MacSearch;
  readonly onForget: () => void;
}

function Search({ http, search, onForget }: SearchProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { data, error } = useQuery(macJobQuery(http, search.id));
  return (
    <li className="lookup-job">
      <div className="lookup-job-head">
        <h2 className="code">{search.mac}</h2>
        {data !== undefined && <Time text={data.ts_created} locale={locale} className="muted small" />}
        <IconButton
          icon="close"
          label={say("views.lookup.forget", { name: search.mac })}
          onClick={onForget}
        />
      </div>
      <div aria-live="polite">
        {error === null ? <Outcome job={data ?? null} mac={search.mac} /> : <Lost error={error} />}
      </div>
    </li>
  );
}

/** The server no longer has the search, or does not answer. */
function Lost({ error }: { readonly error: Error }): ReactNode {
  const say = useText();
  const reason = reasonOf(error);
  const isGone = error instanceof FaultError && error.status === 404;
  return <p>{isGone ? say("views.lookup.macGone") : reason}</p>;
}

interface OutcomeProps {
  readonly job: MacJob | null;
  readonly mac: string;
}

function Outcome({ job, mac }: OutcomeProps): ReactNode {
  const say = useText();
  if (job?.state === "failed")
    return (
      <p>
        {say("views.lookup.macFailed")} <span className="muted">{job.detail}</span>
      </p>
    );
  const hits = job?.hit_list ?? null;
  if (hits === null) return <p className="muted">{say("views.lookup.macRunning")}</p>;
  return hits.length === 0 ? <p>{say("views.lookup.macNone")}</p> : <Hits hits={hits} mac={mac} />;
}

function DeviceLink({ name }: { readonly name: string }): ReactNode {
  return (
    <Link to={hrefTo("/netdoc/devices/:fq_name", { fq_name: name })} className="code">
      {name}
    </Link>
  );
}

interface HitsProps {
  readonly hits: readonly MacHit[];
  readonly mac: string;
}

function Hits({ hits, mac }: HitsProps): ReactNode {
  const locale = useLocale();
  const placesOf = usePlaces(hits);
  return (
    <LookupTable
      name={mac}
      columns={[
        "views.lookup.device",
        "views.lookup.port",
        "views.lookup.socket",
        "views.lookup.room",
        "views.lookup.vlan",
        "views.lookup.bcd",
        "views.lookup.lastSeen",
      ]}
      rows={hits.map((hit) => [
        hit.device === null ? null : <DeviceLink key="device" name={hit.device} />,
        ...placesOf(hit),
        hit.vlan_id === null ? null : String(hit.vlan_id),
        hit.bcd === null ? null : (
          <Link key="bcd" to={hrefTo("/cntl/bcds/:bcd_name", { bcd_name: hit.bcd })}>
            {hit.bcd}
          </Link>
        ),
        <Time key="seen" text={hit.last_seen} locale={locale} />,
      ])}
    />
  );
}
