import { Graph, layout, type EdgeLabel, type GraphLabel, type NodeLabel, type Point } from "@dagrejs/dagre";

export interface Box {
  readonly width: number;
  readonly height: number;
}

export interface Line {
  readonly from: string;
  readonly to: string;
  /** The line is drawn differently from others, because it is planned to be added or removed. */
  readonly look?: "new" | "going";
}

/** Top left corner of each node, the path of each line, and the size of the whole. */
export interface PlacedGraph extends Box {
  readonly nodes: ReadonlyMap<string, Point>;
  readonly lines: readonly PlacedLine[];
}

export interface PlacedLine extends Line {
  readonly path: string;
  /** Another line leads back. */
  readonly isMutual: boolean;
}

/** Free space between nodes of one layer, and between layers. */
const BESIDE = 8;
const BETWEEN = 44;
const MARGIN = 3;

/** Nodes in layers from left to right: lines lead to the right, as far as they form no ring. */
export function placeGraph(ids: readonly string[], lines: readonly Line[], box: Box): PlacedGraph {
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel>();
  graph.setGraph({ rankdir: "LR", nodesep: BESIDE, ranksep: BETWEEN, marginx: MARGIN, marginy: MARGIN });
  for (const id of ids) graph.setNode(id, { ...box });
  const drawn = drawnOnce(lines);
  for (const { from, to } of drawn) graph.setEdge(from, to, {});
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    width,
    height,
    nodes: new Map(ids.map((id) => [id, cornerOf(graph.node(id), box)])),
    lines: drawn.map((line) => {
      const between = (graph.edge(line.from, line.to).points ?? []).slice(1, -1);
      return {
        ...line,
        path: pathOf(fromSideToSide(graph.node(line.from), between, graph.node(line.to), box)),
      };
    }),
  };
}

/** One line between two nodes, whatever the number of references and their direction. */
function drawnOnce(lines: readonly Line[]): readonly Omit<PlacedLine, "path">[] {
  const drawn = new Map<string, Omit<PlacedLine, "path">>();
  for (const line of lines) {
    const { from, to } = line;
    const [there, back] = [`${from} ${to}`, `${to} ${from}`];
    const known = drawn.get(back);
    if (known !== undefined) drawn.set(back, { ...together(known, line), isMutual: true });
    else drawn.set(there, together(drawn.get(there) ?? { ...line, isMutual: false }, line));
  }
  return [...drawn.values()];
}

/** Several references look like a line that stays if one of them stays. */
function together<One extends Line>(known: One, { look }: Line): One {
  if (known.look === look) return known;
  const { look: _, ...plain } = known;
  return plain as One;
}

function cornerOf({ x = 0, y = 0 }: NodeLabel, box: Box): Point {
  return { x: Math.round(x - box.width / 2), y: Math.round(y - box.height / 2) };
}

/** A line begins and ends in the middle of the sides that face each other. */
function fromSideToSide(
  from: NodeLabel,
  between: readonly Point[],
  to: NodeLabel,
  box: Box,
): readonly Point[] {
  const { x: left = 0, y: start = 0 } = from;
  const { x: right = 0, y: end = 0 } = to;
  const half = right >= left ? box.width / 2 : -box.width / 2;
  // A line to the next layer needs no place in between.
  const middle = between.length > 1 ? between : [];
  return [{ x: left + half, y: start }, ...middle, { x: right - half, y: end }];
}

/** A curve that leaves and reaches each point level. */
function pathOf(points: readonly Point[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (before === undefined) return `M${short(x)} ${short(y)}`;
      const middle = short((before.x + x) / 2);
      return `C${middle} ${short(before.y)} ${middle} ${short(y)} ${short(x)} ${short(y)}`;
    })
    .join("");
}

function short(value: number): string {
  return String(Math.round(value * 10) / 10);
}
