/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-interactions -- the picture is a group whose keys lead from link to link */
import {
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { useIsNarrow } from "../layout/use-media.ts";
import { Part, type GraphPart } from "./graph-part.tsx";
import { moveInGraph } from "./move-in-graph.ts";
import { placeGraph, type Box, type Line, type PlacedGraph } from "./place-graph.ts";
import "./graph.css";

export interface GraphViewProps {
  readonly label: string;
  /** Text that explains the keys. */
  readonly keys: string;
  readonly parts: readonly GraphPart[];
  readonly lines: readonly Line[];
  /** The part that the graph is about. */
  readonly root: string;
}

const WIDE: Box = { width: 188, height: 54 };
const NARROW: Box = { width: 140, height: 54 };
/** Width of the content of a page on A4 in CSS pixels. */
const PAPER = 680;

/** Objects as boxes in layers, joined by arrows. One box takes part in the order of Tab; arrow keys lead to the others. */
export function GraphView({ label, keys, parts, lines, root }: GraphViewProps): ReactNode {
  const box = useIsNarrow() ? NARROW : WIDE;
  const placed = useMemo(
    () =>
      placeGraph(
        parts.map(({ id }) => id),
        lines,
        box,
      ),
    [parts, lines, box],
  );
  const [pointed, setPointed] = useState<string | null>(null);
  const described = useId();
  const frame = useFrame(placed, root, box);
  const { active, ...walking } = useWalk(placed, root, frame);
  return (
    <>
      <div
        ref={frame}
        className="graph"
        role="group"
        aria-label={label}
        aria-describedby={described}
        {...walking}
      >
        <div className="graph-picture" style={sizeOf(placed)}>
          <Lines placed={placed} marked={pointed} />
          {parts.map((part) => (
            <Part
              key={part.id}
              part={part}
              isRoot={part.id === root}
              isActive={part.id === active}
              place={placed.nodes.get(part.id)}
              box={box}
              onPoint={setPointed}
            />
          ))}
        </div>
      </div>
      <p id={described} className="muted small graph-keys">
        {keys}
      </p>
    </>
  );
}

/** On paper the picture is as small as the page needs. */
function sizeOf({ width, height }: PlacedGraph): CSSProperties & Record<`--${string}`, number> {
  return { width, height, "--paper": Math.min(1, PAPER / width) };
}

/** The one box that Tab reaches, and the keys that lead from it to another box. */
function useWalk({ nodes }: PlacedGraph, root: string, frame: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState(root);
  return {
    active,
    onKeyDown: (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const to = event.key === "Home" ? root : moveInGraph(event.key, active, nodes);
      if (to === null) return;
      event.preventDefault();
      setActive(to);
      const boxes = frame.current?.querySelectorAll<HTMLElement>("[data-part]") ?? [];
      [...boxes].find((one) => one.dataset["part"] === to)?.focus();
    },
    onFocus: ({ target }: FocusEvent<HTMLElement>): void => setActive(target.dataset["part"] ?? active),
  };
}

/** A frame around the picture. A picture wider than the frame is first scrolled to the object. */
function useFrame({ nodes, width }: PlacedGraph, root: string, box: Box): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    const place = nodes.get(root);
    if (current === null || place === undefined || current.clientWidth >= width) return;
    current.scrollLeft = place.x + box.width / 2 - current.clientWidth / 2;
  }, [nodes, width, root, box]);
  return frame;
}

function classOf(isMarked: boolean, look: Line["look"]): string {
  return [
    "graph-line",
    ...(look === undefined ? [] : [`is-${look}`]),
    ...(isMarked ? ["is-marked"] : []),
  ].join(" ");
}

/** Arrows between the boxes; those of the box under the pointer stand out. */
function Lines({
  placed,
  marked,
}: {
  readonly placed: PlacedGraph;
  readonly marked: string | null;
}): ReactNode {
  const head = useId();
  const { width, height, lines } = placed;
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <defs>
        <marker
          id={head}
          viewBox="0 0 8 8"
          refX="7.500"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path className="graph-head" d="M1 1 7.500 4 1 7Z" />
        </marker>
      </defs>
      {lines.map(({ from, to, path, isMutual, look }) => (
        <path
          key={`${from} ${to}`}
          className={classOf(from === marked || to === marked, look)}
          d={path}
          markerEnd={`url(#${head})`}
          {...(isMutual ? { markerStart: `url(#${head})` } : {})}
        />
      ))}
    </svg>
  );
}
