import { useId, useState, type ReactNode } from "react";
import type { IpNetwork } from "#contract/values/ip";
import type { Block } from "#core/addresses/address-map";
import { ADDRESS_STATES } from "#core/addresses/state";
import { CellGrid } from "../../ui/addresses/cell-grid.tsx";
import { SharePaths } from "../../ui/addresses/cell-paths.tsx";
import { PictureTable } from "../../ui/picture/picture-table.tsx";
import { intlTag, useLocale, useText } from "../../ui/text.ts";
import { addressAt, stateName } from "./told.tsx";

const COLUMNS = 16;

export interface ShareCellsProps {
  readonly blocks: readonly Block[];
  readonly network: IpNetwork;
  readonly onOpen: (part: number) => void;
  readonly takesFocus: boolean;
}

/** Share of used addresses in each /24 of a large network, as a picture and as a table. */
export function ShareCells({ blocks, network, onOpen, takesFocus }: ShareCellsProps): ReactNode {
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
