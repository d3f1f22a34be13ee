import { useMemo, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import { stateAt } from "#core/addresses/address-map";
import { ADDRESS_STATES, type AddressState, type StateCounts } from "#core/addresses/state";
import { countLines } from "#core/addresses/used-in-order";
import { rowHref } from "#core/route/object-routes";
import { plannedAddresses } from "#core/addresses/planned-addresses";
import { Button } from "../../ui/action/button.tsx";
import { fillOf, StatePatterns, StateSign } from "../../ui/addresses/state-sign.tsx";
import { Link } from "../../ui/layout/link.tsx";
import type { TableColumn } from "../../ui/table/table-props.ts";
import { Table } from "../../ui/table/table.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { leadsHere } from "../section/opening.ts";
import { useViewState } from "../section/use-view-state.ts";
import { AddressMapView } from "./address-map-view.tsx";
import { networkModels, type NetworkModel } from "./network-model.ts";
import { hrefOf, stateName, tellAddress, type NetworkProps, type Teller, type Told } from "./told.tsx";
import { sourcesOf, UsedList } from "./used-list.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { presentRow, type Marks } from "../overlay/marks.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useTransactionList } from "../portal/stores.ts";
import { SectionHead } from "../section/section-head.tsx";
import { useSectionStep, type SectionProps } from "../section/section-context.ts";

/** The networks of a step, each as a map of its addresses, or as a list of used addresses if it is too large. */
export function AddressesSection({ section }: SectionProps<"addresses">): ReactNode {
  const found = useSectionStep(section.of);
  const txlist = useTransactionList();
  const say = useText();
  const { items } = useListState(txlist);
  const planned = useMemo(() => plannedAddresses(items), [items]);
  const models = useMemo(() => {
    if (found === null) return [];
    const rowsOf = (idx: string) => presentRows(found.source.lists[idx] ?? [], found.marks);
    return networkModels(section, found.source.lists, rowsOf, planned);
  }, [section, found, planned]);
  // Memoised, because the table of a large network uses it for tens of thousands of rows.
  const teller = useMemo(() => (found === null ? null : { section, found, say }), [section, found, say]);
  if (teller === null) return null;
  return (
    <section className="section">
      <SectionHead section={section} type={null} />
      <StatePatterns />
      {models.length === 0 && <p className="muted">{say("editor.addresses.noNetworks")}</p>}
      <div className="addresses">
        {models.map((model) => (
          <NetworkView key={model.network.text} model={model} teller={teller} />
        ))}
      </div>
    </section>
  );
}

/** The stored rows with their present values, without planned new ones. */
function presentRows(rows: readonly Row[], marks: Marks): readonly Row[] {
  return marks.size === 0 ? rows : rows.map((row) => presentRow(row, marks)).filter((row) => row !== null);
}

/** One network: the number of addresses in each state, and its addresses as map, list or table. */
function NetworkView({ model, teller }: NetworkProps): ReactNode {
  const [isTable, setTable] = useState(false);
  const say = useText();
  const { network, map } = model;
  const drawn = map === null ? "editor.addresses.asList" : "editor.addresses.asMap";
  const toggle = (
    <Button look="quiet" icon={isTable ? "map" : "columns"} onClick={() => setTable(!isTable)}>
      {say(isTable ? drawn : "editor.addresses.asTable")}
    </Button>
  );
  return (
    <section
      className="address-network"
      aria-label={say("editor.addresses.mapOf", { network: network.text })}
    >
      <Summary model={model} type={teller.found.type.name} />
      {isTable ? (
        <>
          <div className="address-head">
            <div className="address-tools">{toggle}</div>
          </div>
          <AddressTable model={model} teller={teller} />
        </>
      ) : map === null ? (
        <UsedList model={model} teller={teller} tools={toggle} />
      ) : (
        <AddressMapView model={model} map={map} teller={teller} tools={toggle} />
      )}
    </section>
  );
}

/** The network with its numbers: "510 usable: 292 used, 6 reserved, 64 in pools, 148 free". */
function Summary({ model, type }: { readonly model: NetworkModel; readonly type: string }): ReactNode {
  const say = useText();
  const catalogue = useCatalogue();
  const { pathname } = useLocation();
  const { network, map, lines, row } = model;
  const counts = map?.counts ?? countLines(lines);
  const href = rowHref(catalogue, type, row);
  const isHere = leadsHere(href, pathname);
  return (
    <div className="address-head">
      <h3 className="code">{isHere ? network.text : <Link to={href}>{network.text}</Link>}</h3>
      {map !== null && (
        <>
          <span className="muted">{say("editor.addresses.usable", { count: map.usable })}</span>
          <Bar counts={counts} usable={map.usable} />
        </>
      )}
      <Counts counts={counts} hasFree={map !== null} />
      {map === null && <Sources model={model} />}
    </div>
  );
}

