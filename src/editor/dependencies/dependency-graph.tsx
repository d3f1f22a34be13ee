import { useMemo, type ReactNode } from "react";
import type { Lists } from "#contract/wire/outcome";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { dependencyGraph, type Graph } from "#core/dependencies/graph";
import { firstReaches, firstSteps, secondSteps, startsOf } from "#core/dependencies/steps";
import { Loading } from "../../ui/feedback/loading.tsx";
import { GraphView } from "../../ui/graph/graph-view.tsx";
import { PictureTable } from "../../ui/picture/picture-table.tsx";
import { FaultBlock } from "../fault/fault-block.tsx";
import { useLists, usePortal, useWords } from "../portal.ts";
import { partsOf, rowsOf, type GraphTeller } from "./told.ts";
import "./dependencies.css";

export interface DependencyGraphProps {
  readonly type: ObjectTypeMeta;
  readonly gpk: string;
}

const NO_LISTS: Lists = {};

/** The picture with its table, by two calls: the second one asks for what lies behind the rows of the first one. */
export function DependencyGraph({ type, gpk }: DependencyGraphProps): ReactNode {
  const { catalogue } = usePortal();
  const near = useLists(firstSteps(catalogue, type, gpk));
  const steps = useMemo(
    () => secondSteps(catalogue, startsOf(firstReaches(catalogue, type), near.data ?? NO_LISTS)),
    [catalogue, type, near.data],
  );
  const far = useLists(steps, near.data !== undefined);
  const failed = [near, far].find((one) => one.isError);
  if (failed !== undefined) return <FaultBlock call={failed} />;
  const isDone = near.data !== undefined && (steps.length === 0 || far.data !== undefined);
  if (!isDone) return <Loading />;
  return <Drawn type={type} near={near.data} far={far.data ?? NO_LISTS} />;
}

interface DrawnProps {
  readonly type: ObjectTypeMeta;
  readonly near: Lists;
  readonly far: Lists;
}

function Drawn({ type, near, far }: DrawnProps): ReactNode {
  const { say, locale, catalogue } = useWords();
  const graph = useMemo(() => dependencyGraph(catalogue, type, near, far), [catalogue, type, near, far]);
  const teller = useMemo(
    (): GraphTeller => ({ catalogue, locale, say, lists: { ...near, ...far } }),
    [catalogue, locale, say, near, far],
  );
  if (graph === null || graph.edges.length === 0) return <p className="muted">{say("editor.graph.none")}</p>;
  return <Picture graph={graph} teller={teller} />;
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
        lines={graph.edges}
        root={graph.root}
      />
      <PictureTable
        label={label}
        columns={[
          { title: say("editor.graph.object") },
          { title: say("editor.graph.type") },
          { title: say("editor.graph.refersTo") },
          { title: say("editor.graph.by") },
        ]}
        rows={rowsOf(graph, parts, teller)}
      />
    </div>
  );
}
