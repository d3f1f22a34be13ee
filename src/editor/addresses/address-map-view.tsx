import { useId, useState, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { parseAddress, type IpNetwork } from "#contract/values/ip";
import { blocksOf, nextFree, type AddressMap, type Block } from "#core/addresses/address-map";
import { ADDRESS_STATES } from "#core/addresses/state";
import { Button } from "../../ui/action/button.tsx";
import { MenuButton } from "../../ui/action/menu-button.tsx";
import { CellGrid, type CellRange } from "../../ui/addresses/cell-grid.tsx";
import { intlTag, useLocale, useText, type Say } from "../../ui/text.ts";
import { SharePaths } from "../../ui/addresses/cell-paths.tsx";
import { PictureTable } from "../../ui/picture/picture-table.tsx";
import { AddressNote, type WrongEntry } from "../screen/address-note.tsx";
import { AddressCells } from "./address-cells.tsx";
import { addressAt, stateName, type NetworkProps } from "./told.tsx";

/** Larger networks show their parts first. */
const MOST_CELLS = 1024;
const PART = 256;

export interface AddressMapViewProps extends NetworkProps {
  readonly map: AddressMap;
  readonly tools: ReactNode;
}

/** The map of a network. Above /22 it begins with the share of used addresses in each /24. */
export function AddressMapView({ model, map, teller, tools }: AddressMapViewProps): ReactNode {
  const say = useText();
  const { network, size } = map;
  const isDeep = size > MOST_CELLS;
  const [part, setPart, wrong] = usePart(map, isDeep);
  const [marked, setMarked] = useState<CellRange | null>(null);
  const [message, setMessage] = useState("");
  // The pressed button has disappeared, so the focus moves to the cells.
  const [isEntered, setEntered] = useState(false);
  const enter = (next: number | null): void => {
    setEntered(true);
    setPart(next);
  };
  const find = (after: number | null, count: number): void => {
    const at = nextFree(map, after, count);
    if (at === null) return setMessage(say("editor.addresses.noneFree"));
    const to = at + count - 1;
    // A range over two parts shows the first part.
    setEntered(false);
    if (isDeep) setPart(Math.floor(at / PART));
    setMarked({ from: at, to });
    setMessage(foundText(say, addressAt(network, at), addressAt(network, to)));
  };
  const isWhole = isDeep && part === null;
  const start = part === null ? 0 : part * PART;
  return (
    <>
      <AddressNote entries={wrong} />
      <div className="address-head">
        {part !== null && (
          <Button look="quiet" icon="left" onClick={() => enter(null)}>
            {say("editor.addresses.back", { network: network.text })}
          </Button>
        )}
        <output className="muted">{message}</output>
        <div className="address-tools">
          <NextFree map={map} after={marked?.to ?? null} onFind={find} />
          {tools}
        </div>
      </div>
      {isWhole ? (
        <ShareCells blocks={blocksOf(map, PART)} network={network} onOpen={enter} takesFocus={isEntered} />
      ) : (
        <AddressCells
          key={start}
          model={model}
          map={map}
          start={start}
          count={isDeep ? PART : size}
          marked={marked}
          onMark={setMarked}
          takesFocus={isEntered}
          teller={teller}
        />
      )}
    </>
  );
}

function foundText(say: Say, first: string, last: string): string {
  return first === last
    ? say("editor.addresses.found", { address: first })
    : say("editor.addresses.foundBlock", { first, last });
}

const PARAM = "part";

/** The open part, which the address of the page keeps. Null stands for the whole network. */
function usePart(
  map: AddressMap,
  isDeep: boolean,
): readonly [number | null, (part: number | null) => void, readonly WrongEntry[]] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const { network, size } = map;
  const text = new URLSearchParams(search).get(PARAM);
  const named = parseAddress(text ?? "");
  const offset = named?.version === network.version ? named.value - network.value : -1n;
  const isInside = offset >= 0n && offset < BigInt(size);
  const part = isDeep && isInside ? Math.floor(Number(offset) / PART) : null;
  const setPart = (next: number | null): void => {
    const params = new URLSearchParams(search);
    if (next === null) params.delete(PARAM);
    else params.set(PARAM, addressAt(network, next * PART));
    void navigate({ search: params.toString(), hash });
  };
  const why = { key: "editor.address.noPart" } as const;
  return [part, setPart, text === null || isInside ? [] : [{ entry: PARAM, text, why }]];
}

