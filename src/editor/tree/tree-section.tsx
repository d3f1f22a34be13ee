import { useQueries } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { openAtFirst, shownChildren, treeOf, unknownBranches, type TreeNode } from "#core/tree/tree";
import { rowHref } from "#core/route/object-routes";
import { readableName } from "#core/catalogue/readable-name";
import { listsQuery } from "../../api/queries.ts";
import { Icon } from "../../ui/icon/icon.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PictureTable, type PictureRow, type PictureTableProps } from "../../ui/picture/picture-table.tsx";
import { intlTag, useLocale, useText, type Say } from "../../ui/text.ts";
import { RowMark } from "../overlay/row-mark.tsx";
import { useCalls } from "../portal/calls.ts";
import {
  useSectionScreen,
  useSectionStep,
  type SectionProps,
  type SectionStep,
} from "../section/section-context.ts";
import { SectionHead } from "../section/section-head.tsx";
import "./tree.css";

/** The number of children of one branch that are requested. */
const MOST_ASKED = 100;

/** The objects below the current one, indented by level. */
export function TreeSection({ section }: SectionProps<"tree">): ReactNode {
  const found = useSectionStep(section.from[0]);
  const { lists, current } = useSectionScreen();
  const known = useMemo(() => section.from.flatMap((idx) => lists?.[idx] ?? []), [lists, section]);
  if (found === null || current === null) return null;
  return <Tree section={section} found={found} current={current} known={known} />;
}

interface TreeProps extends SectionProps<"tree"> {
  readonly found: SectionStep;
  readonly current: Row;
  readonly known: readonly Row[];
}

