import { useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { ADDRESS_STATES, type AddressState, type StateCounts } from "#core/addresses/state";
import { countLines } from "#core/addresses/used-in-order";
import { rowHref } from "#core/route/object-routes";
import { fillOf, StateSign } from "../../ui/addresses/state-sign.tsx";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { leadsHere } from "../section/here.ts";
import type { SectionStep } from "../section/section-context.ts";
import { AddressMapView } from "./address-map-view.tsx";
import { AddressTable } from "./address-table.tsx";
import type { NetworkModel } from "./network-model.ts";
import { stateName, type Teller } from "./told.ts";
import { sourcesOf, UsedList } from "./used-list.tsx";

export interface NetworkViewProps {
  readonly model: NetworkModel;
  readonly teller: Teller;
  readonly found: SectionStep;
}

/** One network: how many addresses are in which state, and the addresses as map, list or table. */
export function NetworkView({ model, teller, found }: NetworkViewProps): ReactNode {
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
      <Summary model={model} type={found.type.name} />
      {isTable ? (
        <>
          <div className="address-head">
            <div className="address-tools">{toggle}</div>
          </div>
          <AddressTable model={model} teller={teller} found={found} />
        </>
      ) : map === null ? (
        <UsedList model={model} teller={teller} found={found} tools={toggle} />
      ) : (
        <AddressMapView model={model} map={map} teller={teller} found={found} tools={toggle} />
      )}
    </section>
  );
}

/** The network with its numbers: "510 usable: 292 used, 6 reserved, 64 in pools, 148 free". */
function Summary({ model, type }: { readonly model: NetworkModel; readonly type: string }): ReactNode {
  const say = useText();
  const { pathname } = useLocation();
  const { network, map, lines, row } = model;
  const counts = map?.counts ?? countLines(lines);
  const href = rowHref(type, row);
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

/** States in the order they are read in. */
const SHOWN: readonly AddressState[] = ADDRESS_STATES.toReversed();

/** The numbers are the legend as well. Leased addresses are in pools mostly, so they are told beside them. */
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

/** Where the used addresses of an IPv6 network come from. */
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
