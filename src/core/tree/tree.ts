import { numberIn, textIn, type Row } from "#contract/wire/json";
import { naturally } from "../table/natural-order.ts";

/** Attributes that make a tree of rows: the name of an object, that of its parent, the number of its children. */
export interface TreeBy {
  readonly key: string;
  readonly parent: string;
  readonly count: string;
}

export interface TreeNode {
  readonly key: string;
  readonly row: Row;
  /** Known children: those with children of their own first, both in natural order. */
  readonly children: readonly TreeNode[];
  /** All children, known or not. */
  readonly count: number;
}

/** The tree below a row, from the rows that are known. Each row is in the tree once, whatever parents the rows name. */
export function treeOf(root: Row, rows: readonly Row[], by: TreeBy): TreeNode {
  const once = new Map(rows.map((row) => [textIn(row[by.key]), row]));
  const below = Map.groupBy(once.values(), (row) => textIn(row[by.parent]));
  const placed = new Set<string>();
  const nodeOf = (row: Row): TreeNode => {
    const key = textIn(row[by.key]);
    placed.add(key);
    const own = (below.get(key) ?? []).filter((child) => !placed.has(textIn(child[by.key])));
    const children = own.map((child) => nodeOf(child)).toSorted(inTreeOrder);
    return { key, row, children, count: Math.max(numberIn(row[by.count]), children.length) };
  };
  return nodeOf(root);
}

function inTreeOrder(one: TreeNode, other: TreeNode): number {
  return Number(one.count === 0) - Number(other.count === 0) || naturally(one.key, other.key);
}

/** Maximum number of lines of a tree that is opened at first. */
const MOST_LINES = 40;

/** Branches that are open at first: the root, and level by level those whose known children fit. */
export function openAtFirst(root: TreeNode): ReadonlySet<string> {
  const open = new Set([root.key]);
  let lines = shownChildren(root, false).length;
  let level = root.children;
  while (level.length > 0) {
    for (const node of level) {
      const more = shownChildren(node, false).length;
      if (node.children.length === 0 || lines + more > MOST_LINES) continue;
      open.add(node.key);
      lines += more;
    }
    level = level.flatMap((node) => (open.has(node.key) ? node.children : []));
  }
  return open;
}

/** Number of children of one node that are shown before the reader asks for more. */
const MOST_CHILDREN = 12;

export function shownChildren({ children }: TreeNode, isWhole: boolean): readonly TreeNode[] {
  return isWhole || children.length <= MOST_CHILDREN + 1 ? children : children.slice(0, MOST_CHILDREN);
}

/** Open branches of which too few children are known. */
export function unknownBranches(
  root: TreeNode,
  open: ReadonlySet<string>,
  most: number,
): readonly TreeNode[] {
  return root.children.flatMap((node) => {
    const isUnknown = open.has(node.key) && node.children.length < Math.min(node.count, most);
    return [...(isUnknown ? [node] : []), ...unknownBranches(node, open, most)];
  });
}