function Tree(props: TreeProps): ReactNode {
  const { section, found, current, known } = props;
  const say = useText();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const first = useMemo(() => openAtFirst(treeOf(current, known, section)), [current, known, section]);
  const isOpen = (key: string): boolean => toggled.get(key) ?? first.has(key);
  const open = new Set([...first, ...toggled.keys()].filter(isOpen));
  const [tree, isAsking] = useTree(props, open);
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

/** The tree with the rows of opened branches, and whether rows of a branch are being loaded. */
function useTree(props: TreeProps, open: ReadonlySet<string>): readonly [TreeNode, (key: string) => boolean] {
  const { section, current, known } = props;
  const { execute, viewer } = useCalls();
  const [asked, setAsked] = useState<readonly string[]>([]);
  const answers = useQueries({
    queries: asked.map((key) => ({
      ...listsQuery(execute, viewer, [stepOf(props, key)]),
      retry: false,
    })),
  });
  const rows = [...known, ...answers.flatMap(({ data }) => data?.[BRANCH] ?? [])];
  const tree = treeOf(current, rows, section);
  const missing = unknownBranches(tree, open, MOST_ASKED).filter(({ key }) => !asked.includes(key));
  // The present rows decide which branches need further rows.
  if (missing.length > 0) setAsked([...asked, ...missing.map(({ key }) => key)]);
  return [tree, (key) => answers[asked.indexOf(key)]?.isPending === true];
}

const BRANCH = "branch";

function stepOf({ section, found }: TreeProps, key: string): Step {
  const { parent, count, key: name } = section;
  const sorting_params_list = [`${count} DESC`, `${name} ASC`];
  return {
    idx: BRANCH,
    name: found.step.name,
    old: { [parent]: key, sorting_params_list, fetch_limit: MOST_ASKED },
  };
}

interface TreeLinesProps {
  readonly node: TreeNode;
  readonly label: string;
  readonly teller: TreeTeller;
  readonly shown: TreeShown;
  readonly isAsking: (key: string) => boolean;
  readonly onToggle: (key: string) => void;
  readonly onWhole: (key: string) => void;
}

/** The children of a node, each with its own if it is open. */
function TreeLines(props: TreeLinesProps): ReactNode {
  const { node, label, teller, shown, isAsking, onWhole } = props;
  const say = useText();
  const children = shownChildren(node, shown.isWhole(node.key));
  const hidden = node.children.length - children.length;
  const unknown = node.count - node.children.length;
  return (
    <ul className="tree-lines" aria-label={label}>
      {children.map((child) => (
        <TreeLine key={child.key} {...props} node={child} above={node} />
      ))}
      {hidden > 0 && (
        <li className="tree-line">
          <button type="button" className="link-button tree-more" onClick={() => onWhole(node.key)}>
            {say("editor.graph.more", { count: hidden + unknown })}
          </button>
        </li>
      )}
      {hidden === 0 && unknown > 0 && (
        <li className="tree-line">
          {isAsking(node.key) ? (
            <span className="muted">…</span>
          ) : (
            <Link to={listHref(teller, node)} className="tree-more">
              {say("editor.graph.more", { count: unknown })}
            </Link>
          )}
        </li>
      )}
    </ul>
  );
}

interface TreeLineProps extends TreeLinesProps {
  readonly above: TreeNode;
}

function TreeLine(props: TreeLineProps): ReactNode {
  const { node, above, teller, shown, onToggle } = props;
  const say = useText();
  const tag = intlTag(useLocale());
  const { own, rest, title, href } = nameOf(teller, node, above);
  const isUnfolded = node.count > 0 && shown.isOpen(node.key);
  const words = { title };
  return (
    <li>
      <div className="tree-line">
        {node.count > 0 && (
          <button
            type="button"
            className="tree-fold"
            aria-expanded={isUnfolded}
            aria-label={say(isUnfolded ? "editor.tree.close" : "editor.tree.open", words)}
            onClick={() => onToggle(node.key)}
          >
            <Icon name="down" size={14} />
          </button>
        )}
        <Link to={href} title={title} aria-label={title}>
          <strong>{own}</strong>
          <span className="tree-rest muted">{rest}</span>
        </Link>
        <RowMark row={node.row} />
        {node.count > 0 && (
          <span className="muted small">
            {node.count.toLocaleString(tag)}
            <span className="visually-hidden"> {labelOf(teller, teller.section.count)}</span>
          </span>
        )}
        {flagsOf(teller, node).map((flag) => (
          <span key={flag} className="tree-flag small">
            {flag}
          </span>
        ))}
      </div>
      {isUnfolded && <TreeLines {...props} label={title} />}
    </li>
  );
}

interface TreeTeller extends SectionProps<"tree"> {
  readonly found: SectionStep;
  readonly say: Say;
}

/** The part of the name before the name above it, and the rest. */
function nameOf({ found }: TreeTeller, node: TreeNode, above: TreeNode) {
  const title = readableName(node.key);
  const end = readableName(above.key);
  const rest = title.endsWith(`.${end}`) ? title.slice(-end.length - 1) : "";
  return {
    own: title.slice(0, title.length - rest.length),
    rest,
    title,
    href: rowHref(found.catalogue, found.type.name, node.row),
  };
}

function labelOf({ found }: TreeTeller, attribute: string): string {
  const { catalogue, type, locale } = found;
  return catalogue.attributeName(type.name, attribute, locale);
}

function flagsOf(teller: TreeTeller, { row }: TreeNode): readonly string[] {
  return teller.section.flags.filter((flag) => row[flag] === true).map((flag) => labelOf(teller, flag));
}

/** The list of all children of a node. */
function listHref({ section, found }: TreeTeller, { key }: TreeNode): string {
  return `/object/${found.type.name}?${new URLSearchParams({ [section.parent]: key }).toString()}`;
}

/** The open branches, and the branches that show all their children. */
interface TreeShown {
  readonly isOpen: (key: string) => boolean;
  readonly isWhole: (key: string) => boolean;
}

/** The shown objects line by line, with their parent and the number of their children. */
function treeTable(
  root: TreeNode,
  teller: TreeTeller,
  { isOpen, isWhole }: TreeShown,
): Pick<PictureTableProps, "columns" | "rows"> {
  const { section, found } = teller;
  const tag = intlTag(found.locale);
  const rowsBelow = (above: TreeNode): readonly PictureRow[] =>
    shownChildren(above, isWhole(above.key)).flatMap((node) => {
      const { title, href } = nameOf(teller, node, above);
      const count = node.count.toLocaleString(tag);
      const cells = [{ text: title, href }, readableName(above.key), flagsOf(teller, node).join(", "), count];
      return [{ id: node.key, cells }, ...(isOpen(node.key) ? rowsBelow(node) : [])];
    });
  return {
    columns: [
      { title: labelOf(teller, section.key) },
      { title: labelOf(teller, section.parent) },
      { title: section.flags.map((flag) => labelOf(teller, flag)).join(", ") },
      { title: labelOf(teller, section.count), isNumber: true },
    ],
    rows: rowsBelow(root),
  };
}