const BLOCKS = [2, 4, 8, 16, 32, 64];

interface NextFreeProps {
  readonly map: AddressMap;
  readonly after: number | null;
  readonly onFind: (after: number | null, count: number) => void;
}

/** Finds free addresses: one, the next after another, or several in a row. */
function NextFree({ map, after, onFind }: NextFreeProps): ReactNode {
  const say = useText();
  const blocks = BLOCKS.filter((count) => nextFree(map, null, count) !== null);
  return (
    <MenuButton
      label={say("editor.addresses.nextFree")}
      icon="down"
      items={[
        { id: "one", label: say("editor.addresses.single"), onChoose: () => onFind(null, 1) },
        ...(after === null
          ? []
          : [
              {
                id: "after",
                label: say("editor.addresses.after", { address: addressAt(map.network, after) }),
                onChoose: () => onFind(after, 1),
              },
            ]),
        ...blocks.map((count, at) => ({
          id: `block-${String(count)}`,
          label: say("editor.addresses.block", { count }),
          startsGroup: at === 0,
          onChoose: () => onFind(null, count),
        })),
      ]}
    >
      {say("editor.addresses.nextFree")}
    </MenuButton>
  );
}

const COLUMNS = 16;

interface ShareCellsProps {
  readonly blocks: readonly Block[];
  readonly network: IpNetwork;
  readonly onOpen: (part: number) => void;
  readonly takesFocus: boolean;
}

/** Share of used addresses in each /24 of a large network, as a picture and as a table. */
function ShareCells({ blocks, network, onOpen, takesFocus }: ShareCellsProps): ReactNode {
  const say = useText();
  const tag = intlTag(useLocale());
  const keys = useId();
  const [active, setActive] = useState(0);
  const [hovered, setHovered] = useState<number | null>(null);
  const shown = ADDRESS_STATES.toReversed().filter((state) => blocks.some(({ counts }) => counts[state] > 0));
  const tell = (at: number): string => {
    const block = blocks[at];
    if (block === undefined) return "";
    const counts = shown
      .filter((state) => block.counts[state] > 0)
      .map((state) =>
        say("editor.addresses.count", { count: block.counts[state], state: stateName(say, state) }),
      );
    return [`${addressAt(network, block.offset)}/24`, ...counts].join(" · ");
  };
  return (
    <>
      <CellGrid
        label={say("editor.addresses.heatOf", { network: network.text })}
        describedBy={keys}
        count={blocks.length}
        columns={COLUMNS}
        rowLabel={(row) => addressAt(network, blocks[row * COLUMNS]?.offset ?? 0)}
        cellLabel={tell}
        active={active}
        marked={{ from: active, to: active }}
        onActive={setActive}
        onHover={setHovered}
        onOpen={onOpen}
        takesFocus={takesFocus}
        opensAtOnce
      >
        <SharePaths blocks={blocks} columns={COLUMNS} />
      </CellGrid>
      <p className="address-told" aria-hidden="true">
        {tell(hovered ?? active)}
      </p>
      <p id={keys} className="muted small address-keys">
        {say("editor.addresses.heatKeys")}
      </p>
      <PictureTable
        label={say("editor.addresses.heatOf", { network: network.text })}
        columns={[
          { title: say("editor.addresses.part") },
          ...shown.map((state) => ({ title: stateName(say, state), isNumber: true as const })),
        ]}
        rows={blocks.map(({ offset, counts }) => ({
          id: String(offset),
          cells: [
            `${addressAt(network, offset)}/24`,
            ...shown.map((state) => counts[state].toLocaleString(tag)),
          ],
        }))}
      />
    </>
  );
}
