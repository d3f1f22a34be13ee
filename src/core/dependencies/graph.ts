import { textIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import type { PlannedKind } from "../txlist/overlay/draft.ts";
import { isLinkType } from "../catalogue/link-type.ts";
import { kindOfLine, kindOfNode, lineBetween, type Marks, type PlannedLine } from "./planned-rows.ts";
import type { Relation } from "./relation.ts";
import {
  FIRST_LIMIT,
  firstReaches,
  MOST_SHOWN,
  OBJECT,
  SECOND_LIMIT,
  secondReaches,
  startsOf,
  type Reach,
} from "./steps.ts";

/** An object, or a number of further rows of one reference. */
export type GraphNode = { readonly id: string; readonly object: string } & (
  | { readonly kind: "object"; readonly row: Row; readonly planned: PlannedKind | null }
  | {
      readonly kind: "more";
      readonly count: number;
      /** More rows exist than were requested. */
      readonly isCut: boolean;
      /** Some rows of the reference are shown. */
      readonly isRest: boolean;
      readonly relation: Relation;
      readonly of: Row;
    }
);

/** The node `from` refers to the node `to`. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The reference as seen from the node that is nearer to the object. */
  readonly relation: Relation;
  readonly distance: 1 | 2;
  readonly planned: PlannedLine;
}

export interface Graph {
  readonly root: string;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: readonly GraphEdge[];
}

/** A number of rows of one reference, near the object and one step further. */
type ByDistance = Readonly<Record<1 | 2, number>>;

/** Numbers of shown rows, tried in this order: the first pair that gives a small graph is used. */
const SHOWN: readonly ByDistance[] = [
  { 1: MOST_SHOWN, 2: 3 },
  { 1: 3, 2: 2 },
  { 1: 3, 2: 1 },
  { 1: 2, 2: 1 },
  { 1: 2, 2: 0 },
  { 1: 1, 2: 0 },
  { 1: 0, 2: 0 },
];

/** Maximum number of requested rows of one reference, by the distance from the object. */
const LIMITS: ByDistance = { 1: FIRST_LIMIT, 2: SECOND_LIMIT };

/** Nodes that can be read without searching. */
const MOST_NODES = 24;

/** Everything within two steps of an object, with as many rows of each reference as fit; null if the object does not exist. */
export function dependencyGraph(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  near: Lists,
  far: Lists,
  marks: Marks = NO_MARKS,
): Graph | null {
  const [row] = near[OBJECT] ?? [];
  if (row === undefined) return null;
  let graph: Graph | null = null;
  for (const shown of SHOWN) {
    graph = build({ catalogue, type, row, near, far, marks }, shown);
    if (graph.nodes.size <= MOST_NODES) break;
  }
  return graph;
}

const NO_MARKS: Marks = new Map();

interface Read {
  readonly catalogue: Catalogue;
  readonly type: ObjectTypeMeta;
  readonly row: Row;
  readonly near: Lists;
  readonly far: Lists;
  /** Planned changes of the rows. */
  readonly marks: Marks;
}

function build(read: Read, most: ByDistance): Graph {
  const { catalogue, type, row, near, far, marks } = read;
  const drawn = new Drawing(type.name, row, most, marks);
  const reaches = firstReaches(catalogue, type);
  const second = secondReaches(catalogue, startsOf(reaches, near));
  for (const { idx, relation } of reaches) {
    const rows = near[idx] ?? [];
    const ends = isLink(catalogue, relation) ? endsOf(read, relation, second) : null;
    const planned = new Map(rows.map((one) => [one, kindOfLine(one, marks)]));
    drawn.add({ of: row, relation, rows, planned, distance: 1 }, ends);
  }
  const firstDrawn = new Set(drawn.nodes.keys());
  for (const { idx, relation, from } of second) {
    for (const start of far[from] ?? []) {
      if (!firstDrawn.has(idOf(start))) continue;
      const planned = linesFrom(read, relation, far[idx] ?? [], start);
      drawn.add({ of: start, relation, rows: [...planned.keys()], planned, distance: 2 });
    }
  }
  return drawn;
}