const SHOWN: readonly AddressState[] = ADDRESS_STATES.toReversed();

/** The numbers also serve as the legend. Leased addresses stand after pools, because most of them are in pools. */
function Counts({ counts, hasFree }: { readonly counts: StateCounts; readonly hasFree: boolean }): ReactNode {
  const say = useText();
  const tag = intlTag(useLocale());
  const shown = SHOWN.filter((state) => (state === "free" ? hasFree : state === "used" || counts[state] > 0));
  return (
    <ul className="address-counts" aria-label={say("editor.addresses.legend")}>
      {shown.map((state) => (
        <li key={state}>
          <StateSign state={state} />
          {counts[state].toLocaleString(tag)} {stateName(say, state)}
        </li>
      ))}
    </ul>
  );
}

function Bar({ counts, usable }: { readonly counts: StateCounts; readonly usable: number }): ReactNode {
  const width = 24;
  const taken = SHOWN.filter((state) => state !== "free");
  return (
    <svg
      className="address-bar"
      viewBox={`0 0 ${String(width)} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className="address-cells address-cells-free" width={width} height="1" />
      {taken.map((state, at) => (
        <rect
          key={state}
          className={`address-cells address-cells-${state}`}
          fill={fillOf(state)}
          x={(taken.slice(0, at).reduce((sum, one) => sum + counts[one], 0) / usable) * width}
          width={(counts[state] / usable) * width}
          height="1"
        />
      ))}
    </svg>
  );
}

/** Origin of the used addresses of an IPv6 network. */
function Sources({ model }: { readonly model: NetworkModel }): ReactNode {
  const say = useText();
  const { eui64, dhcp } = sourcesOf(model);
  return (
    <span className="muted">
      {[
        ...(eui64 > 0 ? [say("editor.addresses.eui64Count", { count: eui64 })] : []),
        ...(dhcp > 0 ? [say("editor.addresses.dhcpCount", { count: dhcp })] : []),
      ].join(" · ")}
    </span>
  );
}

/** The addresses of a map as rows, with filter, sorting and CSV. */
function AddressTable({ model, teller }: NetworkProps): ReactNode {
  const say = useText();
  const [view, setView] = useViewState(model.network.text);
  const rows = useMemo(() => rowsOf(model, teller), [model, teller]);
  const href = (row: Row): string | null => hrefOf(teller, textOf(row["address"]));
  const columns = columnsOf(teller);
  return (
    <Table
      label={say("editor.addresses.mapOf", { network: model.network.text })}
      rows={rows}
      columns={columns}
      filterable={columns.map(({ id }) => id)}
      view={view}
      onView={setView}
      empty={say("editor.addresses.nothingUsed")}
      fileName={model.network.text.replaceAll(/[:/.]+/g, "-")}
      href={href}
    />
  );
}

function columnsOf(teller: Teller): readonly TableColumn[] {
  const { section, say } = teller;
  const plain = (id: string, title: string): TableColumn => ({
    id,
    title,
    sortBy: id,
    isExtra: false,
    cell: (row) => textOf(row[id]),
    value: (row) => row[id] ?? null,
  });
  return [
    {
      ...plain("address", say("editor.addresses.address")),
      // Text order would put 10.0.0.10 before 10.0.0.9.
      sortBy: "order",
      cell: (row) => (
        <Link to={hrefOf(teller, textOf(row["address"])) ?? ""} tabIndex={-1} className="code">
          {textOf(row["address"])}
        </Link>
      ),
    },
    { ...plain("state", say("editor.addresses.state")), cell: (row) => <State row={row} /> },
    ...section.facts.map(({ title }) => plain(title, say(title))),
    plain("role", say("editor.addresses.role")),
  ];
}

function State({ row }: { readonly row: Row }): ReactNode {
  const sign = ADDRESS_STATES.find((state) => state === row["sign"]);
  return (
    <>
      {sign !== undefined && <StateSign state={sign} />} {textOf(row["state"])}
    </>
  );
}

/** All addresses of a map; for a network without a map the used ones. */
function rowsOf(model: NetworkModel, teller: Teller): readonly Row[] {
  const { network, map, lines } = model;
  if (map === null)
    return lines.flatMap((line, at) =>
      line.kind === "address" ? [rowOf(tellAddress(teller, model, line.value, line.state), at, teller)] : [],
    );
  return Array.from({ length: map.size }, (_, offset) =>
    rowOf(tellAddress(teller, model, network.value + BigInt(offset), stateAt(map, offset)), offset, teller),
  );
}

function rowOf({ address, state, roles, facts }: Told, order: number, { say }: Teller): Row {
  return {
    gpk: address,
    address,
    order,
    sign: state,
    state: stateName(say, state),
    role: roles.join(", "),
    ...Object.fromEntries(facts.map(({ title, text }) => [title, text])),
  };
}
