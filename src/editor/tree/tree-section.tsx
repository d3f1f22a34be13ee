import { useQueries } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Section } from "#core/screen/screen";
import { openAtFirst, treeOf, unknownBranches, type TreeNode } from "#core/tree/tree";
import { listsQuery } from "../../api/queries.ts";
import { PictureTable } from "../../ui/picture/picture-table.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { useSectionScreen, useSectionStep, type SectionStep } from "../section/section-context.ts";
import { SectionHead } from "../section/section-head.tsx";
import { treeTable, type TreeShown, type TreeTeller } from "./told.ts";
import { TreeLines } from "./tree-lines.tsx";
import "./tree.css";

export type TreeData = Extract<Section, { readonly kind: "tree" }>;

/** Children of one branch that are requested. */
const MOST_ASKED = 100;

export interface TreeSectionProps {
  readonly section: TreeData;
}

/** The objects below the current one, indented by level. */
export function TreeSection({ section }: TreeSectionProps): ReactNode {
  const found = useSectionStep(section.from[0]);
  const { lists, current } = useSectionScreen();
  const known = useMemo(
    () => (lists === null ? [] : section.from.flatMap((idx) => lists[idx] ?? [])),
    [lists, section],
  );
  if (found === null || current === null) return null;
  return <Tree section={section} found={found} current={current} known={known} />;
}

interface TreeProps extends TreeSectionProps {
  readonly found: SectionStep;
  readonly current: Row;
  readonly known: readonly Row[];
}

function Tree({ section, found, current, known }: TreeProps): ReactNode {
  const say = useText();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const first = useMemo(() => openAtFirst(treeOf(current, known, section)), [current, known, section]);
  const isOpen = (key: string): boolean => toggled.get(key) ?? first.has(key);
  const open = new Set([...first, ...toggled.keys()].filter(isOpen));
  const [tree, isAsking] = useTree({ section, found, current, known }, open);
  const label = section.title === undefined ? "" : say(section.title);
  const teller: TreeTeller = { section, found, say };
  const shown: TreeShown = { isOpen, isWhole: (key) => whole.has(key) };
  return (
    <section className="section">
      <SectionHead section={section} type={found.type} />
      <div className="tree">
        <TreeLines
          node={tree}
          label={label}
          teller={teller}
          shown={shown}
          isAsking={isAsking}
          onToggle={(key) => setToggled(new Map([...toggled, [key, !isOpen(key)]]))}
          onWhole={(key) => setWhole(new Set([...whole, key]))}
        />
      </div>
      <PictureTable label={label} {...treeTable(tree, teller, shown)} />
    </section>
  );
}

/** The tree with the rows of opened branches, and whether rows of a branch are on their way. */
function useTree(
  { section, found, current, known }: TreeProps,
  open: ReadonlySet<string>,
): readonly [TreeNode, (key: string) => boolean] {
  const { execute, viewer } = usePortal();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: asked.map((key) => ({
      ...listsQuery(execute, viewer, [stepOf(section, found, key)]),
      retry: false,
    })),
  });
  const rows = [...known, ...answers.flatMap(({ data }) => data?.[BRANCH] ?? [])];
  const tree = treeOf(current, rows, section);
  const missing = unknownBranches(tree, open, MOST_ASKED).filter(({ key }) => !asked.includes(key));
  // Which branches need rows follows from the rows that are there.
  if (missing.length > 0) setAsked([...asked, ...missing.map(({ key }) => key)]);
  return [tree, (key) => answers[asked.indexOf(key)]?.isPending === true];
}

const BRANCH = "branch";

function stepOf({ parent, count, key: name }: TreeData, { step }: SectionStep, key: string): Step {
  const sorting_params_list = [`${count} DESC`, `${name} ASC`];
  return {
    idx: BRANCH,
    name: step.name,
    old: { [parent]: key, sorting_params_list, fetch_limit: MOST_ASKED },
  };
}