/** Rows that the reference joins with a row, in the planned or the present state, and the planned change of the line. */
function linesFrom({ marks }: Read, relation: Relation, rows: readonly Row[], start: Row): Rows["planned"] {
  const lines = rows.flatMap((row) => {
    const line = lineBetween(row, start, marks, (one, other) => matches(relation, one, other));
    return line === undefined ? [] : [[row, line] as const];
  });
  return new Map(lines);
}

/** Rows of one reference of one object. */
interface Rows {
  readonly of: Row;
  readonly relation: Relation;
  readonly rows: readonly Row[];
  readonly planned: ReadonlyMap<Row, PlannedLine>;
  readonly distance: 1 | 2;
}

type EndsOf = (link: Row) => readonly (readonly [object: string, row: Row])[];

class Drawing implements Graph {
  readonly root: string;
  readonly nodes = new Map<string, GraphNode>();
  readonly edges: GraphEdge[] = [];
  readonly most: ByDistance;
  readonly marks: Marks;

  constructor(object: string, row: Row, most: ByDistance, marks: Marks) {
    this.root = idOf(row);
    this.most = most;
    this.marks = marks;
    this.nodes.set(this.root, this.node(object, row));
  }

  private node(object: string, row: Row): GraphNode {
    return { kind: "object", id: idOf(row), object, row, planned: kindOfNode(row, this.marks) };
  }

  /** Adds rows, and one node for the rows above the limit. A row that only joins objects is replaced by these objects. */
  add(found: Rows, endsOf: EndsOf | null = null): void {
    const { relation, rows, of, distance, planned } = found;
    const object = relation.other;
    const most = this.most[distance];
    const shown = rows.length <= most + 1 ? rows : rows.slice(0, most);
    for (const row of shown) {
      const ends = endsOf?.(row) ?? [];
      const line = planned.get(row) ?? null;
      if (ends.length === 0) this.link(found, this.node(object, row), line);
      for (const [end, other] of ends) this.link(found, this.node(end, other), line);
    }
    const count = rows.length - shown.length;
    if (count === 0) return;
    const id = `${idOf(of)} ${relation.side} ${relation.reference.name}`;
    const isRest = shown.length > 0;
    const isCut = rows.length === LIMITS[distance];
    this.link(found, { kind: "more", id, object, count, isCut, isRest, relation, of }, null);
  }

  private link({ of, relation, distance }: Rows, node: GraphNode, planned: PlannedLine): void {
    const near = idOf(of);
    const [from, to] = relation.side === "in" ? [node.id, near] : [near, node.id];
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, node);
    const isKnown = this.edges.some(
      (edge) => edge.from === from && edge.to === to && edge.relation.reference === relation.reference,
    );
    if (!isKnown && from !== to) this.edges.push({ from, to, relation, distance, planned });
  }
}

function isLink(catalogue: Catalogue, { side, other }: Relation): boolean {
  const type = catalogue.objectType(other);
  return side === "in" && type !== null && isLinkType(type);
}

/** The other objects that a link joins, as far as the reader may see them. */
function endsOf({ row, far, marks }: Read, relation: Relation, second: readonly Reach[]): EndsOf {
  const reaches = second.filter(
    (one) => one.relation.side === "out" && one.relation.reference.object_fq_name === relation.other,
  );
  return (link) =>
    reaches.flatMap(({ idx, relation: reached }) =>
      (far[idx] ?? [])
        .filter((one) => idOf(one) !== idOf(row))
        .filter((one) => lineBetween(one, link, marks, (a, b) => matches(reached, a, b)) !== undefined)
        .map((one) => [reached.other, one] as const),
    );
}

function matches({ pairs }: Relation, row: Row, start: Row): boolean {
  return pairs.every(([theirs, own]) => (row[theirs] ?? null) !== null && row[theirs] === start[own]);
}

function idOf(row: Row): string {
  return textIn(row["gpk"]);
}
