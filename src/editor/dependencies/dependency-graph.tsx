import { useMemo, type ReactNode } from "react";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { dependencyGraph, type Graph, type GraphEdge, type GraphNode } from "#core/dependencies/graph";
import { firstReaches, firstSteps, secondSteps, startsOf } from "#core/dependencies/steps";
import { plannedFirst } from "#core/dependencies/planned-rows";
import type { Row } from "#contract/wire/json";
import { rowIn } from "#core/catalogue/languages";
import { isLinkType } from "#core/catalogue/link-type";
import { strongPart } from "#core/catalogue/title";
import { roleOf, type Relation } from "#core/dependencies/relation";
import { rowHref } from "#core/route/object-routes";
import type { TextKey } from "#core/text";
import type { PlannedKind } from "#core/txlist/overlay/draft";
import { Loading } from "../../ui/feedback/loading.tsx";
import { GraphView } from "../../ui/graph/graph-view.tsx";
import { PictureTable, type PictureRow } from "../../ui/picture/picture-table.tsx";
import type { GraphPart } from "../../ui/graph/graph-part.tsx";
import { FaultBlock } from "../fault/fault-block.tsx";
import { usePlannedLists, type Shown } from "../overlay/use-overlay.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { type Words, useWords } from "../portal/words.ts";
import { storedText } from "../cell/cell-text.ts";
import { partOf } from "../names/named.ts";
import { partsOfAttribute } from "../section/named-parts.ts";
import "./dependencies.css";

export interface DependencyGraphProps {
  readonly type: ObjectTypeMeta;
  readonly gpk: string;
}

/** The picture in its planned state, with its table. Two calls read it: the second one asks for the objects behind the rows of the first one. */
export function DependencyGraph({ type, gpk }: DependencyGraphProps): ReactNode {
  const catalogue = useCatalogue();
  const first = useMemo(() => firstSteps(catalogue, type, gpk), [catalogue, type, gpk]);
  const near = usePlannedLists(first);
  const shown = useMemo(() => firstOf(near.overlaid), [near.overlaid]);
  const steps = useMemo(
    () =>
      shown === null ? [] : secondSteps(catalogue, startsOf(firstReaches(catalogue, type), shown.lists)),
    [catalogue, type, shown],
  );
  const far = usePlannedLists(steps);
  const behind = useMemo(() => firstOf(far.overlaid), [far.overlaid]);
  const failed = [near, far].find(({ query }) => query.isError);
  if (failed !== undefined) return <FaultBlock call={failed.query} />;
  if (shown === null || (steps.length > 0 && behind === null)) return <Loading />;
  return <Drawn type={type} near={shown} far={behind ?? NOTHING} />;
}

/** The lists of a call, with the plans for their rows. */
type PlannedLists = Pick<Shown, "lists" | "marks" | "untold" | "isTested">;

const NOTHING: PlannedLists = { lists: {}, marks: new Map() };

function firstOf(overlaid: Shown | null): PlannedLists | null {
  return overlaid && { ...overlaid, lists: plannedFirst(overlaid.lists, overlaid.marks) };
}

interface DrawnProps {
  readonly type: ObjectTypeMeta;
  readonly near: PlannedLists;
  readonly far: PlannedLists;
}

function Drawn({ type, near, far }: DrawnProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const marks = useMemo(() => new Map([...near.marks, ...far.marks]), [near, far]);
  const graph = useMemo(
    () => dependencyGraph(catalogue, type, near.lists, far.lists, marks),
    [catalogue, type, near, far, marks],
  );
  const teller = useMemo(
    (): GraphTeller => ({ catalogue, locale, say, lists: { ...near.lists, ...far.lists } }),
    [catalogue, locale, say, near, far],
  );
  const untold = untoldOf([near, far]);
  return (
    <>
      {untold > 0 && (
        <p>
          {say(near.isTested === true ? "editor.overlay.unknown" : "editor.overlay.untold", {
            count: untold,
          })}
        </p>
      )}
      {graph === null || graph.edges.length === 0 ? (
        <p className="muted">{say("editor.graph.none")}</p>
      ) : (
        <Picture graph={graph} teller={teller} />
      )}
    </>
  );
}

/** Planned elements whose effect on the picture only the server knows. */
function untoldOf(all: readonly PlannedLists[]): number {
  return new Set(all.flatMap(({ untold }) => [...(untold?.values() ?? [])].flatMap((uuids) => [...uuids])))
    .size;
}

function Picture({ graph, teller }: { readonly graph: Graph; readonly teller: GraphTeller }): ReactNode {
  const { say } = teller;
  const parts = useMemo(() => partsOf(graph, teller), [graph, teller]);
  const title = parts.find(({ id }) => id === graph.root)?.title ?? "";
  const label = say("editor.graph.of", { title });
  return (
    <div className="dependencies">
      <p className="muted">{say("editor.graph.reading")}</p>
      <GraphView
        key={graph.root}
        label={label}
        keys={say("editor.graph.keys")}
        parts={parts}
        lines={graph.edges.map(({ from, to, planned }) => ({ from, to, ...(planned && { look: planned }) }))}
        root={graph.root}
      />
      <PictureTable
        label={label}
        columns={[
          { title: say("editor.graph.object") },
          { title: say("editor.graph.type") },
          { title: say("editor.graph.refersTo") },
          { title: say("editor.graph.by") },
          ...(isPlanned(graph) ? [{ title: say("editor.graph.planned") }] : []),
        ]}
        rows={rowsOf(graph, parts, teller)}
      />
    </div>
  );
}

