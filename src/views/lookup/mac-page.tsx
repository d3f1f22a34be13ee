import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { MacHit, MacJob } from "#contract/wire/tools";
import { FaultError } from "#core/fault/fault-error";
import { roomSteps, TO_ROOMS } from "../../subjects/nd/rooms.ts";
import { hrefTo } from "#core/route/pattern";
import type { TextKey } from "#core/text";
import { checkMac } from "#core/tools/lookup-checks";
import { listsQuery } from "../../api/queries.ts";
import { beginMacSearch, macJobQuery } from "../../api/tools.ts";
import { Time } from "../../editor/cell/time.tsx";
import { useHttp } from "../../editor/http.ts";
import { partOf } from "../../editor/names/named.ts";
import { PartLink } from "../../editor/names/part.tsx";
import { useCalls } from "../../editor/portal/calls.ts";
import { useCatalogue } from "../../editor/portal/metadata.ts";
import { reachedBy } from "../../editor/section/hops.ts";
import { createMacSearches, type MacSearch, type MacSearches } from "../../state/mac-searches.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { LookupForm } from "./lookup-form.tsx";
import { reasonOf } from "./lookup-page.tsx";
import { LookupTable } from "./lookup-table.tsx";
import "./lookup.css";

/** Where the network saw a device: searches run as jobs on the server and stay in the list (TOOL-01, TOOL-02). */
export function MacPage(): ReactNode {
  const say = useText();
  // Read each time, because signing out removes them.
  const [searches] = useState(() => createMacSearches(localStorage));
  const { list } = useSnapshot(searches.state);
  const { begin, isBusy, reason } = useBegin(searches);
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
          <Search key={search.id} search={search} onForget={() => searches.remove(search.id)} />
        ))}
      </ul>
    </div>
  );
}

function useBegin(searches: MacSearches) {
  const http = useHttp();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const say = useText();
  const [error, setError] = useState<Error | null>(null);
  const [wrong, setWrong] = useState<TextKey | null>(null);
  const begin = (mac: string): void => {
    setError(null);
    setWrong(checkMac(mac));
    if (checkMac(mac) !== null) return;
    setBusy(true);
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
  return { begin, isBusy, reason: wrong === null ? reasonOf(error) : say(wrong) };
}

interface SearchProps {
  readonly search: MacSearch;
  readonly onForget: () => void;
}

function Search({ search, onForget }: SearchProps): ReactNode {
  const say = useText();
  const { data, error } = useQuery(macJobQuery(useHttp(), search.id));
  return (
    <li className="lookup-job">
      <div className="lookup-job-head">
        <h2 className="code">{search.mac}</h2>
        {data !== undefined && <Time text={data.ts_created} className="muted small" />}
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

/** The server does not know the search any more, or does not answer. */
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

interface HitsProps {
  readonly hits: readonly MacHit[];
  readonly mac: string;
}

function Hits({ hits, mac }: HitsProps): ReactNode {
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
        hit.device === null ? null : (
          <Link
            key="device"
            to={hrefTo("/netdoc/devices/:fq_name", { fq_name: hit.device })}
            className="code"
          >
            {hit.device}
          </Link>
        ),
        ...placesOf(hit),
        hit.vlan_id === null ? null : String(hit.vlan_id),
        hit.bcd === null ? null : (
          <Link key="bcd" to={hrefTo("/cntl/bcds/:bcd_name", { bcd_name: hit.bcd })}>
            {hit.bcd}
          </Link>
        ),
        <Time key="seen" text={hit.last_seen} />,
      ])}
    />
  );
}

/** Ports of the hits, everything on their paths, and the rooms. */
function stepsOf(gpks: readonly string[]): readonly Step[] {
  return [
    { idx: "port", name: "nd.p_port.list", old: { gpk_list: [...gpks] } },
    {
      idx: "path",
      name: "nd.p_port.list",
      inner_join_ref: { port: "api_func_nd_p_port_is_contained_by_conn_id_gfk_list" },
    },
    ...roomSteps("path"),
  ];
}

const NO_LISTS: Lists = {};

/** Port, socket and room of a hit, with links to known pages; one call for all hits of a search. */
function usePlaces(hits: readonly MacHit[]): (hit: MacHit) => readonly ReactNode[] {
  const { execute, viewer } = useCalls();
  const catalogue = useCatalogue();
  const locale = useLocale();
  const gpks = [...new Set(hits.flatMap(({ p_port_gfk: gpk }) => gpk ?? []))];
  const { data: lists = NO_LISTS } = useQuery({
    ...listsQuery(execute, viewer, stepsOf(gpks)),
    enabled: gpks.length > 0,
    retry: false,
  });
  const link = (object: string, row: Row | undefined, text: string | null): ReactNode => {
    if (row === undefined) return text;
    const part = partOf(catalogue, object, row, locale);
    return <PartLink key={object} part={text === null ? part : { ...part, text }} />;
  };
  const roomsOf = reachedBy(lists, TO_ROOMS);
  return (hit) => {
    const port = lists["port"]?.find((row) => row["gpk"] === hit.p_port_gfk);
    const socket = lists["path"]?.find((row) => row["fq_name"] === hit.socket);
    const place = socket ?? port;
    const room = place === undefined ? undefined : roomsOf(place)[0];
    return [
      link("nd.p_port", port, hit.port),
      link("nd.p_port", socket, hit.socket),
      link("nd.room", room, null),
    ];
  };
}
