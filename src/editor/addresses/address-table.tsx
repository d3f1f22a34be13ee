import { useMemo, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { stateAt } from "#core/addresses/address-map";
import { ADDRESS_STATES } from "#core/addresses/state";
import { StateSign } from "../../ui/addresses/state-sign.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { Table } from "../../ui/table/table.tsx";
import type { TableColumn } from "../../ui/table/table-props.ts";
import { useText } from "../../ui/text.ts";
import { textOf } from "../cell/text-of.ts";
import { hrefOfTarget } from "../screen/values.ts";
import type { SectionStep } from "../section/section-context.ts";
import { useViewState } from "../section/use-view-state.ts";
import type { NetworkModel } from "./network-model.ts";
import { stateName, tellAddress, type Teller, type Told } from "./told.ts";

interface AddressTableProps {
  readonly model: NetworkModel;
  readonly teller: Teller;
  readonly found: SectionStep;
}

/** The addresses of a map as rows, with filter, sorting and CSV. */
export function AddressTable({ model, teller, found }: AddressTableProps): ReactNode {
  const say = useText();
  const [view, setView] = useViewState(model.network.text);
  const rows = useMemo(() => rowsOf(model, teller), [model, teller]);
  const href = (row: Row): string | null => hrefOfTarget(teller.section.open, found.columns.source, row);
  const columns = columnsOf(teller, href);
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

function columnsOf({ section, say }: Teller, href: (row: Row) => string | null): readonly TableColumn[] {
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
      // Letters would put 10.0.0.10 before 10.0.0.9.
      sortBy: "order",
      cell: (row) => (
        <Link to={href(row) ?? ""} tabIndex={-1} className="code">
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

/** All addresses of a map, the used ones of a network that has none. */
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
