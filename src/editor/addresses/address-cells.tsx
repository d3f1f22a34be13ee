import { useId, useState, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { formatAddress } from "#contract/values/ip";
import { stateAt, type AddressMap } from "#core/addresses/address-map";
import { CellGrid, type CellRange } from "../../ui/addresses/cell-grid.tsx";
import { StatePaths } from "../../ui/addresses/cell-paths.tsx";
import { useIsNarrow } from "../../ui/layout/use-media.ts";
import { useText } from "../../ui/text.ts";
import { usePlanner } from "../planning/planner.ts";
import {
  controlsAt,
  hrefOf,
  tellAddress,
  ToldAddress,
  toldLine,
  type NetworkProps,
  type Told,
} from "./told.tsx";

interface AddressCellsProps extends NetworkProps {
  readonly map: AddressMap;
  /** Start of the drawn part of the network. */
  readonly start: number;
  readonly count: number;
  readonly marked: CellRange | null;
  readonly onMark: (marked: CellRange) => void;
  readonly takesFocus: boolean;
}

/** Rows of 32 addresses (16 on narrow screens), and facts about the address under the pointer. */
export function AddressCells(props: AddressCellsProps): ReactNode {
  const { model, map, start, count, teller } = props;
  const say = useText();
  const navigate = useNavigate();
  const planner = usePlanner();
  const keys = useId();
  const columns = useIsNarrow() ? 16 : 32;
  const [hovered, setHovered] = useState<number | null>(null);
  const { marked, active, choose } = useMarking(props);
  const valueOf = (offset: number): bigint => map.network.value + BigInt(offset);
  const tell = (offset: number): Told => tellAddress(teller, model, valueOf(offset), stateAt(map, offset));
  const open = (at: number): void => {
    const href = hrefOf(teller, tell(start + at).address);
    if (href !== null) void navigate(href);
  };
  const chosen = props.marked === null ? null : active;
  const shown = hovered === null ? chosen : start + hovered;
  const controls = controlsAt(teller, model, map, marked);
  const plan = (key: string): boolean => {
    const [first] = key === "n" ? controls : [];
    if (first !== undefined) planner.plan(first);
    return first !== undefined;
  };
  return (
    <>
      <CellGrid
        label={say("editor.addresses.mapOf", { network: map.network.text })}
        describedBy={keys}
        count={count}
        columns={columns}
        rowLabel={(row) => rowLabel(valueOf(start + row * columns))}
        cellLabel={(at) => toldLine(say, tell(start + at))}
        active={active - start}
        marked={{ from: marked.from - start, to: Math.min(marked.to - start, count - 1) }}
        onActive={choose}
        onHover={setHovered}
        onOpen={open}
        takesFocus={props.takesFocus}
        onKey={plan}
      >
        <StatePaths count={count} columns={columns} stateOf={(at) => stateAt(map, start + at)} />
      </CellGrid>
      <ToldAddress
        told={shown === null ? null : tell(shown)}
        range={rangeOf(marked, (offset) => tell(offset).address)}
        isHovered={hovered !== null && start + hovered !== active}
        href={(address) => hrefOf(teller, address)}
        controls={controls}
      />
      <p id={keys} className="muted small address-keys">
        {say("editor.addresses.keys")}
      </p>
    </>
  );
}

/** Marked addresses, by offset. The keyboard moves one end of a range, and the other end stays. */
function useMarking({ marked: given, start, count, onMark }: AddressCellsProps) {
  const isInside = given !== null && given.from >= start && given.from < start + count;
  const marked = isInside ? given : { from: start, to: start };
  const [anchor, setAnchor] = useState(marked.from);
  const [moved, setMoved] = useState(marked.from);
  const isEnd = (offset: number): boolean => offset === marked.from || offset === marked.to;
  const active = isEnd(moved) ? moved : marked.from;
  const choose = (at: number, isMarking: boolean): void => {
    const offset = start + at;
    const stays = isEnd(anchor) ? anchor : active;
    const from = isMarking ? stays : offset;
    setAnchor(from);
    setMoved(offset);
    onMark({ from: Math.min(from, offset), to: Math.max(from, offset) });
  };
  return { marked, active, choose };
}

function rangeOf(
  { from, to }: CellRange,
  addressOf: (offset: number) => string,
): readonly [first: string, last: string, count: number] | null {
  return from === to ? null : [addressOf(from), addressOf(to), to - from + 1];
}

/** The last part of an address (`32` of `10.0.20.32`), because all rows share the network. */
function rowLabel(value: bigint): string {
  return formatAddress({ version: 4, value }).split(".").slice(2).join(".");
}