/** Whether a line has a planned change. */
function isPlanned({ edges }: Graph): boolean {
  return edges.some(({ planned }) => planned !== null);
}

/** Context for the titles in a graph: texts, catalogue and rows. */
interface GraphTeller extends Words {
  /** Rows that may name others. */
  readonly lists: Lists;
}

/** The boxes of a graph: kind, title and page of each node. */
function partsOf(graph: Graph, teller: GraphTeller): readonly GraphPart[] {
  const edges = new Map<string, GraphEdge>();
  for (const edge of graph.edges) {
    const id = farEnd(edge);
    if (!edges.has(id)) edges.set(id, edge);
  }
  return [...graph.nodes.values()].map((node) => partOfNode(node, edges.get(node.id) ?? null, teller));
}

const PLANNED = {
  new: "editor.overlay.new",
  changed: "editor.overlay.changed",
  going: "editor.overlay.going",
} as const satisfies Readonly<Record<PlannedKind, TextKey>>;

/** The end of an edge that is farther from the object. */
function farEnd({ from, to, relation }: GraphEdge): string {
  return relation.side === "in" ? from : to;
}

function partOfNode(node: GraphNode, edge: GraphEdge | null, teller: GraphTeller): GraphPart {
  const { catalogue, locale } = teller;
  const type = catalogue.typeName(node.object, locale);
  const isNamedByRole = edge !== null && node.id === farEnd(edge) && edge.relation.other === node.object;
  const kind = isNamedByRole ? roleOf(catalogue, edge.relation, locale) : type;
  if (node.kind === "more") {
    const href = listHref(node.relation, node.of);
    return { id: node.id, kind, title: restText(node, teller), href, isMany: true };
  }
  const note = node.planned && { look: node.planned, text: teller.say(PLANNED[node.planned]) };
  return { id: node.id, kind, ...titleOf(node.object, node.row, edge, teller), ...(note && { note }) };
}

/** Title of an object. A row that links objects is named by the objects at its far end. */
function titleOf(
  object: string,
  row: Row,
  edge: GraphEdge | null,
  teller: GraphTeller,
): Pick<GraphPart, "title" | "short" | "href"> {
  const { catalogue, locale } = teller;
  const type = catalogue.objectType(object);
  if (type !== null && edge !== null && isLinkType(type)) return titleOfLink(type, row, edge, teller);
  const { text, href } = partOf(catalogue, object, row, locale);
  const strong = type === null ? null : strongPart(type, text, rowIn(row, locale));
  return { title: text, short: fitted(text, strong), href };
}

function titleOfLink(
  type: ObjectTypeMeta,
  row: Row,
  { relation }: GraphEdge,
  { catalogue, locale, lists }: GraphTeller,
): Pick<GraphPart, "title" | "href"> {
  const near = new Set(relation.pairs.map(([theirs]) => theirs));
  const parts = type.key
    .filter((name) => !near.has(name))
    .flatMap((name) => partsOfAttribute({ catalogue, type, locale, source: { lists } }, name, row))
    .filter((part) => part.unnamed === undefined);
  const [first] = parts;
  if (first === undefined)
    return { title: catalogue.typeName(type.name, locale), href: rowHref(catalogue, type.name, row) };
  return { title: parts.map(({ text }) => text).join(" "), href: first.href };
}

/** Characters that a box has room for. */
const ROOM = 44;

/** A long place is cut at its beginning, because its end distinguishes it from others. */
function fitted(title: string, strong: string | null): string {
  if (title.length <= ROOM || strong === null || !title.endsWith(strong)) return title;
  const cut = title.indexOf("/", title.length - ROOM);
  return cut === -1 ? title : `…${title.slice(cut)}`;
}

function restText({ count, isCut, isRest }: RestNode, { say }: GraphTeller): string {
  if (isRest) return say(isCut ? "editor.graph.moreThan" : "editor.graph.more", { count });
  return say(isCut ? "editor.graph.manyThan" : "editor.graph.many", { count });
}

type RestNode = Extract<GraphNode, { readonly kind: "more" }>;

/** The list of all rows of the reference. */
function listHref({ other, pairs }: Relation, of: Row): string {
  const query = new URLSearchParams(pairs.map(([theirs, own]) => [theirs, storedText(of[own])]));
  return `/object/${other}?${query.toString()}`;
}

/** The lines of a graph as rows: the referring object, its kind, the target, and the attribute. */
function rowsOf(
  graph: Graph,
  parts: readonly GraphPart[],
  { catalogue, locale, say }: GraphTeller,
): readonly PictureRow[] {
  const byId = new Map(parts.map((part) => [part.id, part]));
  const cell = (id: string) => {
    const { title = "", href = null, note } = byId.get(id) ?? {};
    return { text: note === undefined ? title : `${title} (${note.text})`, href };
  };
  const isTold = isPlanned(graph);
  return graph.edges.map(({ from, to, relation: { reference }, planned }) => ({
    id: `${from} ${to} ${reference.name}`,
    cells: [
      cell(from),
      byId.get(from)?.kind ?? "",
      cell(to),
      reference.attribute_list
        .map((name) => catalogue.attributeName(reference.object_fq_name, name, locale))
        .join(", "),
      ...(isTold ? [planned === null ? "" : say(PLANNED[planned])] : []),
    ],
  }));
}
